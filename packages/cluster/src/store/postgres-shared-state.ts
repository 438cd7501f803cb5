import { storedRecordMessages } from '@callgate/messages/stored-record';
import { randomBytes } from 'node:crypto';
import { CallgateError } from '@callgate/core';
import postgres from 'postgres';
import type { Clock, Keys } from '@callgate/gate';
import type { SharedState, SharedItem, SharedItemKind, SharedItemOptions } from '@callgate/gate/store';
import { SharedStateListeners } from '@callgate/gate/store';
import { ColumnReader, makeStoreClosedError } from '@callgate/gate/sql';
import type { SqlRow, SqlValue } from '@callgate/gate/sql';
import { databaseErrors } from '@callgate/messages/errors/database';
import type { ConnectionOptions } from './postgres-connection.ts';
import { makeConnectionSettings } from './postgres-connection.ts';
import { toStoreFault } from './faults.ts';
import { decodeRow, encodeValue, toPostgresSql } from './to-postgres-sql.ts';

const CONNECTIONS = 2;
const LOOK_EVERY_MS = 1000;
/** A change may be seen this much later than it was made: its commit may have waited for a standby. */
const LATE_MS = 60_000;
const TIDY_EVERY_MS = 60_000;
/** Names are told in notifications, which hold 8,000 bytes. */
const LONGEST_NAME = 500;
const PATIENCE_MS = 10_000;
const RETRY_S = 0.2;

const TIME = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
/** The given clock's time in tests. */
const NOW = `coalesce(?::bigint, ${TIME})`;
const NOTE = 'name, sealed, version';

/** A time that is asked for in the same statement would keep the database from its index. */
export const CHANGED_ITEMS_QUERY: string = `SELECT kind, name, version, ${TIME} AS now FROM notes
  WHERE changed_at > ?::bigint AND kind IN (SELECT json_array_elements_text((?::text)::json))
  UNION ALL SELECT NULL, NULL, NULL, ${TIME}`;

const noAnswer = (): CallgateError => new CallgateError(databaseErrors.silent());

/** A board in a database, for every process that has it open. */
export class PostgresSharedState implements SharedState {
  readonly #options: ConnectionOptions;
  #sql: postgres.Sql<{ bigint: number }>;
  readonly #keys: Keys;
  readonly #clock: Clock | undefined;
  readonly #channel: string;
  readonly #own: string = randomBytes(8).toString('hex');
  readonly #listeners: SharedStateListeners = new SharedStateListeners();
  /** The newest version of each note that was told lately, by its name. */
  readonly #told: Map<string, number> = new Map();
  #since: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #listening = false;
  #closed = false;
  #tidyAt = 0;
  #looking = false;

  constructor(options: ConnectionOptions, keys: Keys, clock: Clock | undefined) {
    this.#options = options;
    this.#sql = this.#client();
    this.#keys = keys;
    this.#clock = clock;
    this.#channel = `callgate_notes_${options.address.schema}`.slice(0, 63);
  }

