import { placeOf } from '@callgate/gate/store';
import { logLine } from '../serve/log.ts';

let warned = false;

/** A password on a command line is taken, and said once to be seen there by everybody on the machine. */
export const warnOfPassword = (given: string): void => {
  if (warned || placeOf(given).password === undefined) return;
  warned = true;
  logLine({
    level: 'warning',
    code: 'STORE_PASSWORD_SHOWN',
    message:
      'the password of the database stands on the command line, where every user of this machine can see it; use PGPASSWORD, CALLGATE_STORE, or `store: {url, password: {from: NAME}}` in the configuration',
  });
};
