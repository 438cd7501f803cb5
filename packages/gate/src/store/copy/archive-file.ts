import { closeSync, existsSync, fsyncSync, openSync, realpathSync } from 'node:fs';
import { CallgateError, display } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { storeErrors } from '@callgate/messages/errors/store';
import { z } from 'zod';
import { SqlReader } from '../sql/sql-reader.ts';
import { indexEntries } from '../sqlite/entry-index.ts';
import { makeSqliteOpenError } from '../sqlite/faults.ts';
import { migrateTables, openReader, openWriter } from '../sqlite/open-database.ts';
import { prepareStoreFile } from '../sqlite/prepare-store-file.ts';
import type { SqliteConnection } from '../sqlite/sqlite-connection.ts';
import { SqliteReadConnection } from '../sqlite/sqlite-read-connection.ts';
import type { StoreReader } from '../store-reader.ts';
import { removeStoreFile } from './sqlite-snapshot.ts';

/** Marks a file as an archive: `CLGA`. No gate opens it as a store. */
const ARCHIVE_ID = 0x43_4c_47_41;
const BUSY_MS = 10_000;

const notesSchema = z.strictObject({
  v: z.literal(1),
  from: z.int().min(1),
  to: z.int().min(1),
  month: z.string().max(20),
  /** PEM: the public keys of the checkpoints. */
  publicKeys: z.array(z.string().max(4096)),
});

/** Which entries an archive has. */
export interface ArchiveSpan {
  readonly from: number;
  readonly to: number;
  readonly month: string;
  readonly publicKeys: readonly string[];
}

/** An archive that is open. */
export interface ArchiveReader extends ArchiveSpan {
  readonly path: string;
  readonly read: StoreReader;
  close(): Promise<void>;
}

/** SQL condition: nothing more happens to the call `c` by itself. */
export const ENDED = `(c.state IN ('blocked', 'refused', 'expired', 'withdrawn', 'done', 'failed')
  OR (c.state = 'indeterminate' AND c.settled_at IS NOT NULL))`;

const columnsOf = (connection: SqliteConnection, table: string): string =>
  connection
    .query(`SELECT name FROM pragma_table_info('${table}')`)
    .all()
    .map(({ name }) => String(name))
    .join(', ');

const copyTable = (connection: SqliteConnection, table: string, where: string): void => {
  const columns = columnsOf(connection, table);
  connection.db.exec(
    `INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM live.${table} WHERE ${where}`,
  );
};

/** Copies entries of a store file, with the calls that ended by them, to a file of their own. What stood there is replaced. */
export const writeArchive = async (store: string, to: string, span: ArchiveSpan): Promise<void> => {
  removeStoreFile(to);
  const file = prepareStoreFile(to);
  const connection = await openWriter(file, true, BUSY_MS);
  try {
    const { db } = connection;
    db.exec('PRAGMA busy_timeout = 10000');
    db.exec('BEGIN');
    migrateTables(connection, file);
    db.exec('COMMIT');
    connection.query('ATTACH ? AS live').run(store);
    db.exec('BEGIN');
    const within = `BETWEEN ${span.from} AND ${span.to}`;
    copyTable(connection, 'record', `seq ${within}`);
    copyTable(connection, 'checkpoints', `size BETWEEN ${span.from - 1} AND ${span.to}`);
    copyTable(connection, 'kept', 'true');
    db.exec(`CREATE TEMP TABLE ended AS SELECT c.n AS n, c.id AS id FROM live.calls c JOIN (
        SELECT call, max(seq) AS last FROM live.record_index WHERE call IS NOT NULL GROUP BY call
      ) i ON i.call = c.id WHERE i.last ${within} AND ${ENDED}`);
    copyTable(connection, 'calls', 'n IN (SELECT n FROM temp.ended)');
    copyTable(connection, 'call_details', 'n IN (SELECT n FROM temp.ended)');
    copyTable(connection, 'decisions', 'n IN (SELECT shared FROM main.call_details)');
    copyTable(connection, 'votes', 'call IN (SELECT id FROM temp.ended)');
    indexEntries(connection);
    db.exec('CREATE TABLE archive (notes TEXT NOT NULL) STRICT');
    connection.query('INSERT INTO archive (notes) VALUES (?)').run(JSON.stringify({ v: 1, ...span }));
    db.exec(`PRAGMA main.application_id = ${ARCHIVE_ID}`);
    db.exec('COMMIT');
    db.exec('DETACH live');
    db.exec('PRAGMA journal_mode = DELETE');
  } catch (error) {
    throw makeSqliteOpenError(file, error);
  } finally {
    connection.db.close();
  }
  const descriptor = openSync(file, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
};

/** Whether a file is an archive, by its mark. */
export const isArchive = async (path: string): Promise<boolean> => {
  if (!existsSync(path)) return false;
  try {
    const { db } = await openReader(path, BUSY_MS);
    try {
      return db.prepare('PRAGMA application_id').get()?.['application_id'] === ARCHIVE_ID;
    } finally {
      db.close();
    }
  } catch {
    return false;
  }
};

/** Opens an archive to read it. */
export const openArchive = async (path: string): Promise<ArchiveReader> => {
  if (!(await isArchive(path))) throw new CallgateError(storeErrors.notArchive({ file: display(path) }));
  const file = realpathSync(path);
  const connection = await openReader(file, BUSY_MS);
  try {
    const text = connection.query('SELECT notes FROM archive').get()?.['notes'];
    const { v: _, ...span } = notesSchema.parse(parseStrict(String(text)));
    const reading = new SqliteReadConnection(connection, BUSY_MS);
    return { ...span, path, read: new SqlReader(reading), close: async () => reading.close() };
  } catch (cause) {
    connection.db.close();
    throw new CallgateError(storeErrors.notArchive({ file: display(path) }), { cause });
  }
};
