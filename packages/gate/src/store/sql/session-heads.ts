import { storedRecordMessages } from '@callgate/messages/stored-record';
import { ColumnReader } from '../rows/column-reader.ts';
import type { SqlRow } from '../rows/sql-row.ts';
import type { RowPosition, ReadConnection } from './read-connection.ts';
import { ROWS_PER_TURN } from './read-connection.ts';

/** The newest call of a session, which has its place in the list. */
export interface SessionHead extends RowPosition {
  readonly session: string;
}

type TimeIndex = 'calls_time' | 'calls_principal';

/** Calls from a place on, the newest first, and of each whether it is the newest of its session. */
export const headsByTimeSql = (index: TimeIndex): string => `
  SELECT c.n, c.received_at AS time, c.session, CASE WHEN EXISTS (
    SELECT 1 FROM calls AS later INDEXED BY calls_session
    WHERE later.session = c.session AND (later.received_at, later.n) > (c.received_at, c.n)
  ) THEN 0 ELSE 1 END AS newest
  FROM calls AS c INDEXED BY ${index}
  WHERE ${index === 'calls_principal' ? 'c.principal = ? AND ' : ''}(c.received_at, c.n) < (?, ?)
  ORDER BY c.received_at DESC, c.n DESC LIMIT ?`;

/** Each session, found by leaping over all its calls. */
export const NEXT_SESSION =
  'SELECT session FROM calls INDEXED BY calls_session WHERE session > ? ORDER BY session LIMIT 1';

export const NEWEST_OF_SESSION = `SELECT n, received_at AS time, session FROM calls INDEXED BY calls_session
  WHERE session = ? ORDER BY received_at DESC, n DESC LIMIT 1`;

const readHead = (row: SqlRow): SessionHead => {
  const from = new ColumnReader(row, storedRecordMessages.call);
  return { at: from.whole('time'), n: from.whole('n'), session: from.text('session') };
};

const compare = (a: RowPosition, b: RowPosition): number => (a.at === b.at ? b.n - a.n : b.at - a.at);

export interface SessionHeadStep {
  readonly heads: readonly SessionHead[];
  readonly lookedAt: number;
  /** Undefined at the end of all calls. */
  readonly reached: RowPosition | undefined;
}

/** Sessions in their order, as one meets their newest calls on the way back in time. */
export const listHeadsByTime = async (
  reading: ReadConnection,
  principal: string | undefined,
  from: RowPosition,
): Promise<SessionHeadStep> => {
  const rows =
    principal === undefined
      ? await reading.all(headsByTimeSql('calls_time'), from.at, from.n, ROWS_PER_TURN)
      : await reading.all(headsByTimeSql('calls_principal'), principal, from.at, from.n, ROWS_PER_TURN);
  const last = rows.at(-1);
  return {
    heads: rows
      .filter((row) => new ColumnReader(row, storedRecordMessages.call).flag('newest'))
      .map(readHead),
    lookedAt: rows.length,
    reached: rows.length < ROWS_PER_TURN || last === undefined ? undefined : readHead(last),
  };
};

const NAMES_AT_ONCE = 200;
/** So many names are gone through before it is given up. */
const MOST_NAMES = 100_000;

const someNames = async (reading: ReadConnection, after: string): Promise<readonly SessionHead[]> => {
  const heads: SessionHead[] = [];
  for (let last = after; heads.length < NAMES_AT_ONCE;) {
    const row = await reading.get(NEXT_SESSION, last);
    if (row === undefined) break;
    last = new ColumnReader(row, storedRecordMessages.call).text('session');
    const newest = await reading.get(NEWEST_OF_SESSION, last);
    if (newest !== undefined) heads.push(readHead(newest));
  }
  return heads;
};

/**
 * The same sessions by their names: quick where few sessions have very many calls each, which is where going back in
 * time is slow. Undefined where there are too many names.
 */
export const listHeadsByName = async (
  reading: ReadConnection,
  from: RowPosition,
): Promise<readonly SessionHead[] | undefined> => {
  const heads: SessionHead[] = [];
  let names = 0;
  for (let after = ''; ; await reading.pause()) {
    const last = after;
    const found = await someNames(reading, last);
    names += found.length;
    heads.push(...found.filter((head) => compare(from, head) < 0));
    after = found.at(-1)?.session ?? '';
    if (found.length < NAMES_AT_ONCE) return heads.toSorted(compare);
    if (names >= MOST_NAMES) return undefined;
  }
};
