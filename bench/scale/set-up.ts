import type { Database } from './database.ts';
import type { Worker } from './workers.ts';

/** Processes that make calls through one store. */
export interface SetUp {
  readonly name: string;
  readonly workers: readonly Worker[];
  /** Where it is in a database. */
  readonly database?: Database;
  /** Where it is a store. */
  readonly schema?: string;
}
