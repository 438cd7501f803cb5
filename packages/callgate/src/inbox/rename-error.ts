import { CallgateError } from '@callgate/core';
import type { ErrorText } from '@callgate/messages/text/error-text';

/** Replaces an error of an operation with that of the command. Other errors pass. */
export const renameError =
  (from: string, text: ErrorText) =>
  (error: unknown): never => {
    throw error instanceof CallgateError && error.code === from ? new CallgateError(text) : error;
  };
