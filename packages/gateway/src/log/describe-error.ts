import { CallgateError, display } from '@callgate/core';

/** An error for a log: its code and message, or what it says, safe to show. */
export const describeError = (error: unknown): string =>
  error instanceof CallgateError
    ? `${error.code}: ${error.message}`
    : display(error instanceof Error ? error.message : String(error), { max: 300 });
