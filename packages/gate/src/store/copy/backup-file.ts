import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CallgateError, display } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { storeErrors } from '@callgate/messages/errors/store';
import { z } from 'zod';
import { APPLICATION_ID } from '../sqlite/schema.ts';

/** Marks a file as a backup: `CLGB`. No gate opens it as a store. */
const BACKUP_ID = 0x43_4c_47_42;

const notesSchema = z.strictObject({
  v: z.literal(1),
  madeAt: z.int().min(0),
  publicKey: z.string().max(4096),
  keyFile: z.string().max(4096).optional(),
});

/** What a backup has besides the store. */
export interface BackupNotes {
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  /** PEM. */
  readonly publicKey: string;
  /** An anchor file. */
  readonly anchors: string;
  /** What people decided that replicas share, sealed; absent where it is not in the store. */
  readonly settings?: string | undefined;
  /** The private key file, if it was asked for. */
  readonly keyFile?: string | undefined;
}

const sync = (path: string): void => {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

/** Makes a backup of a store file that nobody has open, and puts it at `to`. */
export const finishBackup = (
  file: string,
  to: string,
  { anchors, settings, ...notes }: BackupNotes,
): void => {
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; BEGIN IMMEDIATE');
    db.exec('CREATE TABLE backup (notes TEXT NOT NULL, anchors TEXT NOT NULL, settings TEXT) STRICT');
    db.prepare('INSERT INTO backup (notes, anchors, settings) VALUES (?, ?, ?)').run(
      JSON.stringify({ v: 1, ...notes }),
      anchors,
      settings ?? null,
    );
    db.exec(`PRAGMA application_id = ${BACKUP_ID}; COMMIT`);
  } finally {
    db.close();
  }
  sync(file);
  renameSync(file, to);
  if (process.platform !== 'win32') sync(dirname(to));
};

/** Makes a store file again of a copy of a backup. */
export const openBackup = (copy: string, name: string): BackupNotes => {
  const refuse = (cause?: unknown): CallgateError =>
    new CallgateError(storeErrors.notBackup({ file: display(name) }), { cause });
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(copy);
    db.exec('PRAGMA trusted_schema = OFF');
    const id = db.prepare('PRAGMA application_id').get()?.['application_id'];
    if (id !== BACKUP_ID) throw refuse();
    const row = db.prepare('SELECT * FROM backup').get();
    const { v: _, ...notes } = notesSchema.parse(parseStrict(String(row?.['notes'])));
    db.exec(`BEGIN IMMEDIATE; DROP TABLE backup; PRAGMA application_id = ${APPLICATION_ID}; COMMIT`);
    const settings = row?.['settings'];
    return {
      ...notes,
      anchors: String(row?.['anchors']),
      ...(typeof settings === 'string' ? { settings } : {}),
    };
  } catch (error) {
    throw error instanceof CallgateError && error.code === 'BACKUP_FILE' ? error : refuse(error);
  } finally {
    db?.close();
  }
};
