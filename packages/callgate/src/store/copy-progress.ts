import type { CopyProgress } from '@callgate/gate/sql';
import { CountProgress } from '../show/count-progress.ts';

/** Shows the rows of all tables that were copied so far while `copy` goes on. */
export const withCopyProgress = async <T>(
  copy: (onProgress: (step: CopyProgress) => void) => Promise<T>,
): Promise<T> => {
  const progress = new CountProgress(process.stderr, Date.now, 'row');
  let whole = 0;
  let table = { name: '', rows: 0 };
  return await copy((step) => {
    if (step.table !== table.name) whole += table.rows;
    table = { name: step.table, rows: step.rows };
    progress.at(whole + step.rows);
  }).finally(() => progress.clear());
};
