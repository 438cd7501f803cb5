import { CallgateError, display } from '@callgate/core';
import {
  describeCause,
  makeStoreBusyError,
  makeStoreDoubleError,
  makeStoreFullError,
  makeStoreRefusedError,
} from '@callgate/gate/sql';
import { databaseErrors } from '@callgate/messages/errors/database';

/** What an error of the database means. `other`: it is not the database that failed. */
export type PostgresFaultKind = 'away' | 'busy' | 'full' | 'double' | 'refused' | 'doubt' | 'other';

/** Deadlock, serialisation, a lock or a statement that took too long. */
const BUSY = new Set(['40P01', '40001', '55P03', '57014']);
const FULL = new Set(['53100', '53200', '54000']);
/** The server was told not to wait for a standby: what was committed may be lost with it. */
export const UNREPLICATED = 'UNREPLICATED';

/** The server ends, starts, follows another, or there is none. */
const AWAY = new Set([
  UNREPLICATED,
  '25006',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
]);

/** Two waited for each other, and this one was given up: the same work may well succeed at once. */
export const isCollision = (error: unknown): boolean => ['40P01', '40001'].includes(codeOf(error) ?? '');

/** A statement before it failed: that one says why. */
export const isAborted = (error: unknown): boolean => codeOf(error) === '25P02';

export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

export const classifyPostgresFault = (error: unknown): PostgresFaultKind => {
  if (error instanceof CallgateError) return 'other';
  const code = codeOf(error);
  if (code === undefined) return 'other';
  if (BUSY.has(code)) return 'busy';
  if (FULL.has(code)) return 'full';
  if (AWAY.has(code) || code.startsWith('08')) return 'away';
  if (code === '23505') return 'double';
  return code.startsWith('22') || code.startsWith('23') ? 'refused' : 'doubt';
};

/** The database cannot be reached. Nothing was written. */
export const makeStoreAwayError = (cause: unknown): CallgateError =>
  new CallgateError(databaseErrors.unreachable({ cause: describeCause(cause) }), { cause });

/** The database will not do it: a right that is missing, a table that is gone. The work was undone. */
export const makeStoreFailedError = (cause: unknown): CallgateError =>
  new CallgateError(databaseErrors.rejected({ cause: describeCause(cause) }), { cause });

/** What an error of the database means for the work that it undid. */
export const toStoreFault = (error: unknown, busyMs: number): unknown => {
  switch (classifyPostgresFault(error)) {
    case 'busy':
      return makeStoreBusyError(busyMs, isCollision(error) ? error : undefined);
    case 'full':
      return makeStoreFullError(error);
    case 'double':
      return makeStoreDoubleError(error);
    case 'refused':
      return makeStoreRefusedError(error);
    case 'away':
      return makeStoreAwayError(error);
    case 'doubt':
      return makeStoreFailedError(error);
    default:
      return error;
  }
};

/** What was acknowledged is not there any more. */
export class StoreLostError extends CallgateError {
  /** The database has a note of it already. A second note could come after the loss was accepted. */
  readonly isNoted: boolean;

  readonly loss: string;

  constructor(what: string, isNoted: boolean) {
    const loss = display(what, { max: 300 });
    super(databaseErrors.lost({ what: loss }));
    this.loss = loss;
    this.isNoted = isNoted;
  }
}

export const makeStoreLostError = (what: string): StoreLostError => new StoreLostError(what, false);

export const makeNotedLoss = (what: string): StoreLostError => new StoreLostError(what, true);

export const makePostgresOpenError = (cause: unknown): unknown =>
  classifyPostgresFault(cause) === 'other'
    ? cause
    : new CallgateError(databaseErrors.openFailed({ cause: describeCause(cause) }), { cause });
