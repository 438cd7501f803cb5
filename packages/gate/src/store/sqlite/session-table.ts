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
  countSeen,
  formatHead,
  openPart,
  formatPart,
  formatSeen,
  isSameHead,
  isSamePart,
  sealPart,
} from '../rows/session-codec.ts';
import { toStoredJson } from '../rows/stored-json.ts';
import { sessionLabelsSchema } from '../session-schema.ts';
import type { SharedLabelHolder } from '../store.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** A row in the file holds one result, or several that were written at once. */
interface SeenRow {
  readonly place: number;
  readonly count: number;
}

interface CachedSession {
  readonly n: number;
  readonly version: number;
  readonly session: Session;
  /** The results in the file. */
  readonly stored: readonly SeenItem[];
  /** The rows of these results. The first row may still hold results that the session has forgotten. */
  readonly rows: readonly SeenRow[];
  /** What the head in the file says of results that only memory has. Undefined where the file has all. */
  readonly allowance: SeenAllowance | undefined;
  /** How often other processes had written when this was known to be right. */
  readonly age: number;
}

/** What results may be: private, or untrusted, so that an agent may quote from them. */
interface SeenKind {
  readonly isPrivate: boolean;
  readonly isUntrusted: boolean;
}

/** The head in the file counts results as forgotten in advance: how many more, and what they may be. */
interface SeenAllowance extends SeenKind {
  readonly left: number;
}

export interface SqliteSessionMemory {
  /** Sessions that are remembered at most. */
  readonly sessions: number;
  /** Characters of results in all of them together. */
  readonly characters: number;
}

/** Results of a session that only memory has, at most. The file counts this many as forgotten meanwhile. */
const MAX_UNWRITTEN = 64;
/** Results that are sealed together in one row, at most. */
const MAX_PACKED = 64;
const MAX_PACKED_CHARACTERS = 256 * 1024;

const NOTHING_SEEN: readonly SeenItem[] = [];

/** New results may be written later, because forgetting them never relaxes a decision. */
interface NewEvidence extends SeenKind {
  /** How many results are new: none or one. */
  readonly results: number;
}

/** The new evidence where nothing else changed: a result, or which private content is awaited or lost. Else undefined. */
const findNewEvidence = (before: Session, after: Session): NewEvidence | undefined => {
  const isSame =
    before.v === after.v &&
    before.context === after.context &&
    before.labels === after.labels &&
    before.dropped.words === after.dropped.words &&
    before.dropped.created === after.dropped.created &&
    SESSION_PARTS.every((part) => isSamePart(part, before, after));
  if (!isSame) return undefined;
  const isUnkept = before.unkept !== after.unkept;
  // a labelled session has calls under way whose results will be untrusted
  const isUntrusted = isUnkept && after.labels.untrusted.strength !== 'none';
  if (before.seen === after.seen) return { results: 0, isPrivate: isUnkept, isUntrusted };
  const newest = after.seen.at(-1);
  if (newest === undefined || !appendsOneResult(before.seen, after.seen)) return undefined;
  return {
    results: 1,
    isPrivate: isUnkept || newest.private !== 'none',
    isUntrusted: isUntrusted || newest.origin === 'untrusted' || after.unkept.untrusted === true,
  };
};

/** Whether `after` is `before` with one result added at the end and some of the earliest forgotten. */
const appendsOneResult = (before: readonly SeenItem[], after: readonly SeenItem[]): boolean => {
  const kept = after.length - 1;
  const shift = before.length - kept;
  if (shift < 0) return false;
  for (let at = 0; at < kept; at += 1) if (before[shift + at] !== after[at]) return false;
  return true;
};

/** The session as a reader of the file must see it: what is only in memory counts as forgotten. */
const withForgotten = (session: Session, results: number, { isPrivate, isUntrusted }: SeenKind): Session => ({
  ...session,
  dropped: { ...session.dropped, results: session.dropped.results + results },
  unkept: {
    ...session.unkept,
    some: session.unkept.some || isPrivate,
    ...(isUntrusted ? { untrusted: true as const } : {}),
  },
});

/**
 * Sessions, as the writer sees them inside its transaction. Remembers the last ones, so that saving one writes only
 * what is different.
 */
