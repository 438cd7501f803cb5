import { storedRecordMessages } from '@callgate/messages/stored-record';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ColumnReader } from '../rows/column-reader.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { makeStoreCorruptError } from '../faults.ts';
import { classifySqliteFault } from './faults.ts';

/** As `mintId` makes them. Names of files are made of nothing else that stands in the database. */
const INSTANCE = /^[0-9a-z]{26}$/;

/** Locks the file until the process ends or lets go. Throws if another process has it. */
const lock = (file: string): DatabaseSync => {
  const db = new DatabaseSync(file);
  try {
    // nothing is ever written to it, not even a journal
    db.exec(`
      PRAGMA busy_timeout = 0;
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA journal_mode = MEMORY;
      BEGIN EXCLUSIVE;
    `);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};

/** The same; undefined if another process has it. */
export const tryLockFile = (file: string): { close(): void } | undefined => {
  try {
    return lock(file);
  } catch (error) {
    if (classifySqliteFault(error) === 'busy') return undefined;
    throw error;
  }
};

const isLocked = (file: string): boolean => {
  try {
    lock(file).close();
    return false;
  } catch (error) {
    // a process that cannot be checked is not called dead
    if (classifySqliteFault(error) === 'other') throw error;
    return true;
  }
};

/**
 * Who has the store open. Each opener holds a lock on a file of its own, which the operating system takes back when
 * its process ends, however it ends.
 */
export class ReplicaLocks {
  /** Null for a store in memory, which no other process can open. */
  readonly #folder: string | null;
  readonly #instance: string;
  #lock: DatabaseSync | undefined;

  constructor(database: string | null, instance: string) {
    this.#folder = database === null ? null : `${database}-openers`;
    this.#instance = instance;
  }

  /** Must come before the row that tells others of this opener. */
  hold(): void {
    if (this.#folder === null) return;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#lock = lock(this.#file(this.#folder, this.#instance));
  }

  letGo(): void {
    this.#lock?.close();
    this.#lock = undefined;
  }

  /** Removes the file of an opener that nobody asks about any more. One that stays harms nobody. */
  clean(instance: string): void {
    if (this.#folder === null) return;
    try {
      rmSync(this.#file(this.#folder, instance), { force: true });
    } catch {
      // the row is gone, and with it the only way to the file
    }
  }

  dead(connection: SqliteConnection): readonly string[] {
    const folder = this.#folder;
    if (folder === null) return [];
    return connection
      .query('SELECT instance FROM instances ORDER BY instance')
      .all()
      .map((row) => new ColumnReader(row, storedRecordMessages.replica).text('instance'))
      .filter((instance) => instance !== this.#instance && !isLocked(this.#file(folder, instance)));
  }

  #file(folder: string, instance: string): string {
    if (!INSTANCE.test(instance)) throw makeStoreCorruptError(storedRecordMessages.replicaName);
    return join(folder, `${instance}.lock`);
  }
}

export const addReplica = (connection: SqliteConnection, instance: string, at: number): void => {
  connection
    .query('INSERT INTO instances (instance, pid, opened_at) VALUES (?, ?, ?)')
    .run(instance, process.pid, at);
};

export const removeReplica = (connection: SqliteConnection, instance: string): void => {
  connection.query('DELETE FROM instances WHERE instance = ?').run(instance);
};
