import { storedRecordMessages } from '@callgate/messages/stored-record';
import type { NamedColumn } from '../store-reader.ts';
import type { SqlCondition, IndexRange } from './call-walk.ts';
import { nextNameSql } from './chart.ts';
import { ColumnReader } from '../rows/column-reader.ts';
import type { SqlDialect, ReadConnection } from './read-connection.ts';

/** Calls whose id begins with a text, or whose server or target has it in its name. */
export interface TextMatch {
  readonly servers: readonly string[];
  readonly targets: readonly string[];
  readonly calls: readonly { readonly id: string; readonly at: number }[];
}

/** An id begins with the time, and a shorter text is not a copied id. */
const SHORTEST_ID = 8;
const MOST_CALLS = 200;
/** More parts of an index than these are not walked side by side. */
const MOST_RANGES = 64;
const NAMES_AT_ONCE = 200;

export const ID_RANGE = 'SELECT id, received_at FROM calls WHERE id >= ? AND id < ? ORDER BY id LIMIT ?';

const someNames = async (
  reading: ReadConnection,
  by: NamedColumn,
  after: string,
): Promise<readonly string[]> => {
  const some: string[] = [];
  for (let name = after; some.length < NAMES_AT_ONCE;) {
    const row = await reading.get(nextNameSql(by), name);
    if (row === undefined) break;
    name = new ColumnReader(row, storedRecordMessages.call).text('name');
    some.push(name);
  }
  return some;
};

/** Names that pass, found by leaping from one to the next, whatever number of calls each has. */
export const listNames = async (
  reading: ReadConnection,
  by: NamedColumn,
  most: number,
  passes: (name: string) => boolean = () => true,
): Promise<readonly string[]> => {
  const found: string[] = [];
  for (let after = ''; ; await reading.pause()) {
    const last = after;
    const names = await someNames(reading, by, last);
    found.push(...names.filter(passes));
    after = names.at(-1) ?? after;
    if (names.length < NAMES_AT_ONCE || found.length >= most) return found.slice(0, most);
  }
};

const callsWith = async (reading: ReadConnection, text: string): Promise<TextMatch['calls']> => {
  if (text.length < SHORTEST_ID) return [];
  const rows = await reading.all(ID_RANGE, text, `${text}\u{10ffff}`, MOST_CALLS);
  return rows
    .map((row) => new ColumnReader(row, storedRecordMessages.call))
    .map((row) => ({ id: row.text('id'), at: row.whole('received_at') }));
};

/** What a text stands for now. */
export const matchText = async (reading: ReadConnection, written: string): Promise<TextMatch> => {
  const text = written.trim().toLowerCase();
  const hasText = (name: string): boolean => name.toLowerCase().includes(text);
  return {
    servers: await listNames(reading, 'server', Infinity, hasText),
    targets: await listNames(reading, 'target', Infinity, hasText),
    calls: await callsWith(reading, text),
  };
};

export const makeTextCondition = (
  { servers, targets, calls }: TextMatch,
  { oneOfList }: SqlDialect,
): SqlCondition => ({
  sql: `(server ${oneOfList} OR target ${oneOfList} OR id ${oneOfList})`,
  values: [servers, targets, calls.map(({ id }) => id)].map((names) => JSON.stringify(names)),
});

/** Parts of indexes that hold every call that matches; undefined where they are too many to walk side by side. */
export const listTextRanges = (
  { servers, targets, calls }: TextMatch,
  time: SqlCondition,
): readonly IndexRange[] | undefined => {
  if (servers.length + targets.length > MOST_RANGES) return undefined;
  const also = time.sql === '' ? '' : ` AND ${time.sql}`;
  const named = (by: 'server' | 'target', names: readonly string[]): readonly IndexRange[] =>
    names.map((name) => ({
      index: `calls_${by}`,
      time: 'received_at',
      where: `${by} = ?${also}`,
      values: [name, ...time.values],
    }));
  const times = calls.map(({ at }) => at);
  const byId: readonly IndexRange[] =
    times.length === 0
      ? []
      : [
          {
            index: 'calls_time',
            time: 'received_at',
            where: `received_at >= ? AND received_at <= ?${also}`,
            values: [Math.min(...times), Math.max(...times), ...time.values],
          },
        ];
  return [...named('server', servers), ...named('target', targets), ...byId];
};
