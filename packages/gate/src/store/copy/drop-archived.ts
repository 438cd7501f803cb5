import { setImmediate as turn } from 'node:timers/promises';
import { LASTING_EVENTS, PASSING_EVENTS } from '../../record/lasting-entries.ts';
import { indexEntries } from '../sqlite/entry-index.ts';
import { openWriter, retryWhileBusy } from '../sqlite/open-database.ts';
import type { SqlRow } from '../rows/sql-row.ts';
import type { SqliteConnection } from '../sqlite/sqlite-connection.ts';
import { ENDED } from './archive-file.ts';

const BUSY_MS = 10_000;
/** Calls that are dropped in one transaction: a gate that writes waits for it. */
const AT_ONCE = 250;
const ENTRIES_AT_ONCE = 2000;

/** What an archive leaves in the store. */
export interface HeldValues {
  readonly session: readonly string[];
  readonly principal: readonly string[];
  readonly call: readonly string[];
}

/** Holds as they were after an entry. */
export interface HoldsAt {
  readonly seq: number;
  readonly held: HeldValues;
}

/** An archive that the audit log tells of. */
export interface RecordedArchive {
  readonly from: number;
  readonly to: number;
  /** Throws where it is not there as it was written. */
  require(): Promise<void>;
}

/** What must hold before entries are dropped. */
export interface DropGround {
  readonly archives: readonly RecordedArchive[];
  readHolds(): Promise<HoldsAt>;
  /** Throws where entries are in no archive. */
  refuse(): never;
}

const listed = (names: readonly string[]): string => `(${names.map((name) => `'${name}'`).join(', ')})`;

/** Authority stays: what grants are, and what operators did. */
const STAYS = `event IN ${listed(LASTING_EVENTS)}`;
/** Entries of no call that say nothing of what is still in force. */
const GOES = `event IN ${listed(PASSING_EVENTS)}`;

/**
 * A call goes with all its entries, or stays with all of them. What a repeat is compared with stays: a call whose
 * answer reached nobody. So does the newest call, by which the next one gets its number.
 */
const CALLS = `SELECT c.n AS n, c.id AS id FROM calls c NOT INDEXED WHERE c.n > ? AND ${ENDED}
  AND (c.released = 1 OR c.dispatched_at IS NULL OR c.state = 'failed')
  AND c.n < (SELECT max(n) FROM calls)
  AND EXISTS (SELECT 1 FROM record_index i WHERE i.call = c.id)
  AND NOT EXISTS (SELECT 1 FROM record_index i WHERE i.call = c.id AND i.seq > ?)
  AND c.session NOT IN (SELECT value FROM json_each(?))
  AND c.principal NOT IN (SELECT value FROM json_each(?))
  AND c.id NOT IN (SELECT value FROM json_each(?))
  ORDER BY c.n LIMIT ${AT_ONCE}`;

/** What operators did since holds were read: one may have been added. */
const NEW_DEEDS = "SELECT 1 FROM record WHERE seq > ? AND event = 'operator' LIMIT 1";

const ENTRIES_OF_CALL = `seq IN (SELECT i.seq FROM record_index i WHERE i.call = ?) AND NOT ${STAYS}`;

