import { DatabaseSync } from 'node:sqlite';
import { classifySqliteFault } from './faults.ts';

/** Locks the file until the process ends or lets go. Throws if another process has it. */
export const lockFile = (file: string): DatabaseSync => {
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

/** Lets go of the lock; null where another process has it. */
export const takeFileLock = (file: string): (() => void) | null => {
  try {
    const db = lockFile(file);
    return () => db.close();
  } catch (error) {
    // a lock that cannot be checked is not called taken
    if (classifySqliteFault(error) === 'other') throw error;
    return null;
  }
};
