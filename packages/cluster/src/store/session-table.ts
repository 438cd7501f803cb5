import { randomInt } from 'node:crypto';
import type { Session } from '@callgate/core';
import type { Keys } from '@callgate/gate';
import {
  ColumnReader,
  LruCache,
  SESSION_PARTS,
  assembleSession,
  formatHead,
  openPart,
  formatPart,
  isSameHead,
  isSamePart,
  sealPart,
  diffSeen,
  makeStoreCorruptError,
  toStoredJson,
} from '@callgate/gate/sql';
import type { SessionPart, SeenItem } from '@callgate/gate/sql';
import { storedRecordMessages } from '@callgate/messages/stored-record';
import type { Statements } from './statements.ts';

interface RememberedSession {
  readonly n: number;
  readonly version: number;
  readonly session: Session;
  /** The places of the rows of seen results: one for each result, but where the session was copied from a file. */
  readonly places: readonly number[];
}

export interface PostgresSessionMemory {
  /** Sessions that are remembered at most. */
  readonly count: number;
  /** Characters of results in all of them together. */
  readonly characters: number;
}

/** The last sessions, so that saving one writes only what is different. They count only with the version that is stored. */
export class SessionCache {
  readonly #known: LruCache<RememberedSession>;
  readonly #touched: Set<string> = new Set();

  constructor({ count, characters }: PostgresSessionMemory) {
    this.#known = new LruCache(count, characters);
  }

  get(key: string): RememberedSession | undefined {
    return this.#known.get(key);
  }

  set(key: string, session: RememberedSession): RememberedSession {
    this.#touched.add(key);
    this.#known.set(key, session, session.session.kept);
    return session;
  }

  delete(key: string): void {
    this.#touched.add(key);
    this.#known.delete(key);
  }

  keepChanges(): void {
    this.#touched.clear();
  }

  undo(): void {
    for (const key of this.#touched) this.#known.delete(key);
    this.#touched.clear();
  }

  clear(): void {
    this.#known.clear();
    this.#touched.clear();
  }
}

const NOTHING_SEEN: readonly SeenItem[] = [];

/** Sessions, as one piece of work sees them. */
export class PostgresSessionTable {
  readonly #statements: Statements;
  readonly #keys: Keys;
  readonly #known: SessionCache;
  /** What this piece of work has locked: nobody else changes it meanwhile. */
  readonly #locked: Map<string, RememberedSession> = new Map();

  constructor(statements: Statements, keys: Keys, known: SessionCache) {
    this.#statements = statements;
    this.#keys = keys;
    this.#known = known;
  }

  async session(key: string): Promise<Session | undefined> {
    return (await this.#find(key))?.session;
  }

  /** The labels it had before. */
  async save(key: string, session: Session): Promise<Session['labels'] | undefined> {
    const before = await this.#find(key);
    if (before?.session === session) return session.labels;
    const version = before === undefined ? randomInt(2 ** 40) : before.version + 1;
    const n = await this.#saveHead(key, session, version, before);
    for (const part of SESSION_PARTS)
      if (before === undefined || !isSamePart(part, before.session, session))
        this.#savePart(key, n, part, session);
    const places = this.#saveSeen(key, n, session, before);
    this.#locked.set(key, this.#known.set(key, { n, version, session, places }));
    return before?.session.labels;
  }

  async drop(key: string): Promise<void> {
    this.#known.delete(key);
    this.#locked.delete(key);
    const row = await this.#statements.get('SELECT n FROM sessions WHERE key = ?', key);
    if (row === undefined) return;
    const n = new ColumnReader(row, `session ${key}`).whole('n');
    this.#statements.send('DELETE FROM session_seen WHERE session = ?', n);
    this.#statements.send('DELETE FROM session_parts WHERE session = ?', n);
    this.#statements.send('DELETE FROM sessions WHERE n = ?', n);
  }

  async keys(prefix: string, limit: number): Promise<readonly string[]> {
    const rows = await this.#statements.all(
      'SELECT key FROM sessions WHERE starts_with(key, ?) ORDER BY n DESC LIMIT ?',
      prefix,
      limit,
    );
    return rows.map((row) => new ColumnReader(row, storedRecordMessages.sessionKey).text('key'));
  }

