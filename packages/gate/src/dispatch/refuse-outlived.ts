import type { RecordRow } from '../record/entry.ts';
import { storeBusy } from '../store/faults.ts';

/**
 * What lets a call out must still count when that is written down: since the clock was looked at, others may have been
 * waited for. Undoes the piece of work, so that it is done again by the time it is now.
 */
export const refuseOutlived = ({ at }: Pick<RecordRow, 'at'>, endsAt: number | null): void => {
  if (endsAt === null || at < endsAt) return;
  throw storeBusy(0, new Error('what lets it out ended meanwhile'));
};
