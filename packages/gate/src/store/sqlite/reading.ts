import { CallgateError } from '@callgate/core';
import type { Page, PageRequest } from '../reader.ts';
import type { Connection } from './connection.ts';
import { storeClosed } from '../faults.ts';
import { faultKind } from './faults.ts';
import { patiently } from './open-database.ts';

/** Rows that are looked at before the event loop gets a turn. */
export const AT_ONCE = 500;
const LARGEST_PAGE = 1000;

const cannotRead = (cause: unknown): CallgateError =>
  new CallgateError(
    'STORE_READ',
    `the store cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
    {
      help: 'look after the disk it lies on',
      cause,
    },
  );

/** The connection of those who only read. Each look is short, and between two of them everybody else has a turn. */
export class Reading {
  readonly connection: Connection;
  readonly #busyMs: number;
  #closed = false;

  constructor(connection: Connection, busyMs: number) {
    this.connection = connection;
    this.#busyMs = busyMs;
  }

  async look<T>(at: (connection: Connection) => T): Promise<T> {
    if (this.#closed) throw storeClosed();
    try {
      return await patiently(this.#busyMs, () => at(this.connection));
    } catch (error) {
      const kind = faultKind(error);
      throw kind === 'doubt' || kind === 'full' ? cannotRead(error) : error;
    }
  }

  /** Lets everybody else have a turn. */
  async pause(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#closed) throw storeClosed();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.connection.db.close();
  }
}

export const pageSize = ({ limit }: PageRequest): number =>
  Number.isFinite(limit) ? Math.min(LARGEST_PAGE, Math.max(1, Math.trunc(limit))) : LARGEST_PAGE;

/** A place in an order by a time and then by the place of the row. */
export interface Position {
  readonly at: number;
  readonly n: number;
}

const POSITION = /^(-?\d{1,16})\.(\d{1,16})$/;

export const cursorOf = ({ at, n }: Position): string => `${at}.${n}`;

export const positionOf = ({ after }: PageRequest): Position | undefined => {
  if (after === undefined) return undefined;
  const [, at, n] = POSITION.exec(after) ?? [];
  if (at !== undefined && n !== undefined) return { at: Number(at), n: Number(n) };
  throw new CallgateError('STORE_CURSOR', 'no page starts there', { help: 'use `next` of the page before' });
};

/** A page out of one more row than it may have. */
export const pageOf = <R, T>(
  rows: readonly R[],
  limit: number,
  position: (row: R) => Position,
  item: (row: R) => T,
): Page<T> => {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(item),
    next: rows.length > limit && last !== undefined ? cursorOf(position(last)) : null,
  };
};
