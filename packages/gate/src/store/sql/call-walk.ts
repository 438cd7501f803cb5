import type { CallRow } from '../../record/call-row.ts';
import type { Page, PageRequest } from '../reader.ts';
import { CALL_SELECT, readCall } from '../rows/call-codec.ts';
import { Columns } from '../rows/columns.ts';
import type { Row, Value } from '../rows/row.ts';
import type { Position, Reading } from './reading.ts';
import { AT_ONCE, cursorOf, pageSize, positionOf } from './reading.ts';

/** A condition in SQL over `calls`. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** Part of an index of calls, in the order of a time. */
export interface Range {
  readonly index: string;
  /** The column whose order the index has within the range. */
  readonly time: 'received_at' | 'held_at';
  readonly where: string;
  readonly values: readonly Value[];
}

export type Direction = 'earliest first' | 'latest first';

/** Which calls to walk through, and which of them are wished for. */
export interface Walk {
  readonly ranges: readonly Range[];
  readonly direction: Direction;
  /** What must hold besides being in a range; empty where that is all. */
  readonly also: Condition;
  /** All that must hold, for a last look: a call may be moved after it was found. */
  readonly still: Condition;
}

/** What one page may look at before it is given out shorter than wished. */
const MOST_LOOKED_AT = 50_000;
const DECODED_AT_ONCE = 20;

export const START: Readonly<Record<Direction, Position>> = {
  'earliest first': { at: Number.MIN_SAFE_INTEGER, n: -1 },
  'latest first': { at: Number.MAX_SAFE_INTEGER, n: Number.MAX_SAFE_INTEGER },
};

/** The query that walks a range from a position on. */
export const walkSql = ({ index, time, where }: Range, { direction, also }: Walk): string => {
  const [after, order] = direction === 'latest first' ? ['<', 'DESC'] : ['>', 'ASC'];
  const wished = also.sql === '' ? '1' : `CASE WHEN ${also.sql} THEN 1 ELSE 0 END`;
  return `SELECT n, ${time} AS time, ${wished} AS wished FROM calls INDEXED BY ${index}
    WHERE ${where} AND (${time}, n) ${after} (?, ?) ORDER BY ${time} ${order}, n ${order} LIMIT ?`;
};

export interface Found extends Position {
  readonly wished: boolean;
}

const readFound = (row: Row): Found => {
  const from = new Columns(row, 'a call');
  return { at: from.whole('time'), n: from.whole('n'), wished: from.flag('wished') };
};

const compare =
  (direction: Direction) =>
  (a: Position, b: Position): number => {
    const difference = a.at === b.at ? a.n - b.n : a.at - b.at;
    return direction === 'latest first' ? -difference : difference;
  };

export interface Step {
  /** In order, and complete up to `reached`. */
  readonly found: readonly Found[];
  /** Undefined at the end of all ranges. */
  readonly reached: Position | undefined;
}

/** The next rows of several ranges together. A range that may have more sets how far the others count. */
export const step = async (reading: Reading, walk: Walk, from: Position, most: number): Promise<Step> => {
  const order = compare(walk.direction);
  const all: Found[] = [];
  let reached: Position | undefined;
  for (const range of walk.ranges) {
    const rows = (
      await reading.all(walkSql(range, walk), ...walk.also.values, ...range.values, from.at, from.n, most)
    ).map(readFound);
    all.push(...rows);
    const last = rows.length === most ? rows.at(-1) : undefined;
    if (last !== undefined && (reached === undefined || order(last, reached) < 0)) reached = last;
  }
  const limit = reached;
  const found = limit === undefined ? all : all.filter((position) => order(position, limit) <= 0);
  return { found: found.toSorted(order), reached };
};

const callAt = async (reading: Reading, n: number, { still }: Walk): Promise<CallRow | undefined> => {
  const condition = still.sql === '' ? '' : ` AND ${still.sql}`;
  const row = await reading.get(`${CALL_SELECT} WHERE calls.n = ?${condition}`, n, ...still.values);
  return row === undefined ? undefined : readCall(row).row;
};

/** A page of calls. Rows that others add or move meanwhile neither repeat nor hide another. */
export const walkCalls = async (
  reading: Reading,
  walk: Walk,
  request: PageRequest,
): Promise<Page<CallRow>> => {
  const limit = pageSize(request);
  const most = walk.also.sql === '' ? limit + 1 : Math.max(limit + 1, AT_ONCE);
  const items: CallRow[] = [];
  let position = positionOf(request) ?? START[walk.direction];
  for (let lookedAt = 0, decoded = 0; lookedAt < MOST_LOOKED_AT; await reading.pause()) {
    const from = position;
    const { found, reached } = await step(reading, walk, from, most);
    lookedAt += found.length;
    for (const each of found) {
      // ranges may overlap: the same call then stands twice in a row
      if (each.at === position.at && each.n === position.n) continue;
      if (items.length === limit) return { items, next: cursorOf(position) };
      position = each;
      if (!each.wished) continue;
      decoded += 1;
      if (decoded % DECODED_AT_ONCE === 0) await reading.pause();
      const call = await callAt(reading, each.n, walk);
      if (call !== undefined) items.push(call);
    }
    if (reached === undefined) return { items, next: null };
    position = reached;
  }
  return { items, next: cursorOf(position) };
};
