import { CallgateError } from '@callgate/core';

/** The store found something in its file that no store wrote. Other errors are none of the record's. */
export const isCorruptStore = (error: unknown): boolean =>
  error instanceof CallgateError && error.code === 'STORE_CORRUPT';

/** One thing that is wrong, and where. */
export interface AuditProblem {
  readonly code: string;
  /** The row; absent where no single row is wrong. */
  readonly seq?: number;
  readonly call?: string | null;
  /** In words of ours; nothing a stranger wrote is in it but ids. */
  readonly what: string;
}

const MOST = 1000;

/** Problems as they are found; all are counted, and so many listed. */
export class AuditProblems {
  readonly listed: AuditProblem[] = [];
  count = 0;
  readonly #counts: Map<string, number> = new Map();

  counted(code: string): number {
    return this.#counts.get(code) ?? 0;
  }

  add(problem: AuditProblem): void {
    this.count += 1;
    this.#counts.set(problem.code, this.counted(problem.code) + 1);
    if (this.listed.length < MOST) this.listed.push(problem);
  }
}