  async put(
    kind: SharedItemKind,
    name: string,
    text: string,
    { lifeMs, owner }: SharedItemOptions,
  ): Promise<void> {
    if (name.length > LONGEST_NAME) throw new RangeError('the name of a note is too long');
    await this.#ask(
      `INSERT INTO notes (kind, name, owner, version, sealed, ends_at, changed_at)
       VALUES (?, ?, ?, nextval('note_versions'), ?, ${NOW} + ?::bigint, ${TIME})
       ON CONFLICT (kind, name) DO UPDATE SET owner = excluded.owner, version = excluded.version,
         sealed = excluded.sealed, ends_at = excluded.ends_at, changed_at = excluded.changed_at`,
      kind,
      name,
      owner ?? null,
      this.#seal(kind, name, text),
      this.#now(),
      Math.trunc(lifeMs),
    );
    this.#changed(kind, name);
  }

  async replace(
    kind: SharedItemKind,
    name: string,
    version: number,
    text: string,
    lifeMs: number,
  ): Promise<boolean> {
    const replaced = await this.#ask(
      `UPDATE notes SET version = nextval('note_versions'), sealed = ?, ends_at = ${NOW} + ?::bigint, changed_at = ${TIME}
       WHERE kind = ? AND name = ? AND version = ? AND sealed IS NOT NULL AND ends_at > ${NOW} RETURNING name`,
      this.#seal(kind, name, text),
      this.#now(),
      Math.trunc(lifeMs),
      kind,
      name,
      version,
      this.#now(),
    );
    if (replaced.length === 0) return false;
    this.#changed(kind, name);
    return true;
  }

  async get(kind: SharedItemKind, name: string): Promise<SharedItem | undefined> {
    const [row] = await this.#ask(
      `SELECT ${NOTE} FROM notes WHERE kind = ? AND name = ? AND sealed IS NOT NULL AND ends_at > ${NOW}`,
      kind,
      name,
      this.#now(),
    );
    return row === undefined ? undefined : this.#open(kind, row);
  }

  async take(kind: SharedItemKind, name: string): Promise<SharedItem | undefined> {
    const [row] = await this.#ask(
      `WITH taken AS (
         SELECT kind, name, sealed, version, ends_at FROM notes
         WHERE kind = ? AND name = ? AND sealed IS NOT NULL FOR UPDATE
       )
       UPDATE notes SET sealed = NULL, version = nextval('note_versions'), ends_at = ${TIME}, changed_at = ${TIME}
       FROM taken WHERE notes.kind = taken.kind AND notes.name = taken.name
       RETURNING taken.name, taken.sealed, taken.version, (taken.ends_at > ${NOW})::int AS there`,
      kind,
      name,
      this.#now(),
    );
    if (row === undefined) return undefined;
    this.#changed(kind, name);
    return new ColumnReader(row, 'a note').whole('there') === 1 ? this.#open(kind, row) : undefined;
  }

  async list(kind: SharedItemKind, owner: string): Promise<readonly SharedItem[]> {
    const rows = await this.#ask(
      `SELECT ${NOTE} FROM notes WHERE kind = ? AND owner = ? AND sealed IS NOT NULL AND ends_at > ${NOW} ORDER BY name`,
      kind,
      owner,
      this.#now(),
    );
    return rows.map((row) => this.#open(kind, row));
  }

  onChange(kind: SharedItemKind, listener: (name: string) => void): () => void {
    const end = this.#listeners.add(kind, listener);
    this.#listen();
    this.#timer ??= setInterval(() => void this.#look(), LOOK_EVERY_MS).unref();
    return () => {
      end();
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
      this.#since = undefined;
      this.#told.clear();
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#listeners.clear();
    await this.#sql.end({ timeout: 1 }).catch(() => {});
  }

  #client(): postgres.Sql<{ bigint: number }> {
    return postgres(this.#options.address.url, {
      ...makeConnectionSettings(this.#options),
      max: CONNECTIONS,
      idle_timeout: 30,
      // requests meanwhile are told soon that it is away, and not after a long pause
      backoff: () => RETRY_S,
    });
  }

  /** Nobody answers on these connections: who asks next asks on others. */
  #cut(old: postgres.Sql<{ bigint: number }>): void {
    if (this.#closed || old !== this.#sql) return;
    this.#sql = this.#client();
    this.#listening = false;
    void old.end({ timeout: 0 }).catch(() => {});
    if (this.#listeners.size > 0) this.#listen();
  }

  #changed(kind: SharedItemKind, name: string): void {
    this.#listeners.tell(kind, name);
    if (!this.#closed) void this.#sql.notify(this.#channel, `${this.#own} ${kind} ${name}`).catch(() => {});
  }

  #listen(): void {
    if (this.#listening || this.#closed) return;
    this.#listening = true;
    void this.#look();
    const sql = this.#sql;
    sql
      .listen(this.#channel, (payload) => {
        const [, from, kind, name] = /^(\S+) (\S+) (.*)$/s.exec(payload) ?? [];
        if (from !== this.#own && kind !== undefined && name !== undefined) this.#listeners.tell(kind, name);
      })
      .catch(() => {
        if (sql === this.#sql) this.#listening = false;
      });
  }

  /** What nobody notified of, since notifications get lost with the connection. */
  async #look(): Promise<void> {
    if (this.#closed || this.#looking) return;
    this.#looking = true;
    this.#listen();
    try {
      const kinds = this.#listeners.kinds;
      const since = this.#since ?? (await this.#databaseTime());
      const rows = await this.#ask(CHANGED_ITEMS_QUERY, since - LATE_MS, JSON.stringify([...kinds]));
      const known = new Map(this.#told);
      this.#told.clear();
      for (const row of rows) {
        const from = new ColumnReader(row, storedRecordMessages.changedNote);
        this.#since = from.whole('now');
        const kind = from.textOrNull('kind');
        if (kind === null) continue;
        const name = from.text('name');
        const version = from.whole('version');
        const key = `${kind}\n${name}`;
        this.#told.set(key, version);
        if (known.get(key) !== version) this.#listeners.tell(kind, name);
      }
      await this.#tidy(this.#since ?? 0);
    } catch {
      // it looks again soon
    } finally {
      this.#looking = false;
    }
  }

  async #databaseTime(): Promise<number> {
    const [row] = await this.#ask(`SELECT ${TIME} AS now`);
    return new ColumnReader(row ?? {}, storedRecordMessages.databaseTime).whole('now');
  }

  async #tidy(now: number): Promise<void> {
    if (now < this.#tidyAt) return;
    this.#tidyAt = now + TIDY_EVERY_MS;
    await this.#ask('DELETE FROM notes WHERE ends_at < ? AND changed_at < ?', now, now - 2 * LATE_MS);
  }

  #now(): number | null {
    return this.#clock === undefined ? null : Math.trunc(this.#clock.now());
  }

  #seal(kind: SharedItemKind, name: string, text: string): string {
    return this.#keys.encrypt(text, aboutNote(kind, name));
  }

  #open(kind: SharedItemKind, row: SqlRow): SharedItem {
    const from = new ColumnReader(row, 'a note');
    const name = from.text('name');
    const text = this.#keys.decrypt(from.text('sealed'), aboutNote(kind, name));
    return { name, text, version: from.whole('version') };
  }

  async #ask(query: string, ...values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    if (this.#closed) throw makeStoreClosedError();
    const { promise: late, reject } = Promise.withResolvers<never>();
    const sql = this.#sql;
    const timer = setTimeout(() => {
      reject(noAnswer());
      this.#cut(sql);
    }, PATIENCE_MS);
    try {
      const asked = sql.unsafe<SqlRow[]>(toPostgresSql(query), values.map(encodeValue), { prepare: true });
      return (await Promise.race([asked, late])).map(decodeRow);
    } catch (error) {
      throw toStoreFault(error, this.#options.busyMs);
    } finally {
      clearTimeout(timer);
    }
  }
}

const aboutNote = (kind: SharedItemKind, name: string): string => `note\n${kind}\n${name}`;
