import { CallgateError } from '@callgate/core';
import { storeErrors } from '@callgate/messages/errors/store';
import type { Clock } from '../../environment/clock.ts';
import { mintId } from '../../environment/ids.ts';
import { chainEntry } from '../../record/chain-entry.ts';
import type { Checkpoint, AuditEntry, AuditLogHead, StoredEntry } from '../../record/audit-entry.ts';
import { HEAD_QUERY, readLogHead } from '../rows/audit-log-codec.ts';
import { indexEntries } from './entry-index.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** A clock that is further behind the record than this is not believed. */
export const MAX_CLOCK_LAG_MS = 5000;

const MOST_REMEMBERED = 10_000;

/** The end of the chain, as the writer sees it inside its transaction. */
export class AuditLogTable {
  readonly #connection: SqliteConnection;
  readonly #clock: Clock;
  #head: AuditLogHead | undefined;
  /** Digests of what is kept already; nothing is ever removed. */
  readonly #kept: Set<string> = new Set();
  #keptNow: Set<string> = new Set();
  /** How many entries were written here since the index had them all. */
  unindexed = 0;

  constructor(connection: SqliteConnection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  /** Another process may have written: what is remembered no longer counts. */
  forget(): void {
    this.#head = undefined;
  }

  /** What was done since the last `keepChanges` is undone. */
  undo(): void {
    this.forget();
    if (this.#keptNow.size > 0) this.#keptNow = new Set();
  }

  keepChanges(): void {
    if (this.#keptNow.size === 0) return;
    if (this.#kept.size > MOST_REMEMBERED) this.#kept.clear();
    for (const digest of this.#keptNow) this.#kept.add(digest);
    if (this.#keptNow.size > 0) this.#keptNow = new Set();
  }

  clear(): void {
    this.#kept.clear();
  }

  head(): AuditLogHead {
    return (this.#head ??= readLogHead(this.#connection.query(HEAD_QUERY).get()));
  }

  now(): number {
    const now = Math.trunc(this.#clock.now());
    const { at } = this.head();
    if (at - now > MAX_CLOCK_LAG_MS) throw new CallgateError(storeErrors.clockBehind({ ms: at - now }));
    return Math.max(now, at);
  }

  append(entry: AuditEntry): StoredEntry {
    const at = this.now();
    const row = chainEntry(this.head(), entry, at, mintId(at));
    this.#connection
      .query('INSERT INTO record (seq, at, event, call, hash, bytes) VALUES (?, ?, ?, ?, ?, ?)')
      .run(row.seq, row.at, row.event, row.call, row.hash, row.bytes);
    this.#head = { seq: row.seq, at: row.at, hash: row.hash };
    this.unindexed += 1;
    return row;
  }

  /** Adds the newest entries to the index, by whomever they were written. */
  index(): void {
    indexEntries(this.#connection);
    this.unindexed = 0;
  }

  keep(digest: string, text: string): void {
    if (this.#kept.has(digest) || this.#keptNow.has(digest)) return;
    this.#keptNow.add(digest);
    this.#connection
      .query('INSERT INTO kept (digest, text) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING')
      .run(digest, text);
  }

  /** Several openers may make the same one: the first counts. */
  addCheckpoint({ size, bytes, signature }: Checkpoint): void {
    this.#connection
      .query(
        'INSERT INTO checkpoints (size, bytes, signature) VALUES (?, ?, ?) ON CONFLICT (size) DO NOTHING',
      )
      .run(size, bytes, signature);
  }
}
