import type { Keys } from '@callgate/gate';
import type { AuditEntry, StoredEntry } from '@callgate/gate/record';
import { makeStoreCorruptError } from '@callgate/gate/sql';
import { storedRecordMessages } from '@callgate/messages/stored-record';
import { isAborted } from './faults.ts';
import { GroupReads } from './group-reads.ts';
import type { GroupLeave } from './group-tx.ts';
import { GroupTx } from './group-tx.ts';
import { GroupWrites, sendEntries } from './group-writes.ts';
import { lockNumber } from './locks.ts';
import { NameLocks } from './name-locks.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import type { ReadMemory } from './read-guesses.ts';
import { ReadGuesses } from './read-guesses.ts';
import type { TxParts } from './postgres-tx.ts';
import type { ReplicaJournal } from './replica-journal.ts';
import type { RememberedSession } from './session-changes.ts';
import type { SessionCache } from './session-table.ts';

export type GroupWork = (tx: GroupTx) => Promise<unknown>;

/** What came of one piece of work. `chained`: its entries are in the chain, and others may stand behind them. */
export type GroupOutcome =
  | { readonly how: 'done'; readonly value: unknown }
  | { readonly how: 'failed'; readonly error: unknown; readonly chained: boolean }
  | { readonly how: GroupLeave; readonly chained: boolean };

/** The server ends a transaction that is idle for the whole time. */
const IDLE_SHARE = 0.8;

interface GroupSession {
  readonly n: number;
  readonly stored: RememberedSession | undefined;
}

/**
 * Pieces of work of one transaction that run side by side. What they ask goes to the database together, what they write
 * goes there when all have ended. Names keep apart what would keep them apart in transactions of their own.
 */
export class CommitGroup {
  readonly #connection: PostgresConnection;
  readonly #parts: TxParts;
  readonly names: NameLocks<GroupTx> = new NameLocks();
  readonly reads: GroupReads;
  /** Sessions as the work that has ended left them. */
  readonly sessions: Map<string, GroupSession> = new Map();
  readonly #writes: GroupWrites = new GroupWrites();
  readonly #entries: StoredEntry[] = [];
  readonly #taken: Map<
    string,
    { readonly isShared: boolean; readonly answer: Promise<boolean> | undefined }
  > = new Map();
  readonly #raised: Set<string> = new Set();
  readonly #sent: Promise<unknown>[] = [];
  readonly #live: Map<GroupTx, (error: unknown) => void> = new Map();
  #hasAsked = false;
  #fault: { readonly error: unknown } | undefined;
  #aborted: { readonly error: unknown } | undefined;
  #wrote = false;
  readonly #begin: () => Promise<unknown>;
  readonly guesses: ReadGuesses = new ReadGuesses();
  isOpen = false;
  /** While the transaction begins. */
  begun: Promise<void> | undefined;

  /** @param begin Sends what begins the transaction: when the first question is asked that cannot be guessed. */
  constructor(connection: PostgresConnection, parts: TxParts, begin: () => Promise<unknown>) {
    this.#connection = connection;
    this.#parts = parts;
    this.#begin = begin;
    this.reads = new GroupReads(
      connection,
      () => {
        this.open();
        this.#hasAsked = true;
        this.#send();
      },
      (error) => this.#refused(error),
    );
  }

  get journal(): ReplicaJournal {
    return this.#parts.journal;
  }

  get keys(): Keys {
    return this.#parts.keys;
  }

  get cache(): SessionCache {
    return this.#parts.sessions;
  }

  get memory(): ReadMemory {
    return this.#parts.memory;
  }

  /** What the database refused. */
  get fault(): { readonly error: unknown } | undefined {
    return this.#fault ?? this.#aborted;
  }

