import type { BenchDatabase } from './bench-database.ts';
import type { BenchWorker } from './bench-worker.ts';

/** Processes that make calls through one store. */
export interface ScaleSetUp {
  readonly name: string;
  readonly workers: readonly BenchWorker[];
  /** Where it is in a database. */
  readonly database?: BenchDatabase;
  /** Where it is a store. */
  readonly schema?: string;
}