export class SqliteSessionTable {
  readonly #connection: SqliteConnection;
  readonly #keys: Keys;
  readonly #known: LruCache<CachedSession>;
  /** What the piece of work under way has changed, as it was before. */
  #before: Map<string, CachedSession | undefined> = new Map();
  /** Sessions with results that are only in memory. They stay there though others have been used since. */
  readonly #unwritten: Map<string, CachedSession> = new Map();
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
    for (const [key, before] of this.#before)
      if (before === undefined) this.#forget(key);
      else this.#set(key, before);
    if (this.#before.size > 0) this.#before = new Map();
  }

  keepChanges(): void {
    if (this.#before.size > 0) this.#before = new Map();
  }

  clear(): void {
    if (this.#before.size > 0) this.#before = new Map();
    this.#known.clear();
    this.#unwritten.clear();
  }

  /** Whether results are only in memory. */
  get hasUnwritten(): boolean {
    return this.#unwritten.size > 0;
  }

  /** Writes the results that are only in memory. */
  write(): void {
    for (const key of this.#unwritten.keys()) {
      const known = this.#find(key);
      if (known?.allowance !== undefined) this.#saveAll(key, known.session, known);
    }
  }

  session(key: string): Session | undefined {
    return this.#find(key)?.session;
  }

  /**
   * Returns the labels that the session had before.
   * @param canWait New results may be written later. If the process dies before, they count as forgotten.
   */
  save(key: string, session: Session, canWait: boolean): Session['labels'] | undefined {
    const before = this.#find(key);
    if (before?.session === session) return session.labels;
    if (before === undefined || !canWait || !this.#saveLater(key, session, before))
      this.#saveAll(key, session, before);
    return before?.session.labels;
  }

  drop(key: string): void {
    this.#note(key);
    this.#forget(key);
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

  /** Keeps new results in memory, and the file counts them as forgotten. False where the session must be written now. */
  #saveLater(key: string, session: Session, before: CachedSession): boolean {
    const fresh = findNewEvidence(before.session, session);
    if (fresh === undefined) return false;
    const { n, stored, rows, age } = before;
    const { left, isPrivate, isUntrusted } = before.allowance ?? { ...fresh, left: MAX_UNWRITTEN };
    const isCounted =
      fresh.results <= left && (isPrivate || !fresh.isPrivate) && (isUntrusted || !fresh.isUntrusted);
    if (!isCounted) return false;
    let { version } = before;
    if (before.allowance === undefined) {
      version += 1;
      this.#saveHead(n, version, withForgotten(before.session, MAX_UNWRITTEN, fresh));
    }
    const allowance = { left: left - fresh.results, isPrivate, isUntrusted };
    this.#remember(key, { n, version, session, stored, rows, allowance, age });
    return true;
  }

  #saveAll(key: string, session: Session, before: CachedSession | undefined): void {
    const version = before === undefined ? randomInt(2 ** 40) : before.version + 1;
    const n = before?.n ?? this.#insert(key, session, version);
    if (before !== undefined) {
      const isExact = before.allowance === undefined && isSameHead(before.session, session);
      if (isExact)
        this.#connection.query('UPDATE sessions SET version = ? WHERE n = ?').run(version, before.n);
      else this.#saveHead(n, version, session);
    }
    for (const part of SESSION_PARTS)
      if (before === undefined || !isSamePart(part, before.session, session))
        this.#savePart(key, n, part, session);
    const rows = this.#saveSeen(key, n, session, before);
    this.#remember(key, {
      n,
      version,
      session,
      stored: session.seen,
      rows,
      allowance: undefined,
      age: this.#age,
    });
  }

  #insert(key: string, session: Session, version: number): number {
    return this.#connection
      .query('INSERT INTO sessions (key, version, head) VALUES (?, ?, ?)')
      .insert(key, version, formatHead(session));
  }

