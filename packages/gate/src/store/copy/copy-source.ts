import { storedRecordMessages } from '@callgate/messages/stored-record';
import { makeStoreCorruptError } from '../faults.ts';
import type { Keys } from '../../record/keys.ts';
import type { SqlRow, SqlValue } from '../rows/sql-row.ts';
import type { CopiedTable } from './copied-tables.ts';

/** The short name of a key, and something that only it can open. */
export interface StoreKey {
  readonly key: string;
  readonly probe: string;
}

/** A store whose tables are read as they are, while nobody else can change them. */
export interface CopySource {
  /** Rows behind one with these keys, or the first ones, in order. */
  rows(table: CopiedTable, after: readonly SqlValue[] | undefined, limit: number): Promise<readonly SqlRow[]>;
  /** By which key it is written, where the store says so. */
  key(): Promise<StoreKey | undefined>;
  /** Ends it; what was not committed is undone. */
  close(): Promise<void>;
}

/** A store that is filled. Nothing of it counts before `commit`. */
export interface CopyTarget extends CopySource {
  insert(table: CopiedTable, rows: readonly SqlRow[]): Promise<void>;
  /** It is written by this key; by that of the signer of its audit log where the store does not say. */
  useKey(key: StoreKey | undefined): Promise<void>;
  /** What replicas on it share, by name; on a file they share nothing. */
  useSettings(texts: Readonly<Record<string, string>>, keys: Pick<Keys, 'encrypt'>): Promise<void>;
  commit(): Promise<void>;
}

/** What stands in a column, to be written as it is. */
export const readColumnValue = (row: SqlRow, column: string): SqlValue => {
  const value = row[column] ?? null;
  if (typeof value === 'bigint') throw makeStoreCorruptError(storedRecordMessages.numberOf({ column }));
  return value;
};
