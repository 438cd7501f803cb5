import { CallgateError, OUTCOMES } from '@callgate/core';
import { storeErrors } from '@callgate/messages/errors/store';
import { storedRecordMessages } from '@callgate/messages/stored-record';
import { CALL_STATES } from '../../record/call-row.ts';
import type { ChartRequest, ChartSlice, NamedColumn } from '../store-reader.ts';
import { ColumnReader } from '../rows/column-reader.ts';
import type { SqlValue } from '../rows/sql-row.ts';
import type { ReadConnection } from './read-connection.ts';

const MOST_SLICES = 1000;
/** Rows that are counted before the event loop gets a turn. */
const COUNTED_AT_ONCE = 20_000;

/** One part of an index in which only the time differs, and the name it is counted under. */
interface ChartLine {
  readonly name: string;
  readonly from: string;
  readonly values: readonly SqlValue[];
}

const kindLines = (by: 'state' | 'outcome'): readonly ChartLine[] =>
  CALL_STATES.flatMap((state) =>
    OUTCOMES.flatMap((outcome) =>
      [0, 1].map((ai) => ({
        name: by === 'state' ? state : outcome,
        from: 'calls INDEXED BY calls_state WHERE state = ? AND outcome = ? AND ai = ?',
        values: [state, outcome, ai],
      })),
    ),
  );

const nameFrom = (by: NamedColumn): string => `calls INDEXED BY calls_${by} WHERE ${by}`;

/** Each name that occurs, found by leaping over all its calls. */
export const nextNameSql = (by: NamedColumn): string =>
  `SELECT ${by} AS name FROM ${nameFrom(by)} > ? ORDER BY ${by} LIMIT 1`;

const nameLines = async (reading: ReadConnection, by: 'server' | 'target'): Promise<readonly ChartLine[]> => {
  const lines: ChartLine[] = [];
  for (let after = ''; ; await reading.pause()) {
    const last = after;
    const row = await reading.get(nextNameSql(by), last);
    if (row === undefined) return lines;
    after = new ColumnReader(row, storedRecordMessages.call).text('name');
    lines.push({ name: after, from: `${nameFrom(by)} = ?`, values: [after] });
  }
};

export const firstSql = (from: string): string =>
  `SELECT received_at AS first FROM ${from} AND received_at >= ? AND received_at < ? ORDER BY received_at LIMIT 1`;

export const countSql = (from: string): string =>
  `SELECT count(*) AS count FROM (SELECT 1 FROM ${from} AND received_at >= ? AND received_at < ? LIMIT ?) AS counted`;

const first = async (
  reading: ReadConnection,
  { from, values }: ChartLine,
  since: number,
  until: number,
): Promise<number | undefined> => {
  const row = await reading.get(firstSql(from), ...values, since, until);
  return row === undefined ? undefined : new ColumnReader(row, storedRecordMessages.call).whole('first');
};

const number = async (
  reading: ReadConnection,
  { from, values }: ChartLine,
  since: number,
  until: number,
  most: number,
): Promise<number> => Number((await reading.get(countSql(from), ...values, since, until, most))?.['count']);

/** Counts in halves what is too much to be counted at once. */
const countIn = async (
  reading: ReadConnection,
  line: ChartLine,
  since: number,
  until: number,
): Promise<number> => {
  const count = await number(reading, line, since, until, COUNTED_AT_ONCE);
  if (count < COUNTED_AT_ONCE) return count;
  await reading.pause();
  if (until - since > 1) {
    const middle = Math.floor((since + until) / 2);
    return (await countIn(reading, line, since, middle)) + (await countIn(reading, line, middle, until));
  }
  return await number(reading, line, since, until, Number.MAX_SAFE_INTEGER);
};

const slicesOf = ({ since, until, sliceMs }: ChartRequest): number => {
  const whole = [since, until, sliceMs].every((value) => Number.isSafeInteger(value));
  const slices = Math.ceil((until - since) / sliceMs);
  if (whole && sliceMs > 0 && slices >= 0 && slices <= MOST_SLICES) return slices;
  throw new CallgateError(storeErrors.chartRange({ max: MOST_SLICES }));
};

/** Counts calls by time. Each call is counted once, in the state it had when it was looked at. */
export const countChartSlices = async (
  reading: ReadConnection,
  request: ChartRequest,
): Promise<readonly ChartSlice[]> => {
  const { since, until, sliceMs, by } = request;
  const counts = Array.from({ length: slicesOf(request) }, (): Record<string, number> => Object.create(null));
  const lines = by === 'server' || by === 'target' ? await nameLines(reading, by) : kindLines(by);
  for (const line of lines)
    for (let at = since; ; await reading.pause()) {
      const from = at;
      const next = await first(reading, line, from, until);
      if (next === undefined) break;
      const slice = Math.floor((next - since) / sliceMs);
      const start = since + slice * sliceMs;
      at = Math.min(start + sliceMs, until);
      const inSlice = counts[slice];
      if (inSlice !== undefined)
        inSlice[line.name] = (inSlice[line.name] ?? 0) + (await countIn(reading, line, start, at));
    }
  return counts.map((inSlice, slice) => ({ from: since + slice * sliceMs, counts: inSlice }));
};
