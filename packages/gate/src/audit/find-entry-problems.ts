import type { StoreReader } from '../store/store-reader.ts';
import type { StoredEntry } from '../record/audit-entry.ts';
import { readHeadBefore } from './read-head-before.ts';
import { verifyEntry } from './verify-entry.ts';

/** What is wrong with a row, judged by itself and the row before it. */
export interface EntryProblem {
  readonly seq: number;
  /** In words of ours. */
  readonly what: string;
}

/** Looks whether rows are what was recorded, as far as they and their neighbours tell. `verifyAuditLog` is thorough. */
export const findEntryProblems = async (
  read: Pick<StoreReader, 'rows' | 'hashes'>,
  rows: readonly StoredEntry[],
): Promise<readonly EntryProblem[]> => {
  const problems: EntryProblem[] = [];
  for (const row of rows) {
    const [fault] = verifyEntry(await readHeadBefore(read, row.seq), row);
    if (fault !== undefined) problems.push({ seq: row.seq, what: fault.what });
  }
  return problems;
};
