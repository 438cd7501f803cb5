import type { SqliteConnection } from './sqlite-connection.ts';

/** Of an entry: the index does not have it yet. */
export const UNINDEXED = 'seq > (SELECT coalesce(max(seq), 0) FROM record_index)';

const INDEX = `INSERT INTO record_index (seq, call, hash) SELECT seq, call, hash FROM record WHERE ${UNINDEXED}`;
const FORGET_LOST = 'DELETE FROM record_index WHERE seq > (SELECT coalesce(max(seq), 0) FROM record)';

/** Adds the newest entries to the index. Inside a transaction. */
export const indexEntries = (connection: SqliteConnection): void => {
  connection.query(INDEX).run();
};

/** The same where entries may have been lost since they were indexed. */
export const repairEntryIndex = (connection: SqliteConnection): void => {
  connection.query(FORGET_LOST).run();
  indexEntries(connection);
};
