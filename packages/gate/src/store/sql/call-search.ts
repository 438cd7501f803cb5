import { OUTCOMES } from '@callgate/core';
import type { CallState } from '../../record/call-row.ts';
import { CALL_STATES } from '../../record/call-row.ts';
import type { CallFilter } from '../store-reader.ts';
import type { SqlValue } from '../rows/sql-row.ts';
import type { TextMatch } from './call-text.ts';
import { makeTextCondition, listTextRanges } from './call-text.ts';
import type { SqlCondition, IndexRange, CallWalk } from './call-walk.ts';
import type { SqlDialect, ReadConnection } from './read-connection.ts';

const equal = (column: string, value: SqlValue | undefined): SqlCondition[] =>
  value === undefined ? [] : [{ sql: `${column} = ?`, values: [value] }];

const oneOf = (column: string, values: readonly SqlValue[] | undefined): SqlCondition[] =>
  values === undefined
    ? []
    : [{ sql: `${column} IN (${values.map(() => '?').join(', ') || 'NULL'})`, values }];

const bit = (flag: boolean | undefined): number | undefined =>
  flag === undefined ? undefined : Number(flag);

/** One way to find what is wished for: an index, and the conditions it does not see to. */
interface SearchPlan {
  readonly ranges: readonly IndexRange[];
  readonly also: readonly SqlCondition[];
}

const timeRange = ({ since, until }: CallFilter): SqlCondition => {
  const sql = [
    ...(since === undefined ? [] : ['received_at >= ?']),
    ...(until === undefined ? [] : ['received_at < ?']),
  ];
  return { sql: sql.join(' AND '), values: [since, until].filter((time) => time !== undefined) };
};

const all = (conditions: readonly SqlCondition[]): SqlCondition => {
  const given = conditions.filter(({ sql }) => sql !== '');
  return { sql: given.map(({ sql }) => sql).join(' AND '), values: given.flatMap(({ values }) => values) };
};

const range = (index: string, conditions: readonly SqlCondition[]): IndexRange => {
  const { sql, values } = all(conditions);
  return { index, time: 'received_at', where: sql === '' ? '1 = 1' : sql, values };
};

/** Every state, outcome and AI mark that may occur is a range of its own, in one index. */
const kindRanges = (
  { states = CALL_STATES, outcome, ai }: CallFilter,
  time: SqlCondition,
): readonly IndexRange[] => {
  const outcomes = outcome === undefined ? OUTCOMES : [outcome];
  const marks = ai === undefined ? [0, 1] : [Number(ai)];
  return [...new Set<CallState>(states)].flatMap((state) =>
    outcomes.flatMap((each) =>
      marks.map((mark) =>
        range('calls_state', [
          ...equal('state', state),
          ...equal('outcome', each),
          ...equal('ai', mark),
          time,
        ]),
      ),
    ),
  );
};

/** What may change about a call during a search, or hardly narrows anything down. */
const kindsOf = (filter: CallFilter): readonly SqlCondition[] => [
  ...oneOf('state', filter.states),
  ...equal('outcome', filter.outcome),
  ...equal('ai', bit(filter.ai)),
];

/** What was written to be found in names and ids; nothing where nothing was. */
const textOf = (match: TextMatch | undefined, dialect: SqlDialect): readonly SqlCondition[] =>
  match === undefined ? [] : [makeTextCondition(match, dialect)];

/** All ways to find what is wished for. `match` is what the text of the filter stands for. */
export const listSearchPlans = (
  filter: CallFilter,
  dialect: SqlDialect,
  match?: TextMatch,
): readonly SearchPlan[] => {
  const time = timeRange(filter);
  const kinds = [...kindsOf(filter), ...textOf(match, dialect)];
  const names = {
    session: equal('session', filter.session),
    target: equal('target', filter.target),
    server: equal('server', filter.server),
    principal: equal('principal', filter.principal),
  };
  const except = (name: string | undefined): SqlCondition[] =>
    Object.entries(names).flatMap(([each, condition]) => (each === name ? [] : condition));
  const byName = Object.entries(names)
    .filter(([, condition]) => condition.length > 0)
    .map(([name, condition]): SearchPlan => ({
      ranges: [range(`calls_${name}`, [...condition, time])],
      also: [...except(name), ...kinds],
    }));
  const byKind =
    kindsOf(filter).length === 0
      ? []
      : [{ ranges: kindRanges(filter, time), also: [...except(undefined), ...textOf(match, dialect)] }];
  const textual = match === undefined ? undefined : listTextRanges(match, time);
  // a range by name holds nothing else; the one around ids may
  const left = match === undefined || match.calls.length === 0 ? kindsOf(filter) : kinds;
  const byText = textual === undefined ? [] : [{ ranges: textual, also: [...except(undefined), ...left] }];
  const ways = [...byName, ...byKind, ...byText];
  return ways.length > 0 ? ways : [{ ranges: [range('calls_time', [time])], also: textOf(match, dialect) }];
};

const ENOUGH_TO_COMPARE = 20_000;

export const probeSql = ({ index, where }: IndexRange): string =>
  `SELECT count(*) AS count FROM (SELECT 1 FROM calls INDEXED BY ${index} WHERE ${where} LIMIT ?) AS counted`;

/** How many calls a way leads past, as far as that matters. */
const length = async (reading: ReadConnection, { ranges }: SearchPlan): Promise<number> => {
  let count = 0;
  for (const each of ranges) {
    if (count >= ENOUGH_TO_COMPARE) break;
    count += Number((await reading.get(probeSql(each), ...each.values, ENOUGH_TO_COMPARE))?.['count']);
  }
  return count;
};

/** The way past the fewest calls. */
export const findSearchWalk = async (
  reading: ReadConnection,
  filter: CallFilter,
  match?: TextMatch,
): Promise<CallWalk> => {
  const ways = listSearchPlans(filter, reading.dialect, match);
  const lengths: number[] = [];
  for (const way of ways) lengths.push(ways.length === 1 ? 0 : await length(reading, way));
  const best = ways[lengths.indexOf(Math.min(...lengths))] ?? { ranges: [], also: [] };
  return {
    ranges: best.ranges,
    direction: 'latest first',
    also: all(best.also),
    still: all(kindsOf(filter)),
  };
};
