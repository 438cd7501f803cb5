import { auditMessages } from '@callgate/messages/cli/audit';
import { formatPercent, formatInteger } from '../show/format-columns.ts';
import type { ProgressStream } from '../show/progress-bar.ts';

const EVERY_MS = 100;
const CLEAR = '\r\u001B[2K';

/** How many rows were read, on a terminal, drawn over itself; nothing at all elsewhere. */
export interface EntryProgress {
  read(rows: number): void;
  /** Takes it away, so that what is written next stands on a clean line. */
  clear(): void;
}

export const createEntryProgress = (
  stream: ProgressStream,
  now: () => number,
  total: number,
): EntryProgress => {
  let drawn = -Infinity;
  return {
    read: (rows) => {
      if (stream.isTTY !== true || now() - drawn < EVERY_MS) return;
      drawn = now();
      stream.write(
        rows >= total
          ? `${CLEAR}${auditMessages.verify.comparing}`
          : `${CLEAR}${auditMessages.verify.progress({ entries: formatInteger(rows), total: formatInteger(total), share: formatPercent(rows, total, 0) })}`,
      );
    },
    clear: () => {
      if (drawn === -Infinity) return;
      stream.write(CLEAR);
      drawn = -Infinity;
    },
  };
};
