import { storedRecordMessages } from '@callgate/messages/stored-record';
import type { CallCount, CallShare, CallTotals, CountedSeries, CountQuestion } from '../call-counts.ts';
import { ColumnReader } from '../rows/column-reader.ts';
import type { SqlRow, SqlValue } from '../rows/sql-row.ts';

/** The time of a call that has not left: after all others. */
const WAITS = Number.MAX_SAFE_INTEGER;

const sumOf = (where: string): string => {
  const sum = `COALESCE(SUM(CASE WHEN ${where} THEN amount END), 0)`;
  // more than a number holds is as good as that
  return `CAST(CASE WHEN ${sum} > ${WAITS} THEN ${WAITS} ELSE ${sum} END AS bigint)`;
};

const totals = (name: string, where: string): string =>
  `COUNT(CASE WHEN ${where} THEN 1 END) AS ${name}_calls, COUNT(CASE WHEN ${where} THEN amount END) AS ${name}_amounts,
  ${sumOf(where)} AS ${name}_units`;

const HAS_LEFT = `at < ${WAITS}`;

/** An index answers the first from series, holder and time alone. */
export const COUNT_QUERIES: Readonly<Record<'count' | 'seriesOf' | 'add' | 'remove' | 'forget', string>> = {
  count: `SELECT ${totals('ran', HAS_LEFT)}, ${totals('waiting', `at = ${WAITS}`)},
  MIN(CASE WHEN ${HAS_LEFT} THEN at END) AS first, MAX(CASE WHEN ${HAS_LEFT} THEN at END) AS last
  FROM counted WHERE series = ? AND holder = ? AND at > ? AND call <> ?`,
  seriesOf: 'SELECT series, holder FROM counted WHERE call = ? ORDER BY series, holder',
  add: 'INSERT INTO counted (series, holder, at, amount, call) VALUES (?, ?, ?, ?, ?)',
  remove: 'DELETE FROM counted WHERE call = ?',
  forget: 'DELETE FROM counted WHERE series = ? AND holder = ? AND at <= ? AND call <> ?',
};

export const listShareValues = (
  call: string,
  { series, holder, amount }: CallShare,
  at: number | null,
): readonly SqlValue[] => [series, holder, at ?? WAITS, amount, call];

/** What a call that leaves makes superfluous: calls that count no more. */
export const listForgottenValues = (
  call: string,
  { series, holder, keptMs }: CallShare,
  at: number,
): readonly SqlValue[] => [series, holder, at - keptMs, call];

export const readCountedSeries = (row: SqlRow): CountedSeries => {
  const from = new ColumnReader(row, storedRecordMessages.counted);
  return { series: from.text('series'), holder: from.text('holder') };
};

const readCallCount = (row: SqlRow | undefined): CallCount => {
  const from = new ColumnReader(row ?? {}, storedRecordMessages.counted);
  const read = (name: string): CallTotals => ({
    calls: from.whole(`${name}_calls`),
    amounts: from.whole(`${name}_amounts`),
    units: from.whole(`${name}_units`),
  });
  return {
    waiting: read('waiting'),
    ran: read('ran'),
    first: from.wholeOrNull('first'),
    last: from.wholeOrNull('last'),
  };
};

/** The statements that answer a question, one for each holder. */
export const listCountValues = (
  { series, holders, after }: CountQuestion,
  except: string,
): readonly (readonly SqlValue[])[] => holders.map((holder) => [series, holder, after, except]);

const join = (one: CallTotals, other: CallTotals): CallTotals => ({
  calls: one.calls + other.calls,
  amounts: one.amounts + other.amounts,
  units: one.units + other.units,
});

const bound = (pick: (...times: number[]) => number, times: readonly (number | null)[]): number | null => {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : pick(...known);
};

/** What all holders come to together. */
export const joinCounts = (rows: readonly (SqlRow | undefined)[]): CallCount =>
  rows.map(readCallCount).reduce((all, each) => ({
    waiting: join(all.waiting, each.waiting),
    ran: join(all.ran, each.ran),
    first: bound(Math.min, [all.first, each.first]),
    last: bound(Math.max, [all.last, each.last]),
  }));
