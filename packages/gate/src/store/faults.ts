import { CallgateError, display } from '@callgate/core';

/** What an error of the storage says, safe to show. */
export const describeCause = (cause: unknown): string =>
  display(cause instanceof Error ? cause.message : String(cause), { max: 300 });

export const makeStoreFullError = (cause: unknown): CallgateError =>
  new CallgateError(
    'STORE_FULL',
    `the store has no space left, and nothing was written: ${describeCause(cause)}`,
    {
      help: 'make space where the store lies, then try again',
      cause,
    },
  );

/** @param collision What the storage said where two waited for each other and one had to give way. */
export const makeStoreBusyError = (ms: number, collision?: unknown): CallgateError =>
  collision === undefined
    ? new CallgateError('STORE_BUSY', `somebody else held the store for ${ms} ms, and nothing was written`, {
        help: 'try again; if it stays so, look which process has the file open and does not go on',
      })
    : new CallgateError(
        'STORE_BUSY',
        'somebody else wanted the same at the same time, and nothing was written',
        {
          help: 'try again',
          cause: collision,
        },
      );

export const makeStoreUnknownError = (cause: unknown): CallgateError =>
  new CallgateError(
    'STORE_UNKNOWN',
    `the storage failed, and nobody knows whether it was written: ${describeCause(cause)}`,
    { help: 'end this process; a new one opens the store as it really is', cause },
  );

export const makeStoreBrokenError = (cause: CallgateError): CallgateError =>
  new CallgateError('STORE_BROKEN', `the store takes nothing more: ${cause.message}`, {
    help: 'end this process; a new one opens the store as it really is',
    cause,
  });

/** @param file The path at which the open file is no longer found. */
export const makeStoreGoneError = (file: string): CallgateError =>
  new CallgateError(
    'STORE_GONE',
    `a file of the store was deleted, moved or replaced while it was open (${display(file, { max: 300 })}); no call is sent`,
    {
      help: 'stop every Callgate process and put the store back from a copy, or accept the loss with callgate accept --lost-entries --reason TEXT; then start again',
    },
  );

export const makeStoreClosedError = (): CallgateError =>
  new CallgateError('STORE_CLOSED', 'the store is closed', { help: 'open it anew' });

export const makeStoreDoubleError = (cause: unknown): CallgateError =>
  new CallgateError('STORE_DOUBLE', `it is there already: ${describeCause(cause)}`, {
    help: 'give each thing an id of its own',
    cause,
  });

export const makeStoreRefusedError = (cause: unknown): CallgateError =>
  new CallgateError('STORE_REFUSED', `it cannot be stored: ${describeCause(cause)}`, {
    help: 'times and counts are whole numbers, texts are texts',
    cause,
  });

/** The file does not hold what a store writes. Whatever it meant is not guessed. */
export const makeStoreCorruptError = (what: string, cause?: unknown): CallgateError =>
  new CallgateError('STORE_CORRUPT', `${display(what, { max: 300 })} is not as a store writes it`, {
    help: 'something else has changed the file; verify the record and restore the store from a copy',
    ...(cause === undefined ? {} : { cause }),
  });
