import { CallgateError } from '@callgate/core';
import { chainEntry, mintId } from '@callgate/gate/record';
import type { Checkpoint, AuditEntry, AuditLogHead, StoredEntry } from '@callgate/gate/record';
import { storeErrors } from '@callgate/messages/errors/store';
import type { RecentEntries } from './recent-entries.ts';
import type { Statements } from './statements.ts';

/** A clock that is further behind the record than this is not believed. */
export const MAX_CLOCK_LAG_MS = 5000;

const MOST_REMEMBERED = 10_000;

/** The end of this opener's own chain. Nobody else writes to it. */
export class ReplicaJournal {
  readonly chain: number;
  #head: AuditLogHead;
  /** As the last commit left it. */
  #acknowledged: AuditLogHead;
  /** As the last piece of work left it. */
  #kept: AuditLogHead;
  readonly #known: Set<string> = new Set();
  readonly #knownNow: Set<string> = new Set();
  #clock: () => number = () => 0;
  #newest = 0;

  readonly #recent: RecentEntries;

  constructor(chain: number, head: AuditLogHead, recent: RecentEntries) {
    this.chain = chain;
    this.#recent = recent;
    this.#head = head;
    this.#kept = head;
    this.#acknowledged = head;
  }

  get head(): AuditLogHead {
    return this.#head;
  }

  get acknowledged(): AuditLogHead {
    return this.#acknowledged;
  }

  /** A transaction begins: its clock, and the time of the newest row that anybody has written. */
  begin(clock: () => number, newest: number): void {
    this.#clock = clock;
    this.#newest = newest;
  }

  now(): number {
    const now = Math.trunc(this.#clock());
    const at = Math.max(this.#newest, this.#head.at);
    if (at - now > MAX_CLOCK_LAG_MS) throw new CallgateError(storeErrors.clockBehind({ ms: at - now }));
    return Math.max(now, at);
  }

  /** Gives an entry its place at the end of the chain. */
  chainNext(entry: AuditEntry): StoredEntry {
    const at = this.now();
    const id = mintId(at);
    const row = chainEntry(this.#head, entry, at, id);
    this.#head = { seq: row.seq, at: row.at, hash: row.hash };
    this.#recent.note(this.chain, row, entry, id);
    return row;
  }

  append(statements: Statements, entry: AuditEntry): StoredEntry {
    const row = this.chainNext(entry);
    statements.send(
      'INSERT INTO journal (chain, place, at, hash, bytes) VALUES (?, ?, ?, ?, ?)',
      this.chain,
      row.seq,
      row.at,
      row.hash,
      row.bytes,
    );
    return row;
  }

  /** Whether it was kept for good. */
  isKept(digest: string): boolean {
    return this.#known.has(digest);
  }

  /** Once the transaction is committed, this is kept for good. */
  noteKept(digest: string): void {
    this.#knownNow.add(digest);
  }

  keep(statements: Statements, digest: string, text: string): void {
    if (this.#known.has(digest) || this.#knownNow.has(digest)) return;
    this.#knownNow.add(digest);
    statements.send(
      'INSERT INTO kept (digest, text) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING',
      digest,
      text,
    );
  }

  /** Several openers may make the same one: the first counts. */
  addCheckpoint(statements: Statements, { size, bytes, signature }: Checkpoint): void {
    statements.send(
      'INSERT INTO checkpoints (size, bytes, signature) VALUES (?, ?, ?) ON CONFLICT (size) DO NOTHING',
      size,
      bytes,
      signature,
    );
  }

  /** What one piece of work did counts. */
  keepChanges(): void {
    this.#kept = this.#head;
    if (this.#known.size > MOST_REMEMBERED) this.#known.clear();
  }

  /** What one piece of work did was undone. */
  undo(): void {
    this.#head = this.#kept;
    this.#knownNow.clear();
  }

  committed(): void {
    this.#acknowledged = this.#head;
    for (const digest of this.#knownNow) this.#known.add(digest);
    this.#knownNow.clear();
  }

  /** The whole transaction was undone. */
  undoAll(): void {
    this.#kept = this.#acknowledged;
    this.undo();
  }
}
