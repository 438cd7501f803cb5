import { storedRecordMessages } from '@callgate/messages/stored-record';
import type { CallRow } from '../../record/call-row.ts';
import type { StorePage, PageRequest } from '../store-reader.ts';
import { CALL_SELECT, readCall } from '../rows/call-codec.ts';
import { ColumnReader } from '../rows/column-reader.ts';
import type { SqlRow, SqlValue } from '../rows/sql-row.ts';
import type { RowPosition, ReadConnection } from './read-connection.ts';
import { ROWS_PER_TURN, formatCursor, pageSize, parseCursor } from './read-connection.ts';

/** A condition in SQL over `calls`. */
export interface SqlCondition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Part of an index of calls, in the order of a time. */
export interface IndexRange {
  readonly index: string;
  /** The column whose order the index has within the range. */
  readonly time: 'received_at' | 'held_at';
  readonly where: string;
  readonly values: readonly SqlValue[];
}

export type WalkDirection = 'earliest first' | 'latest first';

/** Which calls to walk through, and which of them are wished for. */
export interface CallWalk {
  readonly ranges: readonly IndexRange[];
  readonly direction: WalkDirection;
  /** What must hold besides being in a range; empty where that is all. */
  readonly also: SqlCondition;
  /** All that must hold, for a last look: a call may be moved after it was found. */
  readonly still: SqlCondition;
}

/** What one page may look at before it is given out shorter than wished. */
const MOST_LOOKED_AT = 50_000;
const DECODED_AT_ONCE = 20;

export const WALK_START: Readonly<Record<WalkDirection, RowPosition>> = {
  'earliest first': { at: Number.MIN_SAFE_INTEGER, n: -1 },
  'latest first': { at: Number.MAX_SAFE_INTEGER, n: Number.MAX_SAFE_INTEGER },
};

/** The query that walks a range from a position on. */
export const walkSql = ({ index, time, where }: IndexRange, { direction, also }: CallWalk): string => {
  const [after, order] = direction === 'latest first' ? ['<', 'DESC'] : ['>', 'ASC'];
  const wished = also.sql === '' ? '1' : `CASE WHEN ${also.sql} THEN 1 ELSE 0 END`;
  return `SELECT n, ${time} AS time, ${wished} AS wished FROM calls INDEXED BY ${index}
    WHERE ${where} AND (${time}, n) ${after} (?, ?) ORDER BY ${time} ${order}, n ${order} LIMIT ?`;
};

export interface WalkedCall extends RowPosition {
  readonly wished: boolean;
}

const readFound = (row: SqlRow): WalkedCall => {
  const from = new ColumnReader(row, storedRecordMessages.call);
  return { at: from.whole('time'), n: from.whole('n'), wished: from.flag('wished') };
};

const compare =
  (direction: WalkDirection) =>
  (a: RowPosition, b: RowPosition): number => {
    const difference = a.at === b.at ? a.n - b.n : a.at - b.at;
    return direction === 'latest first' ? -difference : difference;
  };

export interface WalkStep {
  /** In order, and complete up to `reached`. */
  readonly found: readonly WalkedCall[];
  /** Undefined at the end of all ranges. */
  readonly reached: RowPosition | undefined;
}

/** The next rows of several ranges together. A range that may have more sets how far the others count. */
export const takeWalkStep = async (
  reading: ReadConnection,
  walk: CallWalk,
  from: RowPosition,
  most: number,
): Promise<WalkStep> => {
  const order = compare(walk.direction);
  const all: WalkedCall[] = [];
  let reached: RowPosition | undefined;
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

const callAt = async (
  reading: ReadConnection,
  n: number,
  { still }: CallWalk,
): Promise<CallRow | undefined> => {
  const condition = still.sql === '' ? '' : ` AND ${still.sql}`;
  const row = await reading.get(`${CALL_SELECT} WHERE calls.n = ?${condition}`, n, ...still.values);
  return row === undefined ? undefined : readCall(row).row;
};

/** A page of calls. Rows that others add or move meanwhile neither repeat nor hide another. */
export const walkCalls = async (
  reading: ReadConnection,
  walk: CallWalk,
  request: PageRequest,
): Promise<StorePage<CallRow>> => {
  const limit = pageSize(request);
  const most = walk.also.sql === '' ? limit + 1 : Math.max(limit + 1, ROWS_PER_TURN);
  const items: CallRow[] = [];
  let position = parseCursor(request) ?? WALK_START[walk.direction];
  for (let lookedAt = 0, decoded = 0; lookedAt < MOST_LOOKED_AT; await reading.pause()) {
    const from = position;
    const { found, reached } = await takeWalkStep(reading, walk, from, most);
    lookedAt += found.length;
    for (const each of found) {
      // ranges may overlap: the same call then stands twice in a row
      if (each.at === position.at && each.n === position.n) continue;
      if (items.length === limit) return { items, next: formatCursor(position) };
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
  return { items, next: formatCursor(position) };
};
