import { CallgateError, display } from '@callgate/core';

/** A request that is not answered, and the status that says so. */
export class HttpRefusal extends CallgateError {
  readonly status: number;
  /** Further headers of the answer: names and values in turn. */
  readonly headers: readonly string[];

  constructor(status: number, code: string, message: string, help?: string, headers: readonly string[] = []) {
    super(code, message, help === undefined ? {} : { help });
    this.status = status;
    this.headers = headers;
  }
}

/** An error as it is told in JSON. */
export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly help?: string;
}

export const toErrorBody = ({ code, message, help }: CallgateError): ErrorBody => ({
  code,
  message,
  ...(help === undefined ? {} : { help }),
});

const statusOf = ({ code }: CallgateError): number => {
  if (code.endsWith('_UNKNOWN')) return 404;
  if (code.endsWith('_FORBIDDEN')) return 403;
  return code.endsWith('_CHANGED') || code.endsWith('_TWICE') ? 409 : 400;
};

/** An error of whoever was asked, as it is told; `failed` is the code of what nobody expected. */
export const toHttpRefusal = (error: unknown, failed: string, status?: number): HttpRefusal => {
  if (error instanceof HttpRefusal) return error;
  if (error instanceof CallgateError)
    return new HttpRefusal(status ?? statusOf(error), error.code, error.message, error.help);
  const said = error instanceof Error ? error.message : String(error);
  return new HttpRefusal(500, failed, display(said, { max: 300 }));
};