  async #saveHead(
    key: string,
    session: Session,
    version: number,
    before: RememberedSession | undefined,
  ): Promise<number> {
    if (before === undefined) {
      const row = await this.#statements.get(
        'INSERT INTO sessions (key, version, head) VALUES (?, ?, ?) RETURNING n',
        key,
        version,
        formatHead(session),
      );
      this.#statements.writes += 1;
      return new ColumnReader(row ?? {}, `session ${key}`).whole('n');
    }
    if (isSameHead(before.session, session))
      this.#statements.send('UPDATE sessions SET version = ? WHERE n = ?', version, before.n);
    else
      this.#statements.send(
        'UPDATE sessions SET version = ?, head = ? WHERE n = ?',
        version,
        formatHead(session),
        before.n,
      );
    return before.n;
  }

  #savePart(key: string, n: number, part: SessionPart, session: Session): void {
    this.#statements.send(
      `INSERT INTO session_parts (session, part, sealed) VALUES (?, ?, ?)
       ON CONFLICT (session, part) DO UPDATE SET sealed = excluded.sealed`,
      n,
      part,
      sealPart(this.#keys, key, part, formatPart(part, session)),
    );
  }

  #saveSeen(
    key: string,
    n: number,
    { seen }: Session,
    before: RememberedSession | undefined,
  ): readonly number[] {
    const old = before?.session.seen ?? NOTHING_SEEN;
    const oldPlaces = before?.places ?? [];
    if (seen === old) return oldPlaces;
    // a file keeps several results in one row; here each has its own
    const isPacked = oldPlaces.length !== old.length;
    if (isPacked) this.#statements.send('DELETE FROM session_seen WHERE session = ?', n);
    const { removed, written, places } = isPacked ? diffSeen([], [], seen) : diffSeen(old, oldPlaces, seen);
    for (const place of removed)
      this.#statements.send('DELETE FROM session_seen WHERE session = ? AND place = ?', n, place);
    for (const { place, seen: result } of written)
      this.#statements.send(
        `INSERT INTO session_seen (session, place, sealed) VALUES (?, ?, ?)
         ON CONFLICT (session, place) DO UPDATE SET sealed = excluded.sealed`,
        n,
        place,
        sealPart(this.#keys, key, place, toStoredJson(result)),
      );
    return places;
  }

  async #find(key: string): Promise<RememberedSession | undefined> {
    const locked = this.#locked.get(key);
    if (locked !== undefined) return locked;
    const found = await this.#read(key);
    if (found !== undefined) this.#locked.set(key, found);
    return found;
  }

  async #read(key: string): Promise<RememberedSession | undefined> {
    const row = await this.#statements.get(
      'SELECT n, version, head FROM sessions WHERE key = ? FOR UPDATE',
      key,
    );
    if (row === undefined) {
      this.#known.delete(key);
      return undefined;
    }
    const from = new ColumnReader(row, `session ${key}`);
    const n = from.whole('n');
    const version = from.whole('version');
    const known = this.#known.get(key);
    if (known?.n === n && known.version === version) return known;
    return await this.#load(key, n, version, from.text('head'));
  }

  async #load(key: string, n: number, version: number, head: string): Promise<RememberedSession> {
    const stored = new Map(
      (await this.#statements.all('SELECT part, sealed FROM session_parts WHERE session = ?', n)).map(
        (row): [string, string] => {
          const from = new ColumnReader(
            row,
            storedRecordMessages.sessionPart({ session: key, part: 'a part' }),
          );
          return [from.text('part'), from.text('sealed')];
        },
      ),
    );
    const parts = SESSION_PARTS.map((part) => {
      const sealed = stored.get(part);
      if (sealed === undefined)
        throw makeStoreCorruptError(storedRecordMessages.sessionPartMissing({ session: key, part }));
      return openPart(this.#keys, key, part, sealed);
    });
    const rows = (
      await this.#statements.all('SELECT place, sealed FROM session_seen WHERE session = ? ORDER BY place', n)
    ).map((row) => new ColumnReader(row, storedRecordMessages.sessionResults({ session: key })));
    const places = rows.map((row) => row.whole('place'));
    const seen = rows.map((row) => openPart(this.#keys, key, row.whole('place'), row.text('sealed')));
    const session = assembleSession(key, head, parts, seen);
    return this.#known.set(key, { n, version, session, places });
  }
}
