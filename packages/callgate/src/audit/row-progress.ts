import { percent, whole } from '../show/columns.ts';
import type { ProgressStream } from '../show/progress.ts';

const EVERY_MS = 100;
const CLEAR = '\r\u001B[2K';

/** How many rows were read, on a terminal, drawn over itself; nothing at all elsewhere. */
export interface RowProgress {
  read(rows: number): void;
  /** Takes it away, so that what is written next stands on a clean line. */
  clear(): void;
}

export const rowProgress = (stream: ProgressStream, now: () => number, total: number): RowProgress => {
  let drawn = -Infinity;
  return {
    read: (rows) => {
      if (stream.isTTY !== true || now() - drawn < EVERY_MS) return;
      drawn = now();
      stream.write(
        rows >= total
          ? `${CLEAR}comparing with the store`
          : `${CLEAR}${whole(rows)} of ${whole(total)} rows, ${percent(rows, total, 0)}`,
      );
    },
    clear: () => {
      if (drawn === -Infinity) return;
      stream.write(CLEAR);
      drawn = -Infinity;
    },
  };
};
