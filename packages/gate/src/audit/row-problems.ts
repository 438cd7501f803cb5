import type { Reader } from '../store/reader.ts';
import { NO_ROWS } from '../record/chain.ts';
import type { RecordRow } from '../record/entry.ts';
import { verifyRow } from './verify-row.ts';

/** What is wrong with a row, judged by itself and the row before it. */
export interface RowProblem {
  readonly seq: number;
  /** In words of ours. */
  readonly what: string;
}

/** Looks whether rows are what was recorded, as far as they and their neighbours tell. `verifyRecord` is thorough. */
export const rowProblems = async (
  read: Pick<Reader, 'rows'>,
  rows: readonly RecordRow[],
): Promise<readonly RowProblem[]> => {
  const problems: RowProblem[] = [];
  for (const row of rows) {
    const [before = NO_ROWS] = row.seq === 1 ? [] : await read.rows(row.seq - 1, 1);
    const [fault] = verifyRow(before, row);
    if (fault !== undefined) problems.push({ seq: row.seq, what: fault.what });
  }
  return problems;
};