  #saveHead(n: number, version: number, session: Session): void {
    this.#connection
      .query('UPDATE sessions SET version = ?, head = ? WHERE n = ?')
      .run(version, formatHead(session), n);
  }

  #savePart(key: string, n: number, part: SessionPart, session: Session): void {
    this.#connection
      .query(
        `INSERT INTO session_parts (session, part, sealed) VALUES (?, ?, ?)
         ON CONFLICT (session, part) DO UPDATE SET sealed = excluded.sealed`,
      )
      .run(n, part, sealPart(this.#keys, key, part, formatPart(part, session)));
  }

  #saveSeen(
    key: string,
    n: number,
    { seen }: Session,
    before: CachedSession | undefined,
  ): readonly SeenRow[] {
    const old = before?.stored ?? NOTHING_SEEN;
    const oldRows = before?.rows ?? [];
    if (seen === old) return oldRows;
    const kept = countKept(old, seen);
    const gone = countObsoleteRows(oldRows, kept);
    const remove = this.#connection.query('DELETE FROM session_seen WHERE session = ? AND place = ?');
    for (const { place } of oldRows.slice(0, gone)) remove.run(n, place);
    const last = oldRows.at(-1);
    let place = last === undefined ? 0 : last.place + last.count;
    const added: SeenRow[] = [];
    for (const results of packResults(seen.slice(kept))) {
      const texts = results.map(formatSeen);
      const text = texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(',')}]`;
      this.#connection
        .query('INSERT INTO session_seen (session, place, sealed) VALUES (?, ?, ?)')
        .run(n, place, sealPart(this.#keys, key, place, text));
      added.push({ place, count: results.length });
      place += results.length;
    }
    return [...oldRows.slice(gone), ...added];
  }

  #find(key: string): CachedSession | undefined {
    const known = this.#cached(key);
    if (known?.age === this.#age) return known;
    const row = this.#connection.query('SELECT n, version, head FROM sessions WHERE key = ?').get(key);
    if (row === undefined) {
      this.#forget(key);
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
    const found = this.#connection
      .query('SELECT place, sealed FROM session_seen WHERE session = ? ORDER BY place')
      .all(n)
      .map((row) => new ColumnReader(row, storedRecordMessages.sessionResults({ session: key })));
    const texts = found.map((row) => openPart(this.#keys, key, row.whole('place'), row.text('sealed')));
    const session = assembleSession(key, head, parts, texts);
    const rows = found.map((row, at) => ({ place: row.whole('place'), count: countSeen(texts[at] ?? '') }));
    return this.#remember(key, {
      n,
      version,
      session,
      stored: session.seen,
      rows,
      allowance: undefined,
      age: this.#age,
    });
  }

  #cached(key: string): CachedSession | undefined {
    return this.#known.get(key) ?? this.#unwritten.get(key);
  }

  #note(key: string): void {
    if (!this.#before.has(key)) this.#before.set(key, this.#cached(key));
  }

  #remember(key: string, session: CachedSession): CachedSession {
    this.#note(key);
    this.#set(key, session);
    return session;
  }

  #set(key: string, session: CachedSession): void {
    this.#known.set(key, session, session.session.kept);
    if (session.allowance === undefined) this.#unwritten.delete(key);
    else this.#unwritten.set(key, session);
  }

  #forget(key: string): void {
    this.#known.delete(key);
    this.#unwritten.delete(key);
  }
}

/** How many results in the file the session still has, at the beginning of `seen`. 0 where the file must be written anew. */
const countKept = (stored: readonly SeenItem[], seen: readonly SeenItem[]): number => {
  const first = seen[0];
  const from = first === undefined ? -1 : stored.indexOf(first);
  if (from === -1) return 0;
  const kept = stored.length - from;
  for (let at = 0; at < kept; at += 1) if (stored[from + at] !== seen[at]) return 0;
  return kept;
};

/** How many rows at the beginning hold none of the last `kept` results. */
const countObsoleteRows = (rows: readonly SeenRow[], kept: number): number => {
  let gone = rows.length;
  for (let left = kept; left > 0 && gone > 0; gone -= 1) left -= rows[gone - 1]?.count ?? 0;
  return gone;
};

/** Groups results into rows that are sealed as one text each. */
const packResults = (seen: readonly SeenItem[]): readonly (readonly SeenItem[])[] => {
  const rows: SeenItem[][] = [];
  let characters = Infinity;
  for (const result of seen) {
    const row = rows.at(-1);
    if (row !== undefined && row.length < MAX_PACKED && characters + result.size <= MAX_PACKED_CHARACTERS)
      row.push(result);
    else rows.push([result]);
    characters = (rows.at(-1)?.length === 1 ? 0 : characters) + result.size;
  }
  return rows;
};

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
  #touched: Set<string> = new Set();
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
    if (this.#touched.size > 0) this.#touched = new Set();
  }

  keepChanges(): void {
    if (this.#touched.size > 0) this.#touched = new Set();
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
