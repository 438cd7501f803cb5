import type { Json } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import { parseStrict } from '@callgate/core/receive';
import { storedRecordMessages } from '@callgate/messages/stored-record';
import type { z } from 'zod';
import type { SqlRow } from './sql-row.ts';
import { makeStoreCorruptError } from '../faults.ts';

/** Far above anything that is stored: what a session saw is nested one deeper than what a server may send. */
const STORED: ParseLimits = {
  bytes: 64 * 1024 * 1024,
  depth: 128,
  keys: 1_000_000,
  string: 16 * 1024 * 1024,
  array: 1_000_000,
};

/** Reads the columns of one row. Anything but what was written there is an error. */
export class ColumnReader {
  readonly #row: SqlRow;
  readonly #what: string;

  constructor(row: SqlRow, what: string) {
    this.#row = row;
    this.#what = what;
  }

  text(name: string): string {
    const value = this.#row[name];
    if (typeof value === 'string') return value;
    throw this.#corrupt(name);
  }

  textOrNull(name: string): string | null {
    return this.#row[name] === null ? null : this.text(name);
  }

  whole(name: string): number {
    const value = this.#row[name];
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
    throw this.#corrupt(name);
  }

  wholeOrNull(name: string): number | null {
    return this.#row[name] === null ? null : this.whole(name);
  }

  flag(name: string): boolean {
    const value = this.#row[name];
    if (value === 0 || value === 1) return value === 1;
    throw this.#corrupt(name);
  }

  bytes(name: string): Uint8Array {
    const value = this.#row[name];
    if (value instanceof Uint8Array) return value;
    throw this.#corrupt(name);
  }

  oneOf<T extends string>(name: string, words: readonly T[]): T {
    const value = this.#row[name];
    const word = words.find((each) => each === value);
    if (word !== undefined) return word;
    throw this.#corrupt(name);
  }

  oneOfOrNull<T extends string>(name: string, words: readonly T[]): T | null {
    return this.#row[name] === null ? null : this.oneOf(name, words);
  }

  json<T>(name: string, schema: z.ZodType<T>): T {
    return parseStored(
      this.text(name),
      schema,
      storedRecordMessages.columnOf({ column: name, record: this.#what }),
    );
  }

  jsonOrNull<T>(name: string, schema: z.ZodType<T>): T | null {
    return this.#row[name] === null ? null : this.json(name, schema);
  }

  #corrupt(name: string): Error {
    return makeStoreCorruptError(storedRecordMessages.columnOf({ column: name, record: this.#what }));
  }
}

const parse = (text: string, what: string): Json => {
  try {
    return parseStrict(text, STORED);
  } catch (error) {
    throw makeStoreCorruptError(what, error);
  }
};

/** Reads back canonical JSON that a store wrote. */
export const parseStored = <T>(text: string, schema: z.ZodType<T>, what: string): T => {
  const read = schema.safeParse(parse(text, what));
  if (read.success) return read.data;
  throw makeStoreCorruptError(what, read.error);
};
