import { storedRecordMessages } from '@callgate/messages/stored-record';
import type { Keys } from '@callgate/gate';
import { ColumnReader } from '@callgate/gate/sql';
import type { SqlRow } from '@callgate/gate/sql';
import type { SettingChange, SharedSetting, SharedSettings } from '@callgate/gate/store';
import { lockNumber, LOCKS } from './locks.ts';
import { refuseLosses } from './losses.ts';
import type { PostgresConnection } from './postgres-connection.ts';

const AFTER = 'SELECT name, revision, sealed FROM settings WHERE revision > ? ORDER BY revision';

const NEWEST = 'SELECT coalesce(max(revision), 0) AS revision FROM settings';

const NAMED = 'SELECT name, revision, sealed FROM settings WHERE name = ?';

/** A writer has the lock, so revisions come to be seen in their order. */
const PUT = `INSERT INTO settings (name, revision, sealed)
  VALUES (?, (SELECT coalesce(max(revision), 0) + 1 FROM settings), ?)
  ON CONFLICT (name) DO UPDATE SET revision = excluded.revision, sealed = excluded.sealed`;

/** Does work on a connection of its own, which may write to the store. */
export type ApartWork = <T>(work: (connection: PostgresConnection) => Promise<T>) => Promise<T>;

const aboutSetting = (name: string): string => `setting\n${name}`;

/** One writer at a time, until its transaction is over. */
export const lockSettings = async (connection: PostgresConnection, schema: string): Promise<void> => {
  await connection.get(
    'SELECT 1 AS locked FROM pg_advisory_xact_lock(?)',
    lockNumber(schema, LOCKS.settings),
  );
};

/** Writes one, in a transaction that has the lock. */
export const putSetting = async (
  connection: PostgresConnection,
  keys: Pick<Keys, 'encrypt'>,
  name: string,
  text: string,
): Promise<void> => {
  await connection.run(PUT, name, keys.encrypt(text, aboutSetting(name)));
};

/** Settings in a database. Every transaction of a writer looks whether what it decided by is the newest. */
export class PostgresSettings implements SharedSettings {
  readonly #keys: Keys;
  readonly #schema: string;
  readonly #apart: ApartWork;
  readonly #settings: Map<string, SharedSetting> = new Map();
  readonly #listeners: Set<() => void> = new Set();
  #revision = 0;

  constructor(keys: Keys, schema: string, apart: ApartWork) {
    this.#keys = keys;
    this.#schema = schema;
    this.#apart = apart;
  }

  /** Of everything that was read. */
  get revision(): number {
    return this.#revision;
  }

  get names(): readonly string[] {
    return [...this.#settings.keys()].toSorted();
  }

  read(name: string): SharedSetting | undefined {
    return this.#settings.get(name);
  }

  onChange(listener: () => void): () => void {
    const own = (): void => listener();
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Reads what is newer, and tells of it before anything else can happen here. */
  async catchUp(connection: Pick<PostgresConnection, 'all'>): Promise<void> {
    this.#take(await connection.all(AFTER, this.#revision));
  }

  /** Whether the database has everything that this process goes by, or something newer. */
  async isKept(connection: Pick<PostgresConnection, 'all'>): Promise<boolean> {
    // a write may be heard of while the database is asked
    const known = this.#revision;
    const before = [...this.#settings];
    const rows = (await connection.all(AFTER, 0)).map((row) => this.#readRow(row));
    if (Math.max(0, ...rows.map(({ revision }) => revision)) < known) return false;
    return before.every(([name, { revision, text }]) =>
      rows.some(
        (row) =>
          row.name === name && (row.revision > revision || (row.revision === revision && row.text === text)),
      ),
    );
  }

  /** Of everything that the database has. */
  async newest(connection: Pick<PostgresConnection, 'get'>): Promise<number> {
    return new ColumnReader((await connection.get(NEWEST)) ?? {}, storedRecordMessages.setting).whole(
      'revision',
    );
  }

  async write(changes: readonly SettingChange[]): Promise<void> {
    await this.#apart(async (connection) => {
      await connection.run('BEGIN');
      await lockSettings(connection, this.#schema);
      await refuseLosses(connection);
      for (const { name, make } of changes) {
        const row = await connection.get(NAMED, name);
        const before = row === undefined ? null : this.#readRow(row).text;
        const after = make(before);
        if (after === null || after === before) continue;
        await putSetting(connection, this.#keys, name, after);
      }
      await connection.run('COMMIT');
      await this.catchUp(connection);
    });
  }

  #take(rows: readonly SqlRow[]): void {
    let newest = this.#revision;
    for (const row of rows) {
      const { name, ...setting } = this.#readRow(row);
      newest = Math.max(newest, setting.revision);
      // two that read at the same time may answer in any order
      if (setting.revision > (this.#settings.get(name)?.revision ?? 0)) this.#settings.set(name, setting);
    }
    if (newest === this.#revision) return;
    for (const listener of this.#listeners) listener();
    // where one of them failed, nothing is decided here until all of them could take it
    this.#revision = newest;
  }

  #readRow(row: SqlRow): SharedSetting & { readonly name: string } {
    const from = new ColumnReader(row, storedRecordMessages.setting);
    const name = from.text('name');
    return { name, revision: from.whole('revision'), text: this.#open(name, from.text('sealed')) };
  }

  #open(name: string, sealed: string): string | null {
    try {
      return this.#keys.decrypt(sealed, aboutSetting(name));
    } catch {
      return null;
    }
  }
}
