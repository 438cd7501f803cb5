import { CallgateError } from '@callgate/core';
import type { ApiProblem } from '../api/endpoint.ts';

/** A request that is not answered, and the status that says so. */
export class Refused extends CallgateError {
  readonly status: number;

  constructor(status: number, code: string, message: string, help?: string) {
    super(code, message, help === undefined ? {} : { help });
    this.status = status;
  }
}

export const statusOf = ({ code }: CallgateError): number => {
  if (code.endsWith('_UNKNOWN')) return 404;
  if (code.endsWith('_FORBIDDEN')) return 403;
  return code.endsWith('_CHANGED') || code.endsWith('_TWICE') ? 409 : 400;
};

export const problemOf = ({ code, message, help }: CallgateError): ApiProblem => ({
  code,
  message,
  ...(help === undefined ? {} : { help }),
});
