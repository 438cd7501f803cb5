import { randomInt } from 'node:crypto';
import type { Session } from '@callgate/core';
import type { SessionLabels } from '@callgate/core/label';
import type { Keys } from '../../record/keys.ts';
import { storeCorrupt } from '../faults.ts';
import { Columns, parseStored } from '../rows/columns.ts';
import { Lru } from '../rows/lru.ts';
import type { PartName, Seen } from '../rows/session-codec.ts';
import {
  PART_NAMES,
  assembleSession,
  headText,
  openPart,
  partText,
  sameHead,
  samePart,
  sealPart,
  seenChanges,
} from '../rows/session-codec.ts';
import { storedJson } from '../rows/stored-json.ts';
import { sessionLabelsSchema } from '../session-schema.ts';
import type { SharedLabels } from '../store.ts';
import type { Connection } from './connection.ts';

interface Remembered {
  readonly n: number;
  readonly version: number;
  readonly session: Session;
  /** Where each seen result lies. */
  readonly places: readonly number[];
  /** How often somebody else had written when this was known to be right. */
  readonly age: number;
}

export interface SessionMemory {
  /** Sessions that are remembered at most. */
  readonly sessions: number;
  /** Characters of results in all of them together. */
  readonly characters: number;
}

const NOTHING_SEEN: readonly Seen[] = [];

/**
 * Sessions, as the writer sees them inside its transaction. Remembers the last ones, so that saving one writes only
 * what is different.
 */
export class SessionTable {
  readonly #connection: Connection;
  readonly #keys: Keys;
  readonly #known: Lru<Remembered>;
  readonly #touched: Set<string> = new Set();
  #age = 0;

  constructor(connection: Connection, keys: Keys, memory: SessionMemory) {
    this.#connection = connection;
    this.#keys = keys;
    this.#known = new Lru(memory.sessions, memory.characters);
  }

  /** Somebody else has written. */
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
    for (const part of PART_NAMES)
      if (before === undefined || !samePart(part, before.session, session))
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
    const n = new Columns(row, `session ${key}`).whole('n');
    this.#connection.query('DELETE FROM session_seen WHERE session = ?').run(n);
    this.#connection.query('DELETE FROM session_parts WHERE session = ?').run(n);
    this.#connection.query('DELETE FROM sessions WHERE n = ?').run(n);
  }

  keys(prefix: string, limit: number): readonly string[] {
    return this.#connection
      .query('SELECT key FROM sessions WHERE substr(key, 1, length(?)) = ? ORDER BY n DESC LIMIT ?')
      .all(prefix, prefix, limit)
      .map((row) => new Columns(row, 'the key of a session').text('key'));
  }

  #saveHead(key: string, session: Session, version: number, before: Remembered | undefined): number {
    if (before === undefined)
      return this.#connection
        .query('INSERT INTO sessions (key, version, head) VALUES (?, ?, ?)')
        .insert(key, version, headText(session));
    if (sameHead(before.session, session))
      this.#connection.query('UPDATE sessions SET version = ? WHERE n = ?').run(version, before.n);
    else
      this.#connection
        .query('UPDATE sessions SET version = ?, head = ? WHERE n = ?')
        .run(version, headText(session), before.n);
    return before.n;
  }

  #savePart(key: string, n: number, part: PartName, session: Session): void {
    this.#connection
      .query(
        `INSERT INTO session_parts (session, part, sealed) VALUES (?, ?, ?)
         ON CONFLICT (session, part) DO UPDATE SET sealed = excluded.sealed`,
      )
      .run(n, part, sealPart(this.#keys, key, part, partText(part, session)));
  }

  #saveSeen(key: string, n: number, { seen }: Session, before: Remembered | undefined): readonly number[] {
    const old = before?.session.seen ?? NOTHING_SEEN;
    const oldPlaces = before?.places ?? [];
    if (seen === old) return oldPlaces;
    const { removed, written, places } = seenChanges(old, oldPlaces, seen);
    const remove = this.#connection.query('DELETE FROM session_seen WHERE session = ? AND place = ?');
    for (const place of removed) remove.run(n, place);
    const write = this.#connection.query(
      `INSERT INTO session_seen (session, place, sealed) VALUES (?, ?, ?)
       ON CONFLICT (session, place) DO UPDATE SET sealed = excluded.sealed`,
    );
    for (const { place, seen: result } of written)
      write.run(n, place, sealPart(this.#keys, key, place, storedJson(result)));
    return places;
  }

  #find(key: string): Remembered | undefined {
    const known = this.#known.get(key);
    if (known?.age === this.#age) return known;
    const row = this.#connection.query('SELECT n, version, head FROM sessions WHERE key = ?').get(key);
    if (row === undefined) {
      this.#known.delete(key);
      return undefined;
    }
    const from = new Columns(row, `session ${key}`);
    const n = from.whole('n');
    const version = from.whole('version');
    if (known?.n === n && known.version === version) return this.#remember(key, { ...known, age: this.#age });
    return this.#load(key, n, version, from.text('head'));
  }

  #load(key: string, n: number, version: number, head: string): Remembered {
    const parts = PART_NAMES.map((part) => {
      const row = this.#connection
        .query('SELECT sealed FROM session_parts WHERE session = ? AND part = ?')
        .get(n, part);
      if (row === undefined) throw storeCorrupt(`session ${key} without its ${part}`);
      return openPart(this.#keys, key, part, new Columns(row, `${part} of session ${key}`).text('sealed'));
    });
    const rows = this.#connection
      .query('SELECT place, sealed FROM session_seen WHERE session = ? ORDER BY place')
      .all(n)
      .map((row) => new Columns(row, `what session ${key} has seen`));
    const places = rows.map((row) => row.whole('place'));
    const seen = rows.map((row) => openPart(this.#keys, key, row.whole('place'), row.text('sealed')));
    const session = assembleSession(key, head, parts, seen);
    return this.#remember(key, { n, version, session, places, age: this.#age });
  }

  #remember(key: string, session: Remembered): Remembered {
    this.#touched.add(key);
    this.#known.set(key, session, session.session.kept);
    return session;
  }
}

interface RememberedLabels {
  /** Undefined where there are none. */
  readonly labels: SessionLabels | undefined;
  readonly text: string | undefined;
  /** How often somebody else had written when this was known to be right. */
  readonly age: number;
}

const REMEMBERED = 4096;

/** Labels of principals and stores, as the writer sees them inside its transaction. They hold no content. */
export class LabelsTable {
  readonly #connection: Connection;
  readonly #known: Lru<RememberedLabels> = new Lru(REMEMBERED);
  readonly #touched: Set<string> = new Set();
  #age = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Somebody else has written. */
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

  labels(of: SharedLabels, name: string): SessionLabels | undefined {
    const key = `${of} ${name}`;
    const known = this.#known.get(key);
    if (known?.age === this.#age) return known.labels;
    const row = this.#connection.query('SELECT labels FROM labels WHERE kind = ? AND name = ?').get(of, name);
    if (row === undefined) return this.#remember(key, undefined, undefined);
    const what = `labels of ${key}`;
    const text = new Columns(row, what).text('labels');
    const same = known?.text === text ? known.labels : undefined;
    return this.#remember(key, same ?? parseStored(text, sessionLabelsSchema, what), text);
  }

  /** False if they are what is stored already. */
  save(of: SharedLabels, name: string, labels: SessionLabels): boolean {
    const key = `${of} ${name}`;
    const known = this.#known.get(key);
    const text = storedJson(labels);
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
