import { randomInt } from 'node:crypto';
import type { Session } from '@callgate/core';
import type { SessionLabels } from '@callgate/core/label';
import { storedRecordMessages } from '@callgate/messages/stored-record';
import type { Keys } from '../../record/keys.ts';
import { makeStoreCorruptError } from '../faults.ts';
import { ColumnReader, parseStored } from '../rows/column-reader.ts';
import { LruCache } from '../rows/lru-cache.ts';
import type { SessionPart, SeenItem } from '../rows/session-codec.ts';
import {
  SESSION_PARTS,
  assembleSession,
  formatHead,
  openPart,
  formatPart,
  isSameHead,
  isSamePart,
  sealPart,
  diffSeen,
} from '../rows/session-codec.ts';
import { toStoredJson } from '../rows/stored-json.ts';
import { sessionLabelsSchema } from '../session-schema.ts';
import type { SharedLabelHolder } from '../store.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

interface CachedSession {
  readonly n: number;
  readonly version: number;
  readonly session: Session;
  /** Where each seen result lies. */
  readonly places: readonly number[];
  /** How often other processes had written when this was known to be right. */
  readonly age: number;
}

export interface SqliteSessionMemory {
  /** Sessions that are remembered at most. */
  readonly sessions: number;
  /** Characters of results in all of them together. */
  readonly characters: number;
}

const NOTHING_SEEN: readonly SeenItem[] = [];

/**
 * Sessions, as the writer sees them inside its transaction. Remembers the last ones, so that saving one writes only
 * what is different.
 */
export class SqliteSessionTable {
  readonly #connection: SqliteConnection;
  readonly #keys: Keys;
  readonly #known: LruCache<CachedSession>;
  readonly #touched: Set<string> = new Set();
  #age = 0;

  constructor(connection: SqliteConnection, keys: Keys, memory: SqliteSessionMemory) {
    this.#connection = connection;
    this.#keys = keys;
    this.#known = new LruCache(memory.sessions, memory.characters);
  }

  /** Another process has written. */
  age(): void {
    this.#age += 1;
  }

  /** What was done since the last `keepChanges` is undone. */
  undo(): void {
    for (const key of this.#touched) this.#known.delete(key);
    this.#touched.clear();
  }

  keepChanges(): void {
    this.#touched.clear();
  }

  clear(): void {
    this.#known.clear();
  }

  session(key: string): Session | undefined {
    return this.#find(key)?.session;
  }

  /** The labels it had before. */
  save(key: string, session: Session): Session['labels'] | undefined {
    const before = this.#find(key);
    if (before?.session === session) return session.labels;
    this.#touched.add(key);
    const version = before === undefined ? randomInt(2 ** 40) : before.version + 1;
    const n = this.#saveHead(key, session, version, before);
    for (const part of SESSION_PARTS)
      if (before === undefined || !isSamePart(part, before.session, session))
        this.#savePart(key, n, part, session);
    const places = this.#saveSeen(key, n, session, before);
    this.#remember(key, { n, version, session, places, age: this.#age });
    return before?.session.labels;
  }

  drop(key: string): void {
    this.#touched.add(key);
    this.#known.delete(key);
    const row = this.#connection.query('SELECT n FROM sessions WHERE key = ?').get(key);
    if (row === undefined) return;
    const n = new ColumnReader(row, storedRecordMessages.session({ session: key })).whole('n');
    this.#connection.query('DELETE FROM session_seen WHERE session = ?').run(n);
    this.#connection.query('DELETE FROM session_parts WHERE session = ?').run(n);
    this.#connection.query('DELETE FROM sessions WHERE n = ?').run(n);
  }

  keys(prefix: string, limit: number): readonly string[] {
    return this.#connection
      .query('SELECT key FROM sessions WHERE substr(key, 1, length(?)) = ? ORDER BY n DESC LIMIT ?')
      .all(prefix, prefix, limit)
      .map((row) => new ColumnReader(row, storedRecordMessages.sessionKey).text('key'));
  }

  #saveHead(key: string, session: Session, version: number, before: CachedSession | undefined): number {
    if (before === undefined)
      return this.#connection
        .query('INSERT INTO sessions (key, version, head) VALUES (?, ?, ?)')
        .insert(key, version, formatHead(session));
    if (isSameHead(before.session, session))
      this.#connection.query('UPDATE sessions SET version = ? WHERE n = ?').run(version, before.n);
    else
      this.#connection
        .query('UPDATE sessions SET version = ?, head = ? WHERE n = ?')
        .run(version, formatHead(session), before.n);
    return before.n;
  }

