import type { Session } from '@callgate/core';
import type { Keys } from '@callgate/gate';
import {
  ColumnReader,
  LruCache,
  SESSION_PARTS,
  assembleSession,
  formatHead,
  makeStoreCorruptError,
  openPart,
} from '@callgate/gate/sql';
import type { SqlRow } from '@callgate/gate/sql';
import { storedRecordMessages } from '@callgate/messages/stored-record';
import type { RememberedSession, SessionChanges } from './session-changes.ts';
import { diffSession } from './session-changes.ts';
import type { Statements } from './statements.ts';

export interface PostgresSessionMemory {
  /** Sessions that are remembered at most. */
  readonly count: number;
  /** Characters of results in all of them together. */
  readonly characters: number;
}

/** The last sessions, so that saving one writes only what is different. They count only with the version that is stored. */
export class SessionCache {
  readonly #known: LruCache<RememberedSession>;
  /** What was known of each before. */
  readonly #touched: Map<string, RememberedSession | undefined> = new Map();

  constructor({ count, characters }: PostgresSessionMemory) {
    this.#known = new LruCache(count, characters);
  }

  get(key: string): RememberedSession | undefined {
    return this.#known.get(key);
  }

  set(key: string, session: RememberedSession): RememberedSession {
    this.#touch(key);
    this.#known.set(key, session, session.session.kept);
    return session;
  }

  delete(key: string): void {
    this.#touch(key);
    this.#known.delete(key);
  }

  keepChanges(): void {
    this.#touched.clear();
  }

  undo(): void {
    for (const [key, before] of this.#touched)
      if (before === undefined) this.#known.delete(key);
      else this.#known.set(key, before, before.session.kept);
    this.#touched.clear();
  }

  clear(): void {
    this.#known.clear();
    this.#touched.clear();
  }

  #touch(key: string): void {
    if (!this.#touched.has(key)) this.#touched.set(key, this.#known.get(key));
  }
}

type StoredHead = Pick<RememberedSession, 'n' | 'version'> & { readonly head: string };

/** Whether it is the same session before it was changed, with a row for each result. */
export const isEarlier = (known: RememberedSession | undefined, { n, version }: StoredHead): boolean =>
  known !== undefined &&
  known.n === n &&
  known.version < version &&
  known.places.length === known.session.seen.length;

/** What was seen since a version; of what was seen before only where it lies. */
export const SEEN_COLUMNS: string =
  'place, CASE WHEN session_seen.version <= known.version THEN NULL ELSE sealed END AS sealed';

/**
 * A session out of what is stored of it.
 * @param known As it was remembered: what has no text is as it was there.
 */
export const readStoredSession = (
  keys: Keys,
  key: string,
  stored: StoredHead,
  partRows: readonly SqlRow[],
  seenRows: readonly SqlRow[],
  known: RememberedSession | undefined,
): RememberedSession => {
  const sealedParts = new Map(
    partRows.map((row): [string, string] => {
      const from = new ColumnReader(row, storedRecordMessages.sessionPart({ session: key, part: 'a part' }));
      return [from.text('part'), from.text('sealed')];
    }),
  );
  const parts = SESSION_PARTS.map((part) => {
    const sealed = sealedParts.get(part);
    if (sealed === undefined)
      throw makeStoreCorruptError(storedRecordMessages.sessionPartMissing({ session: key, part }));
    return openPart(keys, key, part, sealed);
  });
  const rows = seenRows.map(
    (row) => new ColumnReader(row, storedRecordMessages.sessionResults({ session: key })),
  );
  const places = rows.map((row) => row.whole('place'));
  const knownAt = new Map(known?.places.map((place, index) => [place, known.session.seen[index]]));
  const seen = rows.map((row) => {
    const place = row.whole('place');
    const sealed = row.textOrNull('sealed');
    if (sealed !== null) return openPart(keys, key, place, sealed);
    const item = knownAt.get(place);
    if (item === undefined)
      throw makeStoreCorruptError(storedRecordMessages.sessionResults({ session: key }));
    return item;
  });
  const { n, version, head } = stored;
  return { n, version, session: assembleSession(key, head, parts, seen), places };
};

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
    const changes = diffSession(this.#keys, key, session, before);
    const { version, places } = changes;
    const n = await this.#saveHead(key, session, changes, before);
    this.#saveContent(n, changes);
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
    { version, head }: SessionChanges,
    before: RememberedSession | undefined,
  ): Promise<number> {
    if (before === undefined) {
      const row = await this.#statements.get(
        'INSERT INTO sessions (key, version, head) VALUES (?, ?, ?) RETURNING n',
        key,
        version,
        head ?? formatHead(session),
      );
      this.#statements.writes += 1;
      return new ColumnReader(row ?? {}, `session ${key}`).whole('n');
    }
    if (head === null)
      this.#statements.send('UPDATE sessions SET version = ? WHERE n = ?', version, before.n);
    else
      this.#statements.send('UPDATE sessions SET version = ?, head = ? WHERE n = ?', version, head, before.n);
    return before.n;
  }

  #saveContent(n: number, { version, parts, removed, written }: SessionChanges): void {
    for (const { part, sealed } of parts)
      this.#statements.send(
        `INSERT INTO session_parts (session, part, sealed) VALUES (?, ?, ?)
         ON CONFLICT (session, part) DO UPDATE SET sealed = excluded.sealed`,
        n,
        part,
        sealed,
      );
    for (const place of removed)
      this.#statements.send('DELETE FROM session_seen WHERE session = ? AND place = ?', n, place);
    for (const { place, sealed } of written)
      this.#statements.send(
        `INSERT INTO session_seen (session, place, sealed, version) VALUES (?, ?, ?, ?)
         ON CONFLICT (session, place) DO UPDATE SET sealed = excluded.sealed, version = excluded.version`,
        n,
        place,
        sealed,
        version,
      );
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
    const stored = { n, version, head: from.text('head') };
    return await this.#load(key, stored, isEarlier(known, stored) ? known : undefined);
  }

  async #load(
    key: string,
    stored: StoredHead,
    known: RememberedSession | undefined,
  ): Promise<RememberedSession> {
    const { n } = stored;
    const parts = await this.#statements.all('SELECT part, sealed FROM session_parts WHERE session = ?', n);
    const seen = await this.#statements.all(
      `SELECT ${SEEN_COLUMNS} FROM session_seen, (SELECT ?::bigint AS version) AS known WHERE session = ? ORDER BY place`,
      known?.version ?? null,
      n,
    );
    return this.#known.set(key, readStoredSession(this.#keys, key, stored, parts, seen, known));
  }
}
