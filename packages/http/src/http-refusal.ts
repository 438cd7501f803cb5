import { CallgateError, display } from '@callgate/core';
import type { ErrorText } from '@callgate/messages/text/error-text';

/** A request that is not answered, and the status that says so. */
export class HttpRefusal extends CallgateError {
  readonly status: number;
  /** Further headers of the answer: names and values in turn. */
  readonly headers: readonly string[];

  constructor(status: number, text: ErrorText, headers?: readonly string[]);
  constructor(status: number, code: string, message: string, help?: string, headers?: readonly string[]);
  constructor(
    status: number,
    first: ErrorText | string,
    second: string | readonly string[] = [],
    help?: string,
    headers: readonly string[] = [],
  ) {
    const more = help === undefined ? {} : { help };
    super(typeof first === 'string' ? { code: first, message: String(second), ...more } : first);
    this.status = status;
    this.headers = typeof second === 'string' ? headers : second;
  }
}

/** An error as it is told in JSON. */
export const toErrorBody = ({ code, message, help }: CallgateError): ErrorText => ({
  code,
  message,
  ...(help === undefined ? {} : { help }),
});

const statusOf = ({ code }: CallgateError): number => {
  if (code.endsWith('_UNKNOWN')) return 404;
  if (code.endsWith('_FORBIDDEN')) return 403;
  return code.endsWith('_CHANGED') || code.endsWith('_TWICE') ? 409 : 400;
};

/** An error as the answer tells it; `failed` is the code of an unexpected one. */
export const toHttpRefusal = (error: unknown, failed: string, status?: number): HttpRefusal => {
  if (error instanceof HttpRefusal) return error;
  if (error instanceof CallgateError) return new HttpRefusal(status ?? statusOf(error), toErrorBody(error));
  const said = error instanceof Error ? error.message : String(error);
  return new HttpRefusal(500, { code: failed, message: display(said, { max: 300 }) });
};
