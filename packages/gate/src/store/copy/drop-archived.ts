import { setImmediate as turn } from 'node:timers/promises';
import { openWriter, retryWhileBusy } from '../sqlite/open-database.ts';
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

/** Authority stays: what grants are, and what operators did. */
const STAYS = "event IN ('grant', 'grant-used', 'grant-revoked')";
/** Entries of no call that say nothing of what is still in force. */
const GOES = "event IN ('heard', 'task-ended', 'context-ended', 'joined', 'shadow', 'evaluated')";

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

const ENTRIES_OF_CALL = `seq IN (SELECT i.seq FROM record_index i WHERE i.call = ?) AND NOT ${STAYS}`;

const transact = async (connection: SqliteConnection, work: () => void): Promise<void> => {
  const { db } = connection;
  await retryWhileBusy(BUSY_MS, () => db.exec('BEGIN IMMEDIATE'));
  try {
    work();
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
  await retryWhileBusy(BUSY_MS, () => db.exec('PRAGMA wal_checkpoint(PASSIVE)'));
  // gates that wait have their turn
  await turn();
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

/**
 * Drops what entries up to `to` say from a store file, while gates write to it: their place and their hash stay, so
 * that the log still verifies. Any part of it leaves a log that verifies, and it can be done again.
 */
export const dropArchived = async (
  store: string,
  to: number,
  held: HeldValues,
  onProgress: (calls: number) => void = () => {},
): Promise<void> => {
  const connection = await openWriter(store, true, BUSY_MS);
  try {
    const lists = [held.session, held.principal, held.call].map((values) => JSON.stringify(values));
    let dropped = 0;
    for (let after = 0; ;) {
      const calls = connection.query(CALLS).all(after, to, ...lists);
      const last = calls.at(-1);
      if (last === undefined) break;
      await transact(connection, () => {
        for (const { n, id } of calls) dropCall(connection, Number(n), String(id));
      });
      after = Number(last['n']);
      dropped += calls.length;
      onProgress(dropped);
    }
    // nobody can say what an entry of no call has to do with a held session
    if (held.session.length + held.principal.length > 0) return;
    const some = `SELECT seq FROM record WHERE call IS NULL AND ${GOES} AND seq <= ? LIMIT ${ENTRIES_AT_ONCE}`;
    while (connection.query(some).get(to) !== undefined)
      await transact(connection, () => {
        connection.query(`UPDATE record SET bytes = x'', call = '' WHERE seq IN (${some})`).run(to);
      });
  } finally {
    connection.db.close();
  }
};
