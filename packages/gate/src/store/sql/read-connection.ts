import { CallgateError } from '@callgate/core';
import { storeErrors } from '@callgate/messages/errors/store';
import type { StorePage, PageRequest } from '../store-reader.ts';
import type { SqlRow, SqlValue } from '../rows/sql-row.ts';

/** Rows that are looked at before everybody else has a turn. */
export const ROWS_PER_TURN = 500;
const LARGEST_PAGE = 1000;

/** What databases write differently. */
export interface SqlDialect {
  /** After a column: that its text is one of a JSON list, which is the value. */
  readonly oneOfList: string;
  /** The rules of a decision, as JSON text, out of a column of JSON text. */
  readonly rulesIn: (column: string) => string;
  /** All entries of a call, in order. */
  readonly entriesOfCall: string;
  /** The hashes of entries from a place on, so many. */
  readonly hashes: string;
}

/** Those who only read. Each look is short, and between two of them everybody else has a turn. Values stand as `?`. */
export interface ReadConnection {
  readonly dialect: SqlDialect;
  get(sql: string, ...values: readonly SqlValue[]): Promise<SqlRow | undefined>;
  all(sql: string, ...values: readonly SqlValue[]): Promise<readonly SqlRow[]>;
  /** Lets everybody else have a turn. */
  pause(): Promise<void>;
  /** Sees to it that what was committed has its number in the record, before anybody asks by numbers. */
  number(): Promise<void>;
}

export const pageSize = ({ limit }: PageRequest): number =>
  Number.isFinite(limit) ? Math.min(LARGEST_PAGE, Math.max(1, Math.trunc(limit))) : LARGEST_PAGE;

/** A place in an order by a time and then by the place of the row. */
export interface RowPosition {
  readonly at: number;
  readonly n: number;
}

const POSITION = /^(-?\d{1,16})\.(\d{1,16})$/;

export const formatCursor = ({ at, n }: RowPosition): string => `${at}.${n}`;

export const parseCursor = ({ after }: PageRequest): RowPosition | undefined => {
  if (after === undefined) return undefined;
  const [, at, n] = POSITION.exec(after) ?? [];
  if (at !== undefined && n !== undefined) return { at: Number(at), n: Number(n) };
  throw new CallgateError(storeErrors.cursorInvalid());
};

/** A page out of one more row than it may have. */
export const makePage = <R, T>(
  rows: readonly R[],
  limit: number,
  position: (row: R) => RowPosition,
  item: (row: R) => T,
): StorePage<T> => {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(item),
    next: rows.length > limit && last !== undefined ? formatCursor(position(last)) : null,
  };
};
