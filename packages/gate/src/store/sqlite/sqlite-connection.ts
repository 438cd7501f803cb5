import { storedRecordMessages } from '@callgate/messages/stored-record';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SqlColumn, SqlRow, SqlValue } from '../rows/sql-row.ts';
import { makeStoreCorruptError, makeStoreDoubleError, makeStoreRefusedError } from '../faults.ts';
import { classifySqliteFault } from './faults.ts';

/** A statement that is compiled when first used. */
export interface SqliteQuery {
  /** How many rows it changed. */
  run(...values: readonly SqlValue[]): number;
  /** The place of the row it made. */
  insert(...values: readonly SqlValue[]): number;
  get(...values: readonly SqlValue[]): SqlRow | undefined;
  all(...values: readonly SqlValue[]): readonly SqlRow[];
}

/** A statement that was carried out, for carrying it out again. */
interface ReplayableWrite {
  again(): void;
  /** How many rows it changed. */
  readonly changes: number;
}

/** Numbers that JavaScript cannot hold were not written by a store. */
const isOutOfRange = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';

/** A row as `node:sqlite` returns it → by column. */
type RowReader = (row: unknown) => SqlRow;

/** What Node makes of a row without arrays. */
const asRow: RowReader = (row) => row as SqlRow;

/**
 * Rows as arrays from here on, before 22.16 as they were. Node gives each row that is an object a hidden class of its
 * own, 670 bytes that only a full collection takes back, and needs twice the time.
 */
const makeRowReader = (statement: StatementSync): RowReader => {
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

/** One connection with its statements. It remembers the first error after which its transaction counts for nothing. */
export class SqliteConnection {
  readonly db: DatabaseSync;
  /** Set by a statement that failed for more than itself. */
  fault: unknown = undefined;
  readonly #queries: Map<string, SqliteQuery> = new Map();
  #writes: ReplayableWrite[] | undefined;
  #isWhole = false;
  /** What was begun as a whole was undone, and its transaction has ended. */
  isUndone = false;

  constructor(db: DatabaseSync) {
    this.db = db;
  }

  query(sql: string): SqliteQuery {
    const known = this.#queries.get(sql);
    if (known !== undefined) return known;
    const made = this.#make(sql);
    this.#queries.set(sql, made);
    return made;
  }

  /**
   * From here on writes can be undone by `undoAfter`, until `endWrites`. Inside a transaction. What is all or nothing
   * (`isWhole`) needs no savepoint, which would copy every page that is touched: undoing it ends the transaction.
   */
  beginWrites(isWhole: boolean): void {
    if (!isWhole) this.query('SAVEPOINT writes').run();
    this.#isWhole = isWhole;
    this.isUndone = false;
    this.#writes = [];
  }

  /** How many writes were made since `beginWrites`. */
  get writes(): number {
    return this.#writes?.length ?? 0;
  }

  /**
   * Undoes all writes but the first so many. SQLite takes all of them back and those are made again: a savepoint for
   * each piece of work would copy every page that it touches.
   */
  undoAfter(count: number): void {
    const writes = this.#writes ?? [];
    if (writes.length === count) return;
    writes.length = count;
    this.#writes = undefined;
    this.query(this.#isWhole ? 'ROLLBACK' : 'ROLLBACK TO writes').run();
    this.isUndone = this.#isWhole;
    for (const write of writes) write.again();
    this.#writes = writes;
  }

  /** How many rows were changed since `beginWrites`. */
  endWrites(): number {
    const writes = this.#writes ?? [];
    this.#writes = undefined;
    return writes.reduce((sum, { changes }) => sum + changes, 0);
  }

  /** Whether a transaction is open. */
  get inTransaction(): boolean {
    const known: unknown = this.db.isTransaction;
    return typeof known === 'boolean' ? known : this.isInTransaction();
  }

  /** The same where Node does not say it, before 22.16. */
  isInTransaction(): boolean {
    try {
      // touches nothing: a deferred transaction takes no lock
      this.db.exec('BEGIN');
    } catch {
      return true;
    }
    this.db.exec('ROLLBACK');
    return false;
  }

  #make(sql: string): SqliteQuery {
    let compiled: StatementSync | undefined;
    const statement = (): StatementSync => (compiled ??= this.db.prepare(sql));
    let toRow: RowReader = asRow;
    const reader = (): StatementSync => {
      if (compiled === undefined) toRow = makeRowReader(statement());
      return statement();
    };
    return {
      run: (...values) => {
        try {
          const changes = Number(statement().run(...values).changes);
          this.#writes?.push({ again: () => statement().run(...values), changes });
          return changes;
        } catch (error) {
          throw this.#read(error);
        }
      },
      insert: (...values) => {
        try {
          const { changes, lastInsertRowid } = statement().run(...values);
          this.#writes?.push({ again: () => statement().run(...values), changes: Number(changes) });
          return Number(lastInsertRowid);
        } catch (error) {
          throw this.#read(error);
        }
      },
      get: (...values) => {
        try {
          const row: unknown = reader().get(...values);
          return row === undefined ? undefined : toRow(row);
        } catch (error) {
          throw this.#read(error);
        }
      },
      all: (...values) => {
        try {
          const rows: readonly unknown[] = reader().all(...values);
          return rows.map(toRow);
        } catch (error) {
          throw this.#read(error);
        }
      },
    };
  }

  #read(error: unknown): unknown {
    if (isOutOfRange(error)) return makeStoreCorruptError(storedRecordMessages.number, error);
    const kind = classifySqliteFault(error);
    if (kind === 'double') return makeStoreDoubleError(error);
    if (kind === 'refused') return makeStoreRefusedError(error);
    if (kind !== 'other') this.fault ??= error;
    return error;
  }
}
