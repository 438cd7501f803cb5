import type { CallgateError, Session } from '@callgate/core';
import type { SessionLabels } from '@callgate/core/label';
import type { CallChange, CallRow, CallState, CallIdentity } from '../record/call-row.ts';
import type { Checkpoint, AuditLogHead, AuditLogWriter } from '../record/audit-entry.ts';
import type { Grant } from '../record/grant.ts';
import type { Vote } from '../record/vote.ts';
import type { CallCount, CallShare, CountQuestion } from './call-counts.ts';
import type { StoreReader } from './store-reader.ts';

/** Something the operator should know, written down so that it is not lost. */
export interface Alert {
  readonly id: string;
  readonly at: number;
  readonly code: string;
  readonly message: string;
  readonly call: string | null;
  readonly to: readonly string[];
}

/** Which calls are in flight at once, for a limit. Absent parts count all. */
export interface RunningFilter {
  readonly server?: string;
  readonly target?: string;
  readonly principal?: string;
}

export type SharedLabelHolder = 'principal' | 'store';

/**
 * What can be done inside a transaction. Everything read is locked until the end of it, so nobody else changes it
 * meanwhile. `work` may wait for nothing but these methods.
 */
export interface Tx extends AuditLogWriter {
  /** The store's time: never less than that of the last row of the record. Throws CLOCK_BACK if the clock is more than 5 s behind. */
  now(): number;
  /**
   * What is written here may be synced a moment after `transact` has resolved: it survives a kill, and may be lost with
   * the power. Without effect where the work changes a label: losing evidence must never relax a decision.
   */
  syncLater(): void;

  // ── record ──
  head(): Promise<AuditLogHead>;
  addCheckpoint(checkpoint: Checkpoint): Promise<void>;

  // ── calls ──
  insertCall(call: CallRow): Promise<void>;
  call(id: string): Promise<CallRow | undefined>;
  callByTicket(ticket: string): Promise<CallRow | undefined>;
  /** The newest call of a session with this key of the host. */
  callByKey(session: string, key: string): Promise<CallRow | undefined>;
  /** Compare-and-set: false if the call is not in `from` any more, or the arrow does not exist. */
  moveCall(id: string, from: CallState, to: CallState, change: CallChange): Promise<boolean>;
  /** The newest dispatched call of the same principal, server with its identity, target and arguments. */
  twinOf(call: CallIdentity & { readonly principal: string }): Promise<CallRow | undefined>;
  /** A call that waits for people, or was approved and waits to be sent, and is the same in the same session. */
  heldTwin(session: string, call: CallIdentity): Promise<CallRow | undefined>;
  /** Calls of a session that people were asked about since a time, whatever became of them. */
  askedSince(session: string, since: number): Promise<number>;
  /** Calls of a principal that wait for people now. */
  pendingOf(principal: string): Promise<number>;
  /** Calls in `dispatching`, of all who opened the store. */
  running(filter: RunningFilter): Promise<number>;
  /** Held or approved calls whose time is over, earliest first. */
  overdue(now: number, limit: number): Promise<readonly CallRow[]>;
  /** Calls that an opener of the store left behind, by state; on wish only those whose requester waited there. */
  callsOfInstance(
    instance: string,
    states: readonly CallState[],
    limit: number,
    onlyAttached?: boolean,
  ): Promise<readonly CallRow[]>;

  // ── counts ──
  /** What each question comes to without the call `except`. Nobody changes it until the end. */
  callCounts(questions: readonly CountQuestion[], except: string): Promise<readonly CallCount[]>;
  /** From now on a call counts in these series and no others: as one that left at a time, or as one that waits. */
  countCall(call: string, shares: readonly CallShare[], at: number | null): Promise<void>;
  /** It counts nowhere: it will never leave. */
  uncountCall(call: string): Promise<void>;

  // ── people ──
  /** false if this subject's word on this call is there already. */
  addVote(vote: Vote): Promise<boolean>;
  votes(call: string): Promise<readonly Vote[]>;
  insertGrant(grant: Grant): Promise<void>;
  grant(id: string): Promise<Grant | undefined>;
  /** Grants for a tool of a principal that are neither revoked, nor used up, nor ended. Earliest first. */
  grantsFor(principal: string, server: string, target: string, now: number): Promise<readonly Grant[]>;
  /** Takes one use. Compare-and-set: false if there is none left, it ended or it was revoked. */
  spendGrant(id: string, now: number): Promise<boolean>;
  /** false if it was revoked before. */
  revokeGrant(id: string, revoked: NonNullable<Grant['revoked']>): Promise<boolean>;
  /** Takes back every grant that still counts; how many that were. */
  revokeAllGrants(revoked: NonNullable<Grant['revoked']>): Promise<number>;
  /** false if an alert with this id is there already. */
  addAlert(alert: Alert): Promise<boolean>;
  /** Whether an alert with this id is there. */
  hasAlert(id: string): Promise<boolean>;

  // ── sessions ──
  session(key: string): Promise<Session | undefined>;
  saveSession(key: string, session: Session): Promise<void>;
  dropSession(key: string): Promise<void>;
  /** Keys of sessions that begin so, the newest first. They are not locked. */
  sessionKeys(prefix: string, limit: number): Promise<readonly string[]>;
  labels(of: SharedLabelHolder, name: string): Promise<SessionLabels | undefined>;
  saveLabels(of: SharedLabelHolder, name: string, labels: SessionLabels): Promise<void>;

  // ── openers ──
  /** Openers that are gone without having closed. Their calls need a word. */
  deadInstances(): Promise<readonly string[]>;
  /** Its calls have been seen to. */
  forgetInstance(instance: string): Promise<void>;
}

/**
 * The state behind a gate. `transact` resolves when what was done is durable. What `work` throws undoes its own
 * changes and nobody else's. A store may undo `work` and do it from the beginning again where another process was in the
 * way: it changes nothing but what it was given. What the storage itself does wrong comes as a `CallgateError`:
 * - `STORE_FULL`: nothing was written; it can be tried again when there is space;
 * - `STORE_BUSY`: another process held the store for too long; nothing was written;
 * - `STORE_AWAY`: the database cannot be reached; nothing was written;
 * - `STORE_LOST`: it has lost what it had acknowledged; nothing is written before an operator accepts that;
 * - `STORE_GONE`: a file of it was deleted, moved or replaced while it was open. The store is broken from here on;
 * - `STORE_UNKNOWN`: nobody knows whether it was written. The store is broken from here on;
 * - `STORE_BROKEN`: refused, because of an earlier `STORE_UNKNOWN`. Open the store anew in a new process.
 */
export interface Store {
  /** The id of this opener. It counts as alive as long as its process lives and has not closed. */
  readonly instance: string;
  /** Set once nothing more can be written. */
  readonly broken: CallgateError | undefined;
  /** Looks now whether the store that is open is still the one that others find, and throws `broken` where it is not. */
  checkPlace(): void;
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Queries for people, on a connection of their own: they never block a writer. */
  readonly read: StoreReader;
  /** Calls `listener` soon after a commit, in this process or another. The function it returns ends that. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}
