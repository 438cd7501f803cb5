import type { CallChange, CallRow, CallState, StoredEntry } from '@callgate/gate/record';
import {
  CALL_COLUMN_NAMES,
  PEOPLE_QUERIES,
  listAlertValues,
  listCallValues,
  listDetailValues,
  toStoredJson,
} from '@callgate/gate/sql';
import type { SqlValue } from '@callgate/gate/sql';
import type { Alert } from '@callgate/gate/store';
import { arrayOf } from './array-literal.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import { toColumns } from './read-guesses.ts';
import type { SessionChanges } from './session-changes.ts';

/** What settling a call changes. */
export type SettledChange = Pick<CallChange, 'endedAt' | 'fault' | 'released'>;

/** A session that is written, by its place. */
export interface WrittenSession {
  readonly n: number;
  /** Where it is new. */
  readonly key: string | undefined;
  readonly changes: SessionChanges;
}

interface MovedCall {
  readonly id: string;
  readonly from: CallState;
  readonly to: CallState;
  readonly change: SettledChange;
}

/**
 * Rows that one statement inserts: the server keeps every statement it has seen, and one for each number there is would
 * be many.
 */
const SIZES = [16, 8, 4, 2, 1];

const DETAILS = `context, authenticated, enforced, definition, who, situation, shared, decision, sealed_arguments`;
const DETAIL_VALUES = `(?::text, ?::text, ?::smallint, ?::smallint, ?::text, ?::text, ?::text, ?::bigint, ?::text, ?::text)`;

const tuple = (values: number): string => `(${Array.from({ length: values }, () => '?').join(', ')})`;

const many = (row: string, rows: number): string => Array.from({ length: rows }, () => row).join(', ');

const insertCalls = (rows: number): string => `WITH made AS (
    INSERT INTO calls (${CALL_COLUMN_NAMES.join(', ')}) VALUES ${many(tuple(CALL_COLUMN_NAMES.length), rows)}
    RETURNING n, id)
  INSERT INTO call_details (n, ${DETAILS})
  SELECT made.n, ${DETAILS} FROM made JOIN (VALUES ${many(DETAIL_VALUES, rows)}) AS detail (id, ${DETAILS})
    ON detail.id = made.id`;

const insertEntries = (rows: number): string =>
  `INSERT INTO journal (chain, place, at, hash, bytes) VALUES ${many(tuple(5), rows)}`;

/** Fails unless every one of them moved. */
const MOVE = `WITH asked AS (
    SELECT * FROM unnest(${arrayOf('text')}, ${arrayOf('text')}, ${arrayOf('text')}, ${arrayOf('bigint')}, ${arrayOf('text')},
      ${arrayOf('smallint')}) AS each(id, before, after, ended_at, fault, released)),
  moved AS (
    UPDATE calls SET rev = rev + 1, state = asked.after, ended_at = asked.ended_at, fault = asked.fault,
      released = asked.released
    FROM asked WHERE calls.id = asked.id AND calls.state = asked.before RETURNING 1)
  SELECT 1 / CASE WHEN count(*) = (SELECT count(*) FROM asked) THEN 1 ELSE 0 END AS moved FROM moved`;

const NEW_SESSIONS = `INSERT INTO sessions (n, key, version, head) OVERRIDING SYSTEM VALUE
  SELECT * FROM unnest(${arrayOf('bigint')}, ${arrayOf('text')}, ${arrayOf('bigint')}, ${arrayOf('text')})`;

const SESSIONS = `UPDATE sessions SET version = asked.version, head = coalesce(asked.head, sessions.head)
  FROM unnest(${arrayOf('bigint')}, ${arrayOf('bigint')}, ${arrayOf('text')}) AS asked(n, version, head)
  WHERE sessions.n = asked.n`;

const PARTS = `INSERT INTO session_parts (session, part, sealed)
  SELECT * FROM unnest(${arrayOf('bigint')}, ${arrayOf('text')}, ${arrayOf('text')})
  ON CONFLICT (session, part) DO UPDATE SET sealed = excluded.sealed`;

const SEEN = `INSERT INTO session_seen (session, place, sealed, version)
  SELECT * FROM unnest(${arrayOf('bigint')}, ${arrayOf('bigint')}, ${arrayOf('text')}, ${arrayOf('bigint')})
  ON CONFLICT (session, place) DO UPDATE SET sealed = excluded.sealed, version = excluded.version`;

const FORGOTTEN = `DELETE FROM session_seen
  USING unnest(${arrayOf('bigint')}, ${arrayOf('bigint')}) AS asked(session, place)
  WHERE session_seen.session = asked.session AND session_seen.place = asked.place`;

const KEPT = `INSERT INTO kept (digest, text) SELECT * FROM unnest(${arrayOf('text')}, ${arrayOf('text')})
  ON CONFLICT (digest) DO NOTHING`;

const detailValues = (call: CallRow): readonly SqlValue[] => {
  const [, ...details] = listDetailValues(0, call, null);
  return [call.id, ...details];
};

/** What pieces of work have written and the database has not got yet, with the last word on each row. */
export class GroupWrites {
  readonly #calls: CallRow[] = [];
  readonly #moved: Map<string, MovedCall> = new Map();
  readonly #newSessions: Map<number, { key: string; version: number; head: string }> = new Map();
  readonly #heads: Map<number, { version: number; head: string | null }> = new Map();
  readonly #parts: Map<string, readonly [n: number, part: string, sealed: string]> = new Map();
  /** Null where it is forgotten. */
  readonly #seen: Map<string, readonly [n: number, place: number, sealed: string | null, version: number]> =
    new Map();
  readonly #kept: Map<string, string> = new Map();
  readonly #alerts: Alert[] = [];

