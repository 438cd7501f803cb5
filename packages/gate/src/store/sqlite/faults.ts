import { CallgateError, display } from '@callgate/core';
import { storeErrors } from '@callgate/messages/errors/store';
import { describeCause } from '../faults.ts';

/** Primary result codes of SQLite that are told apart. The rest counts as doubt. */
const FULL = 13;
const BUSY = new Set([5, 6, 15]);
/** A statement that SQLite refused and undid by itself, and that says nothing about the file. */
const REFUSED = new Set([18, 19, 20, 25]);
/** Something that may be there once is there already: a primary key, a unique index, a row's place. */
const DOUBLE = new Set([1555, 2067, 2579]);

export type SqliteFaultKind = 'full' | 'busy' | 'double' | 'refused' | 'doubt' | 'other';

const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode
    : undefined;

/** What an error of the database means. `other`: it is not the database that failed. */
export const classifySqliteFault = (error: unknown): SqliteFaultKind => {
  const code = codeOf(error);
  if (code === undefined) return 'other';
  if (DOUBLE.has(code)) return 'double';
  const primary = code & 0xff;
  if (primary === FULL) return 'full';
  if (BUSY.has(primary)) return 'busy';
  return REFUSED.has(primary) ? 'refused' : 'doubt';
};

/** Another process is at it, or there is no space to move the log to: it keeps what was committed. */
export const canCheckpointLater = (error: unknown): boolean => {
  const kind = classifySqliteFault(error);
  return kind === 'busy' || kind === 'full';
};

/** What went wrong while a file was opened, in words. */
export const makeSqliteOpenError = (file: string, cause: unknown): unknown =>
  classifySqliteFault(cause) === 'other'
    ? cause
    : new CallgateError(storeErrors.openFailed({ file: display(file), cause: describeCause(cause) }), {
        cause,
      });
