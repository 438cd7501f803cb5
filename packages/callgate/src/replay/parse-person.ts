import { CallgateError, display } from '@callgate/core';
import { traceErrors } from '@callgate/messages/errors/trace';
import { readLabels } from './read-labels.ts';
import type { ReplayedPerson } from './replay-trace.ts';

const EXCEPT = 'except:';

/** The person that `--approve` plays: one who approves everything, or all but the calls that an attacker caused. */
export const parsePerson = (written: string): ReplayedPerson => {
  if (written === 'all') return { approves: () => true };
  const paths = written.startsWith(EXCEPT) ? written.slice(EXCEPT.length) : '';
  if (paths === '') throw new CallgateError(traceErrors.person({ written: display(written) }));
  const labels = readLabels(paths.split(','));
  return { approves: (session, call) => labels.get(session)?.attack.includes(call) !== true };
};
