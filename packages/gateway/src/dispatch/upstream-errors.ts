import { CallgateError, display } from '@callgate/core';
import { NotSentError } from '@callgate/gate';

/** Thrown for a call of which bytes were written and no answer came. */
export const indeterminateError = (server: string, why: string): CallgateError =>
  new CallgateError('UPSTREAM_LOST', `server \`${display(server)}\` ${why}`);

export const notSentError = (server: string, why: string, cause?: unknown): NotSentError =>
  new NotSentError(`nothing was sent to server \`${display(server)}\`: ${why}`, { cause });

export const upstreamError = (code: string, server: string, why: string, help?: string): CallgateError =>
  new CallgateError(code, `server \`${display(server)}\` ${why}`, help === undefined ? {} : { help });

export const signInRequiredError = (server: string): CallgateError =>
  new CallgateError('UPSTREAM_SIGN_IN', `server \`${display(server)}\` requires sign-in (HTTP 401)`, {
    help: 'give its credentials in a header: `headers` in callgate.yaml, or `callgate run --header-env`',
  });

/** What an error says, safe to show. */
export const reasonText = (error: unknown): string =>
  display(error instanceof Error ? error.message : String(error), { max: 300 });
