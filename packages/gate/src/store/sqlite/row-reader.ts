import type { StatementSync } from 'node:sqlite';
import type { SqlColumn, SqlRow } from '../rows/sql-row.ts';

/** A row as `node:sqlite` returns it → by column. */
export type RowReader = (row: unknown) => SqlRow;

/** What Node makes of a row without arrays. */
export const asRow: RowReader = (row) => row as SqlRow;

/**
 * Rows as arrays from here on, before 22.16 as they were. Node gives each row that is an object a hidden class of its
 * own, 670 bytes that only a full collection takes back, and needs twice the time.
 */
export const makeRowReader = (statement: StatementSync): RowReader => {
  const canReturnArrays: unknown = statement.setReturnArrays;
  if (canReturnArrays === undefined) return asRow;
  statement.setReturnArrays(true);
  let names: readonly string[] = [];
  return (values) => {
    const row = values as readonly SqlColumn[];
    if (names.length !== row.length) names = statement.columns().map(({ name }) => name);
    const read: Record<string, SqlColumn> = {};
    for (const [index, name] of names.entries()) read[name] = row[index] ?? null;
    return read;
  };
};
