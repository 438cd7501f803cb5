/** Moves the log of a store into its file, in a thread of its own. For every message it gets it says what went wrong, or null. */
import { fdatasyncSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { CheckpointFault } from './wal-thread.ts';

const path: string = workerData;
const db = new DatabaseSync(path);
db.exec(`
  PRAGMA busy_timeout = 0;
  PRAGMA trusted_schema = OFF;
  PRAGMA checkpoint_fullfsync = ON;
  PRAGMA wal_autocheckpoint = 0;
  PRAGMA synchronous = NORMAL;
`);
const checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)');
// never closed: closing any handle on the file ends the locks that SQLite holds on it in this process
const file = openSync(path, 'r+');

const move = (): CheckpointFault | null => {
  try {
    checkpoint.get();
    // SQLite leaves this to the checkpoint that moves the end of the log
    fdatasyncSync(file);
    return null;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { message: error.message, errcode: 'errcode' in error ? error.errcode : undefined };
  }
};

parentPort?.on('message', () => parentPort?.postMessage(move(), []));
