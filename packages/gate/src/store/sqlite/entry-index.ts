import type { SqliteConnection } from './sqlite-connection.ts';

/** SQL condition: the entry is not in the index yet. */
export const UNINDEXED = 'seq > (SELECT coalesce(max(seq), 0) FROM record_index)';

const INDEX = `INSERT INTO record_index (seq, call, hash) SELECT seq, call, hash FROM record WHERE ${UNINDEXED}`;
const FORGET_LOST = 'DELETE FROM record_index WHERE seq > (SELECT coalesce(max(seq), 0) FROM record)';

/** Adds the newest entries to the index. Needs a transaction. */
export const indexEntries = (connection: SqliteConnection): void => {
  connection.query(INDEX).run();
};

/** The same, and removes from the index what the log does not have any more. */
export const repairEntryIndex = (connection: SqliteConnection): void => {
  connection.query(FORGET_LOST).run();
  indexEntries(connection);
};
