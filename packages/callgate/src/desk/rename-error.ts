import { CallgateError } from '@callgate/core';

/** What an operation refuses, by the code and in the words of the command that asked. Other errors pass. */
export const renameError =
  (from: string, code: string, { message, help }: { readonly message: string; readonly help: string }) =>
  (error: unknown): never => {
    throw error instanceof CallgateError && error.code === from
      ? new CallgateError(code, message, { help })
      : error;
  };
