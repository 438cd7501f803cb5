import { CallgateError } from '@callgate/core';
import type { Store, Tx } from './store.ts';

const TRIES = 5;

/** Two waited for each other in the storage, and this one had to give way. A store that was held for too long is no such case. */
const hasCollided = (error: unknown): boolean =>
  error instanceof CallgateError && error.code === 'STORE_BUSY' && error.cause !== undefined;

/** Does a piece of work again that gave way to somebody else's. It must be one that can be done from the beginning. */
export const transactAgain = async <T>(
  store: Pick<Store, 'transact'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await store.transact(work);
    } catch (error) {
      if (tried >= TRIES || !hasCollided(error)) throw error;
    }
  }
};
