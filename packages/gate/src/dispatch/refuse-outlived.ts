import { CallgateError } from '@callgate/core';
import type { RecordRow } from '../record/entry.ts';
import type { Store, Tx } from '../store/store.ts';

/** So often it may happen to one call that something ends while it is let out. */
const TRIES = 5;

class Outlived extends CallgateError {
  constructor() {
    super('STORE_BUSY', 'what lets it out ended meanwhile, and nothing was written', { help: 'try again' });
  }
}

/**
 * What lets a call out must still count when that is written down: since the clock was looked at, others may have been
 * waited for. Undoes the piece of work.
 */
export const refuseOutlived = ({ at }: Pick<RecordRow, 'at'>, endsAt: number | null): void => {
  if (endsAt !== null && at >= endsAt) throw new Outlived();
};

/** Does a piece of work that lets a call out; again by the time it is then, where something ended meanwhile. */
export const letOutInTime = async <T>(
  store: Pick<Store, 'transact'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await store.transact(work);
    } catch (error) {
      if (tried >= TRIES || !(error instanceof Outlived)) throw error;
    }
  }
};