  /** Begins the transaction, and has checked what was guessed. */
  open(): void {
    if (this.isOpen) return;
    this.isOpen = true;
    this.begun = this.#begin().then(() => {
      this.begun = undefined;
    });
    this.begun.catch(() => {});
    this.#sends(this.guesses.send(this.#connection));
  }

  get hasWritten(): boolean {
    return this.#wrote || this.#entries.length > 0 || !this.#writes.isEmpty;
  }

  /** Undefined where the transaction has it; `shared` where it has it only with others. */
  take(name: string, isShared: boolean, isFirst: boolean): Promise<boolean> | 'shared' | undefined {
    const taken = this.#taken.get(name);
    if (taken !== undefined) return isShared || !taken.isShared ? taken.answer : 'shared';
    const number = lockNumber(this.#parts.schema, name);
    const question = { number, isShared, waits: isFirst && !this.#hasAsked };
    if (!this.isOpen) {
      this.guesses.name(question);
      this.#taken.set(name, { isShared, answer: undefined });
      return undefined;
    }
    const answer = this.reads.name(question);
    answer.catch(() => {});
    this.#taken.set(name, { isShared, answer });
    return answer;
  }

  /** Whether no other work of this transaction wanted to raise these labels. */
  isFirstToRaise(labels: string): boolean {
    const isFirst = !this.#raised.has(labels);
    this.#raised.add(labels);
    return isFirst;
  }

  /** Where a session is stored that is not there yet. */
  placeOf(key: string): number {
    const session = this.sessions.get(key);
    if (session === undefined) throw makeStoreCorruptError(storedRecordMessages.session({ session: key }));
    return session.n;
  }

  /** Whether work that has ended moved it, and the database does not know yet. */
  hasMoved(call: string): boolean {
    return this.#writes.hasMoved(call);
  }

  append(entry: AuditEntry): StoredEntry {
    const stored = this.journal.chainNext(entry);
    this.#entries.push(stored);
    return stored;
  }

  /** Runs all of it, and says what came of each. What waits for something else than the database is given up after a time. */
  async run(
    works: readonly GroupWork[],
    busyMs: number,
    late: () => Error,
  ): Promise<readonly GroupOutcome[]> {
    const watch = setInterval(
      () => {
        const now = performance.now();
        for (const [tx, giveUp] of this.#live) if (now - tx.idleSince > IDLE_SHARE * busyMs) giveUp(late());
      },
      Math.max(10, busyMs / 20),
    );
    try {
      return await Promise.all(works.map((work, place) => this.#one(work, new GroupTx(this, place))));
    } finally {
      clearInterval(watch);
      this.reads.end();
    }
  }

  async #one(work: GroupWork, tx: GroupTx): Promise<GroupOutcome> {
    try {
      const value = await new Promise((resolve, reject) => {
        this.#live.set(tx, reject);
        work(tx).then(resolve, reject);
      });
      if (tx.left === undefined) await tx.finish();
      if (tx.left !== undefined) return { how: tx.left, chained: tx.entries > 0 };
      this.#writes.add(tx.writes);
      for (const [key, stored] of tx.sessions) {
        this.sessions.set(key, { n: stored.n, stored });
        this.cache.set(key, stored);
      }
      return { how: 'done', value };
    } catch (error) {
      const chained = tx.entries > 0;
      return tx.left === undefined ? { how: 'failed', error, chained } : { how: tx.left, chained };
    } finally {
      tx.end();
      this.#live.delete(tx);
      this.names.release(tx);
    }
  }

  #refused(error: unknown): void {
    // what failed may be heard of later than what failed because of it
    if (isAborted(error)) this.#aborted ??= { error };
    else this.#fault ??= { error };
  }

  #sends(sent: readonly Promise<unknown>[]): void {
    for (const each of sent) {
      each.catch((error: unknown) => this.#refused(error));
      this.#sent.push(each);
    }
  }

  /** Sends what was written and not sent. */
  #send(): void {
    if (this.#writes.isEmpty) return;
    this.#wrote = true;
    for (const digest of this.#writes.digests) this.journal.noteKept(digest);
    this.#sends(this.#writes.send(this.#connection));
  }

  /** Begins the transaction where nothing was asked, and sends all that was written. Each answer, in the order in which they were sent. */
  sendAll(): readonly Promise<unknown>[] {
    this.open();
    this.#send();
    this.#sends(sendEntries(this.#connection, this.journal.chain, this.#entries));
    return this.#sent;
  }
}
