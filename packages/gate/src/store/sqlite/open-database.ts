import { DatabaseSync } from 'node:sqlite';
import { CallgateError, display } from '@callgate/core';
import { storeErrors } from '@callgate/messages/errors/store';
import { SqliteConnection } from './sqlite-connection.ts';
import { makeStoreBusyError, makeStoreCorruptError } from '../faults.ts';
import { classifySqliteFault } from './faults.ts';
import { APPLICATION_ID, MIGRATIONS } from './schema.ts';
import { pauseBeforeRetry } from './pause-before-retry.ts';

const pragma = (connection: SqliteConnection, name: string): unknown =>
  connection.query(`PRAGMA ${name}`).get()?.[name];

/** Tries until it is done or another process has held the store for too long. */
export const retryWhileBusy = async <T>(busyMs: number, attempt: () => T): Promise<T> => {
  const until = performance.now() + busyMs;
  for (let times = 0; ; times += 1) {
    try {
      return attempt();
    } catch (error) {
      if (classifySqliteFault(error) !== 'busy') throw error;
      if (performance.now() >= until) throw makeStoreBusyError(busyMs);
    }
    await pauseBeforeRetry(times);
  }
};

const WRITER = `
  -- of a new file: entries of three calls on a page, where 4096 takes a new page a call
  PRAGMA page_size = 8192;
  PRAGMA busy_timeout = 0;
  PRAGMA trusted_schema = OFF;
  PRAGMA fullfsync = ON;
  PRAGMA checkpoint_fullfsync = ON;
  PRAGMA wal_autocheckpoint = 0;
  PRAGMA journal_size_limit = 67108864;
  PRAGMA cache_size = -16000;
  PRAGMA temp_store = MEMORY;
`;

const READER = `
  PRAGMA busy_timeout = 0;
  PRAGMA trusted_schema = OFF;
  PRAGMA query_only = ON;
  PRAGMA cache_size = -8000;
  PRAGMA temp_store = MEMORY;
`;

const closing = async <T>(connection: SqliteConnection, steps: () => Promise<T>): Promise<T> => {
  try {
    return await steps();
  } catch (error) {
    connection.db.close();
    throw error;
  }
};

/** A log beside the file, so that readers and the writer never wait for each other. */
const useLog = (connection: SqliteConnection): void => {
  const mode = connection.query('PRAGMA journal_mode = WAL').get()?.['journal_mode'];
  if (mode === 'wal') return;
  throw new CallgateError(storeErrors.logUnavailable());
};

export const openWriter = async (
  file: string,
  durable: boolean,
  busyMs: number,
): Promise<SqliteConnection> => {
  const connection = new SqliteConnection(new DatabaseSync(file));
  return await closing(connection, async () => {
    await retryWhileBusy(busyMs, () => connection.db.exec(WRITER));
    await retryWhileBusy(busyMs, () => useLog(connection));
    connection.db.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'OFF'}`);
    return connection;
  });
};

/** A database of this process alone, which is gone when it is closed. */
export const openMemory = (): SqliteConnection => {
  const connection = new SqliteConnection(new DatabaseSync(':memory:'));
  connection.db.exec(WRITER);
  return connection;
};

export const openReader = async (file: string | URL, busyMs: number): Promise<SqliteConnection> => {
  const connection = new SqliteConnection(new DatabaseSync(file, { readOnly: true }));
  return await closing(connection, async () => {
    await retryWhileBusy(busyMs, () => connection.db.exec(READER));
    return connection;
  });
};

const foreign = (file: string): CallgateError =>
  new CallgateError(storeErrors.otherDatabase({ file: display(file) }));

/** The version of a file, 0 for an empty one. Throws where the file is not a store, or one of a version to come. */
export const readSchemaVersion = (connection: SqliteConnection, file: string): number => {
  const version = Number(pragma(connection, 'user_version'));
  const things = connection.query('SELECT type FROM sqlite_schema').all();
  if (version === 0 ? things.length > 0 : pragma(connection, 'application_id') !== APPLICATION_ID)
    throw foreign(file);
  if (version > MIGRATIONS.length)
    throw new CallgateError(storeErrors.newer({ file: display(file), version, known: MIGRATIONS.length }));
  // nobody but an intruder puts code into the file
  if (things.some(({ type }) => type === 'trigger' || type === 'view')) throw makeStoreCorruptError(file);
  return version;
};

/** Inside a transaction: makes the tables or brings them to this version. */
export const migrateTables = (connection: SqliteConnection, file: string): void => {
  const missing = MIGRATIONS.slice(readSchemaVersion(connection, file));
  if (missing.length === 0) return;
  for (const sql of missing) connection.db.exec(sql);
  connection.db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${MIGRATIONS.length}`);
};