  #savePart(key: string, n: number, part: SessionPart, session: Session): void {
    this.#connection
      .query(
        `INSERT INTO session_parts (session, part, sealed) VALUES (?, ?, ?)
         ON CONFLICT (session, part) DO UPDATE SET sealed = excluded.sealed`,
      )
      .run(n, part, sealPart(this.#keys, key, part, formatPart(part, session)));
  }

  #saveSeen(key: string, n: number, { seen }: Session, before: CachedSession | undefined): readonly number[] {
    const old = before?.session.seen ?? NOTHING_SEEN;
    const oldPlaces = before?.places ?? [];
    if (seen === old) return oldPlaces;
    const { removed, written, places } = diffSeen(old, oldPlaces, seen);
    const remove = this.#connection.query('DELETE FROM session_seen WHERE session = ? AND place = ?');
    for (const place of removed) remove.run(n, place);
    const write = this.#connection.query(
      `INSERT INTO session_seen (session, place, sealed) VALUES (?, ?, ?)
       ON CONFLICT (session, place) DO UPDATE SET sealed = excluded.sealed`,
    );
    for (const { place, seen: result } of written)
      write.run(n, place, sealPart(this.#keys, key, place, toStoredJson(result)));
    return places;
  }

  #find(key: string): CachedSession | undefined {
    const known = this.#known.get(key);
    if (known?.age === this.#age) return known;
    const row = this.#connection.query('SELECT n, version, head FROM sessions WHERE key = ?').get(key);
    if (row === undefined) {
      this.#known.delete(key);
      return undefined;
    }
    const from = new ColumnReader(row, storedRecordMessages.session({ session: key }));
    const n = from.whole('n');
    const version = from.whole('version');
    if (known?.n === n && known.version === version) return this.#remember(key, { ...known, age: this.#age });
    return this.#load(key, n, version, from.text('head'));
  }

  #load(key: string, n: number, version: number, head: string): CachedSession {
    const parts = SESSION_PARTS.map((part) => {
      const row = this.#connection
        .query('SELECT sealed FROM session_parts WHERE session = ? AND part = ?')
        .get(n, part);
      if (row === undefined)
        throw makeStoreCorruptError(storedRecordMessages.sessionPartMissing({ session: key, part }));
      return openPart(
        this.#keys,
        key,
        part,
        new ColumnReader(row, storedRecordMessages.sessionPart({ session: key, part })).text('sealed'),
      );
    });
    const rows = this.#connection
      .query('SELECT place, sealed FROM session_seen WHERE session = ? ORDER BY place')
      .all(n)
      .map((row) => new ColumnReader(row, storedRecordMessages.sessionResults({ session: key })));
    const places = rows.map((row) => row.whole('place'));
    const seen = rows.map((row) => openPart(this.#keys, key, row.whole('place'), row.text('sealed')));
    const session = assembleSession(key, head, parts, seen);
    return this.#remember(key, { n, version, session, places, age: this.#age });
  }

  #remember(key: string, session: CachedSession): CachedSession {
    this.#touched.add(key);
    this.#known.set(key, session, session.session.kept);
    return session;
  }
}

interface CachedLabels {
  /** Undefined where there are none. */
  readonly labels: SessionLabels | undefined;
  readonly text: string | undefined;
  /** How often other processes had written when this was known to be right. */
  readonly age: number;
}

const REMEMBERED = 4096;

/** Labels of principals and stores, as the writer sees them inside its transaction. They hold no content. */
export class SqliteLabelsTable {
  readonly #connection: SqliteConnection;
  readonly #known: LruCache<CachedLabels> = new LruCache(REMEMBERED);
  readonly #touched: Set<string> = new Set();
  #age = 0;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  /** Another process has written. */
  age(): void {
    this.#age += 1;
  }

  /** What was done since the last `keepChanges` is undone. */
  undo(): void {
    for (const key of this.#touched) this.#known.delete(key);
    this.#touched.clear();
  }

  keepChanges(): void {
    this.#touched.clear();
  }

  clear(): void {
    this.#known.clear();
  }

  labels(of: SharedLabelHolder, name: string): SessionLabels | undefined {
    const key = `${of} ${name}`;
    const known = this.#known.get(key);
    if (known?.age === this.#age) return known.labels;
    const row = this.#connection.query('SELECT labels FROM labels WHERE kind = ? AND name = ?').get(of, name);
    if (row === undefined) return this.#remember(key, undefined, undefined);
    const what = storedRecordMessages.labels({ holder: key });
    const text = new ColumnReader(row, what).text('labels');
    const same = known?.text === text ? known.labels : undefined;
    return this.#remember(key, same ?? parseStored(text, sessionLabelsSchema, what), text);
  }

  /** False if they are what is stored already. */
  save(of: SharedLabelHolder, name: string, labels: SessionLabels): boolean {
    const key = `${of} ${name}`;
    const known = this.#known.get(key);
    const text = toStoredJson(labels);
    if (known?.age === this.#age && known.text === text) return false;
    this.#connection
      .query(
        `INSERT INTO labels (kind, name, labels) VALUES (?, ?, ?)
         ON CONFLICT (kind, name) DO UPDATE SET labels = excluded.labels`,
      )
      .run(of, name, text);
    this.#remember(key, labels, text);
    return true;
  }

  #remember<L extends SessionLabels | undefined>(key: string, labels: L, text: string | undefined): L {
    this.#touched.add(key);
    this.#known.set(key, { labels, text, age: this.#age });
    return labels;
  }
}
