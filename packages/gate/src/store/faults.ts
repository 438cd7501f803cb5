import { CallgateError, display } from '@callgate/core';
import { storeErrors } from '@callgate/messages/errors/store';

/** What an error of the storage says, safe to show. */
export const describeCause = (cause: unknown): string =>
  display(cause instanceof Error ? cause.message : String(cause), { max: 300 });

export const makeStoreFullError = (cause: unknown): CallgateError =>
  new CallgateError(storeErrors.full({ cause: describeCause(cause) }), { cause });

/** @param collision What the storage said where two waited for each other and one had to give way. */
export const makeStoreBusyError = (ms: number, collision?: unknown): CallgateError =>
  collision === undefined
    ? new CallgateError(storeErrors.busy({ ms }))
    : new CallgateError(storeErrors.conflict(), { cause: collision });

export const isStoreBusy = (error: unknown): boolean =>
  error instanceof CallgateError && error.code === 'STORE_BUSY';

export const makeStoreUnknownError = (cause: unknown): CallgateError =>
  new CallgateError(storeErrors.writeUnknown({ cause: describeCause(cause) }), { cause });

export const makeStoreBrokenError = (cause: CallgateError): CallgateError =>
  new CallgateError(storeErrors.broken({ cause: cause.message }), { cause });

/** @param file The path at which the open file is no longer found. */
export const makeStoreGoneError = (file: string): CallgateError =>
  new CallgateError(storeErrors.gone({ file: display(file, { max: 300 }) }));

export const makeStoreClosedError = (): CallgateError => new CallgateError(storeErrors.closed());

export const makeStoreDoubleError = (cause: unknown): CallgateError =>
  new CallgateError(storeErrors.duplicate({ cause: describeCause(cause) }), { cause });

export const makeStoreRefusedError = (cause: unknown): CallgateError =>
  new CallgateError(storeErrors.valueInvalid({ cause: describeCause(cause) }), { cause });

/** The file does not hold what a store writes. Whatever it meant is not guessed. */
export const makeStoreCorruptError = (what: string, cause?: unknown): CallgateError =>
  new CallgateError(storeErrors.corrupt({ what: display(what, { max: 300 }) }), { cause });