/** Whether it was done: where it was not, nothing is changed. */
const transact = async (connection: SqliteConnection, work: () => boolean): Promise<boolean> => {
  const { db } = connection;
  await retryWhileBusy(BUSY_MS, () => db.exec('BEGIN IMMEDIATE'));
  let isDone = false;
  try {
    isDone = work();
    db.exec(isDone ? 'COMMIT' : 'ROLLBACK');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
  if (isDone) await retryWhileBusy(BUSY_MS, () => db.exec('PRAGMA wal_checkpoint(PASSIVE)'));
  // gates that wait have their turn
  await turn();
  return isDone;
};

const dropCall = (connection: SqliteConnection, n: number, id: string): void => {
  connection.query(`UPDATE record SET bytes = x'', call = '' WHERE ${ENTRIES_OF_CALL}`).run(id);
  connection
    .query(
      `UPDATE record_index SET call = NULL
       WHERE call = ? AND EXISTS (SELECT 1 FROM record r WHERE r.seq = record_index.seq AND r.call = '')`,
    )
    .run(id);
  connection.query('DELETE FROM votes WHERE call = ?').run(id);
  connection.query('DELETE FROM call_details WHERE n = ?').run(n);
  connection.query('DELETE FROM calls WHERE n = ?').run(n);
};

/** Drops in batches. Archives are looked at before the first entry of theirs goes, holds before every batch. */
class ArchivedDrop {
  readonly #connection: SqliteConnection;
  readonly #to: number;
  readonly #ground: DropGround;
  readonly #there: Set<RecordedArchive> = new Set();
  #holds: HoldsAt;

  constructor(connection: SqliteConnection, to: number, ground: DropGround, holds: HoldsAt) {
    this.#connection = connection;
    this.#to = to;
    this.#ground = ground;
    this.#holds = holds;
  }

  async calls(onProgress: (calls: number) => void): Promise<void> {
    let [after, dropped] = [0, 0];
    for (;;) {
      const count = await this.#batch(
        () => {
          const { session, principal, call } = this.#holds.held;
          const lists = [session, principal, call].map((values) => JSON.stringify(values));
          return this.#connection.query(CALLS).all(after, this.#to, ...lists);
        },
        'SELECT seq FROM record_index WHERE call IN (SELECT value FROM json_each(?))',
        ({ n, id }) => {
          dropCall(this.#connection, Number(n), String(id));
          after = Number(n);
        },
      );
      if (count === 0) return;
      dropped += count ?? 0;
      onProgress(dropped);
    }
  }

  async entriesOfNoCall(): Promise<void> {
    const some = `SELECT seq AS id FROM record WHERE call IS NULL AND ${GOES} AND seq <= ? LIMIT ${ENTRIES_AT_ONCE}`;
    const drop = "UPDATE record SET bytes = x'', call = '' WHERE seq = ?";
    for (;;) {
      const count = await this.#batch(
        () => {
          const { session, principal } = this.#holds.held;
          // nobody can say what an entry of no call has to do with a held session
          return session.length + principal.length > 0 ? [] : this.#connection.query(some).all(this.#to);
        },
        'SELECT value AS seq FROM json_each(?)',
        ({ id }) => this.#connection.query(drop).run(Number(id)),
      );
      if (count === 0) return;
    }
  }

  /** Drops so many; undefined where holds or archives had to be looked at before. */
  async #batch(
    find: () => readonly SqlRow[],
    entriesOf: string,
    drop: (row: SqlRow) => void,
  ): Promise<number | undefined> {
    let unseen: readonly RecordedArchive[] = [];
    let count = 0;
    const isDone = await transact(this.#connection, () => {
      if (this.#connection.query(NEW_DEEDS).get(this.#holds.seq) !== undefined) return false;
      // a call whose newest entries the index does not know would go without them
      indexEntries(this.#connection);
      const rows = find();
      count = rows.length;
      const seqs = this.#connection.query(entriesOf).all(JSON.stringify(rows.map(({ id }) => id)));
      unseen = this.#findUnseen(seqs.map(({ seq }) => Number(seq)));
      if (unseen.length > 0) return false;
      for (const row of rows) drop(row);
      return true;
    });
    if (isDone) return count;
    for (const archive of unseen) {
      await archive.require();
      this.#there.add(archive);
    }
    this.#holds = await this.#ground.readHolds();
    return undefined;
  }

  #findUnseen(seqs: readonly number[]): readonly RecordedArchive[] {
    const needed = new Set(
      seqs.flatMap((seq) => {
        const found = this.#ground.archives.filter(({ from, to }) => from <= seq && seq <= to);
        return found.length === 0 ? this.#ground.refuse() : found;
      }),
    );
    return [...needed].filter((archive) => !this.#there.has(archive));
  }
}

/**
 * Drops what entries up to `to` say from a store file, while gates write to it: their place and their hash stay, so
 * that the log still verifies. Any part of it leaves a log that verifies, and it can be done again.
 */
export const dropArchived = async (
  store: string,
  to: number,
  ground: DropGround,
  onProgress: (calls: number) => void = () => {},
): Promise<void> => {
  const connection = await openWriter(store, true, BUSY_MS);
  try {
    const drop = new ArchivedDrop(connection, to, ground, await ground.readHolds());
    await drop.calls(onProgress);
    await drop.entriesOfNoCall();
  } finally {
    connection.db.close();
  }
};