  insertCall(call: CallRow): void {
    this.#calls.push(call);
  }

  moveCall(moved: MovedCall): void {
    this.#moved.set(moved.id, moved);
  }

  hasMoved(id: string): boolean {
    return this.#moved.has(id);
  }

  saveSession({ n, key, changes }: WrittenSession): void {
    const { version, head, parts, removed, written } = changes;
    const made = this.#newSessions.get(n);
    if (key !== undefined) this.#newSessions.set(n, { key, version, head: head ?? '' });
    else if (made !== undefined)
      this.#newSessions.set(n, { key: made.key, version, head: head ?? made.head });
    else this.#heads.set(n, { version, head: head ?? this.#heads.get(n)?.head ?? null });
    for (const { part, sealed } of parts) this.#parts.set(`${n} ${part}`, [n, part, sealed]);
    for (const place of removed) this.#seen.set(`${n} ${place}`, [n, place, null, version]);
    for (const { place, sealed } of written) this.#seen.set(`${n} ${place}`, [n, place, sealed, version]);
  }

  keep(digest: string, text: string): void {
    this.#kept.set(digest, text);
  }

  addAlert(alert: Alert): void {
    this.#alerts.push(alert);
  }

  get isEmpty(): boolean {
    return (
      this.#calls.length === 0 &&
      this.#moved.size === 0 &&
      this.#newSessions.size === 0 &&
      this.#heads.size === 0 &&
      this.#kept.size === 0 &&
      this.#alerts.length === 0
    );
  }

  /** What was written after this. */
  add(later: GroupWrites): void {
    this.#calls.push(...later.#calls);
    for (const [id, moved] of later.#moved) this.#moved.set(id, moved);
    for (const [n, made] of later.#newSessions) this.#newSessions.set(n, made);
    for (const [n, { version, head }] of later.#heads) {
      const made = this.#newSessions.get(n);
      if (made !== undefined) this.#newSessions.set(n, { key: made.key, version, head: head ?? made.head });
      else this.#heads.set(n, { version, head: head ?? this.#heads.get(n)?.head ?? null });
    }
    for (const [where, part] of later.#parts) this.#parts.set(where, part);
    for (const [where, seen] of later.#seen) this.#seen.set(where, seen);
    for (const [digest, text] of later.#kept) this.#kept.set(digest, text);
    this.#alerts.push(...later.#alerts);
  }

  get digests(): Iterable<string> {
    return this.#kept.keys();
  }

  /** Sends all of it, and forgets it. */
  send(connection: PostgresConnection): readonly Promise<unknown>[] {
    const sent: Promise<unknown>[] = [];
    const run = (sql: string, values: readonly SqlValue[]): void => {
      sent.push(connection.run(sql, ...values));
    };
    inSizes(this.#calls, (calls) =>
      run(insertCalls(calls.length), [...calls.flatMap(listCallValues), ...calls.flatMap(detailValues)]),
    );
    const runColumns = (sql: string, rows: readonly (readonly (string | number | null)[])[]): void => {
      if (rows.length > 0) run(sql, toColumns(rows));
    };
    runColumns(
      MOVE,
      Array.from(this.#moved.values(), ({ id, from, to, change: { endedAt, fault, released } }) => [
        id,
        from,
        to,
        endedAt ?? null,
        fault == null ? null : toStoredJson(fault),
        released === true ? 1 : 0,
      ]),
    );
    runColumns(
      NEW_SESSIONS,
      Array.from(this.#newSessions, ([n, { key, version, head }]) => [n, key, version, head]),
    );
    runColumns(
      SESSIONS,
      Array.from(this.#heads, ([n, { version, head }]) => [n, version, head]),
    );
    runColumns(PARTS, [...this.#parts.values()]);
    const seen = [...this.#seen.values()];
    runColumns(
      FORGOTTEN,
      seen.filter(([, , sealed]) => sealed === null).map(([n, place]) => [n, place]),
    );
    runColumns(
      SEEN,
      seen.filter(([, , sealed]) => sealed !== null),
    );
    // in one order, so that no two openers wait for each other
    runColumns(
      KEPT,
      [...this.#kept].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
    for (const alert of this.#alerts)
      run(
        `WITH made AS (${PEOPLE_QUERIES.insertAlert} RETURNING 1) SELECT 1 / count(*) AS made FROM made`,
        listAlertValues(alert),
      );
    this.clear();
    return sent;
  }

  clear(): void {
    for (const map of [this.#moved, this.#newSessions, this.#heads, this.#parts, this.#seen, this.#kept])
      map.clear();
    for (const list of [this.#calls, this.#alerts]) list.length = 0;
  }
}

const inSizes = <T>(rows: readonly T[], send: (some: readonly T[]) => void): void => {
  let at = 0;
  for (const size of SIZES) for (; at + size <= rows.length; at += size) send(rows.slice(at, at + size));
};

/** Sends entries of a journal, in their order. */
export const sendEntries = (
  connection: PostgresConnection,
  chain: number,
  entries: readonly StoredEntry[],
): readonly Promise<unknown>[] => {
  const sent: Promise<unknown>[] = [];
  inSizes(entries, (some) =>
    sent.push(
      connection.run(
        insertEntries(some.length),
        ...some.flatMap(({ seq, at, hash, bytes }) => [chain, seq, at, hash, bytes]),
      ),
    ),
  );
  return sent;
};
