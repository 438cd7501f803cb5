import { openReader } from './open-database.ts';

const BUSY_MS = 2000;

/** What SQLite itself finds wrong with a file first; null where that is nothing. Throws where it cannot be opened. */
export const checkStoreFile = async (file: string): Promise<string | null> => {
  const connection = await openReader(file, BUSY_MS);
  try {
    const found = connection.query('PRAGMA quick_check(1)').get()?.['quick_check'];
    return found === 'ok' ? null : String(found);
  } finally {
    connection.db.close();
  }
};
