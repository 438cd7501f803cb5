import type { StoreReader } from '../store/store-reader.ts';
import { EMPTY_LOG_HEAD } from '../record/chain-entry.ts';
import type { StoredEntry } from '../record/audit-entry.ts';
import { verifyEntry } from './verify-entry.ts';

/** What is wrong with a row, judged by itself and the row before it. */
export interface EntryProblem {
  readonly seq: number;
  /** In words of ours. */
  readonly what: string;
}

/** Looks whether rows are what was recorded, as far as they and their neighbours tell. `verifyAuditLog` is thorough. */
export const findEntryProblems = async (
  read: Pick<StoreReader, 'rows'>,
  rows: readonly StoredEntry[],
): Promise<readonly EntryProblem[]> => {
  const problems: EntryProblem[] = [];
  for (const row of rows) {
    const [before = EMPTY_LOG_HEAD] = row.seq === 1 ? [] : await read.rows(row.seq - 1, 1);
    const [fault] = verifyEntry(before, row);
    if (fault !== undefined) problems.push({ seq: row.seq, what: fault.what });
  }
  return problems;
};
