import { CallgateError } from '@callgate/core';
import type { ApiProblem } from '@callgate/operations';

/** A request that is not answered, and the status that says so. */
export class Refused extends CallgateError {
  readonly status: number;

  constructor(status: number, code: string, message: string, help?: string) {
    super(code, message, help === undefined ? {} : { help });
    this.status = status;
  }
}

/** Where the store cannot be asked nobody is told yes or no, nor where it is: they may not be signed in. */
const UNAVAILABLE: ReadonlyMap<string, string> = new Map([
  ['STORE_AWAY', 'the database cannot be reached'],
  ['STORE_BUSY', 'the database has too much to do'],
  ['STORE_CLOSED', 'Callgate is being stopped'],
  ['STORE_FAILED', 'the database refused it'],
  ['STORE_LOST', 'the database has lost what it had acknowledged'],
]);

/** An error of whoever was asked, as it is told. */
export const refusalOf = (error: CallgateError): Refused => {
  const { code, message, help } = error;
  const words = UNAVAILABLE.get(code);
  return words === undefined
    ? new Refused(statusOf(error), code, message, help)
    : new Refused(503, code, words, 'try again in a moment; whoever is signed in stays so');
};

const statusOf = ({ code }: CallgateError): number => {
  if (code.endsWith('_UNKNOWN')) return 404;
  if (code.endsWith('_FORBIDDEN')) return 403;
  return code.endsWith('_CHANGED') || code.endsWith('_TWICE') ? 409 : 400;
};

export const problemOf = ({ code, message, help }: CallgateError): ApiProblem => ({
  code,
  message,
  ...(help === undefined ? {} : { help }),
});
