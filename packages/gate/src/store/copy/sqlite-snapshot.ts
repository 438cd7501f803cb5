import { existsSync, realpathSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { CallgateError, display } from '@callgate/core';
import { storeErrors } from '@callgate/messages/errors/store';
import { makeSqliteOpenError } from '../sqlite/faults.ts';
import { retryWhileBusy, readSchemaVersion } from '../sqlite/open-database.ts';
import { prepareStoreFile } from '../sqlite/prepare-store-file.ts';
import { SqliteConnection } from '../sqlite/sqlite-connection.ts';

const BUSY_MS = 10_000;

/** Removes a store file with what lies beside it. */
export const removeStoreFile = (file: string): void => {
  for (const end of ['', '-wal', '-shm', '-journal', '-openers'])
    rmSync(`${file}${end}`, { recursive: true, force: true });
};

/** Copies a store file as it is at one moment, while others write to it. What stood at `to` is replaced. */
export const snapshotSqliteStore = async (path: string, to: string): Promise<void> => {
  if (!existsSync(path)) throw new CallgateError(storeErrors.missing({ path: display(path) }));
  const file = realpathSync(path);
  removeStoreFile(to);
  const target = prepareStoreFile(to);
  let connection: SqliteConnection | undefined;
  try {
    const own = new SqliteConnection(new DatabaseSync(file, { readOnly: true }));
    connection = own;
    own.db.exec('PRAGMA busy_timeout = 0; PRAGMA trusted_schema = OFF');
    const version = await retryWhileBusy(BUSY_MS, () => readSchemaVersion(own, file));
    if (version === 0) throw new CallgateError(storeErrors.notStore({ file: display(file) }));
    await retryWhileBusy(BUSY_MS, () => own.query('VACUUM INTO ?').run(target));
  } catch (error) {
    throw makeSqliteOpenError(file, error);
  } finally {
    connection?.db.close();
  }
};
