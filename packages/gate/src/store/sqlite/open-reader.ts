import { existsSync, realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { CallgateError, display } from '@callgate/core';
import { storeErrors } from '@callgate/messages/errors/store';
import { isStoreBusy } from '../faults.ts';
import type { OpenReader } from '../store-reader.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { makeSqliteOpenError, classifySqliteFault } from './faults.ts';
import { openReader, openWriter, retryWhileBusy, readSchemaVersion } from './open-database.ts';
import { hasRecentCalls, projectRecentCalls } from './recent-calls.ts';
import { SqlReader } from '../sql/sql-reader.ts';
import { SqliteReadConnection } from './sqlite-read-connection.ts';
import { MIGRATIONS } from './schema.ts';

const BUSY_MS = 10_000;

const check = (connection: SqliteConnection, file: string): void => {
  const version = readSchemaVersion(connection, file);
  if (version === MIGRATIONS.length) return;
  if (version === 0) throw new CallgateError(storeErrors.notStore({ file: display(file) }));
  throw new CallgateError(storeErrors.older({ file: display(file), version }));
};

const opened = async (file: string, place: string | URL): Promise<SqliteConnection> => {
  const connection = await openReader(place, BUSY_MS);
  try {
    await retryWhileBusy(BUSY_MS, () => check(connection, file));
    return connection;
  } catch (error) {
    connection.db.close();
    throw error;
  }
};

/** A file in a read-only folder does not change either. */
const openUnchanging = (file: string): Promise<SqliteConnection> => {
  const url = pathToFileURL(file);
  url.search = 'immutable=1';
  return opened(file, url);
};

const PATIENCE_MS = 1000;

/** Moves recent calls to the tables that lists read, if the file is writable. */
const listCalls = async (reader: SqliteConnection, file: string): Promise<void> => {
  try {
    if (!hasRecentCalls(reader)) return;
    const writer = await openWriter(file, true, PATIENCE_MS);
    try {
      await retryWhileBusy(PATIENCE_MS, () => writer.db.exec('BEGIN IMMEDIATE'));
      projectRecentCalls(writer);
      writer.db.exec('COMMIT');
    } finally {
      if (writer.inTransaction) writer.db.exec('ROLLBACK');
      writer.db.close();
    }
  } catch (error) {
    // a list without them would be wrong
    if (isStoreBusy(error)) throw error;
    // a read-only copy is listed without them; its audit log has them
  }
};

/** Opens the store in a file to read it: no keys, no opener, and nothing that it says changes. */
export const openSqliteReader = async (path: string): Promise<OpenReader> => {
  if (!existsSync(path)) throw new CallgateError(storeErrors.missing({ path }));
  const file = realpathSync(path);
  try {
    const connection = await opened(file, file).catch((error: unknown) => {
      if (classifySqliteFault(error) !== 'doubt' || existsSync(`${file}-wal`)) throw error;
      return openUnchanging(file);
    });
    const reading = new SqliteReadConnection(connection, BUSY_MS);
    reading.beforeReading(() => listCalls(connection, file));
    return {
      read: new SqlReader(reading),
      close: async () => reading.close(),
    };
  } catch (error) {
    throw makeSqliteOpenError(file, error);
  }
};
