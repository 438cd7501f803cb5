import type { Store } from '@callgate/gate/store';
import { runOn, stores } from './stores.ts';

class UndoneError extends Error {}

/** Every piece of work is done and undone, and then done: as a store may that found somebody else in the way. */
const undoneFirst = (store: Store): Store => {
  const transact: Store['transact'] = async (work) => {
    try {
      await store.transact(async (tx) => {
        await work(tx);
        throw new UndoneError();
      });
    } catch {
      // what it came to the first time does not count, whatever it was
    }
    return await store.transact(work);
  };
  return new Proxy(store, {
    get: (target, name) => {
      if (name === 'transact') return transact;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
};

// what it closes after each test, it closes for all tests of a file that takes it from here
export { afterTest } from './office.ts';

/** Every test of this file runs on such stores. */
export const onUndoneFirst = (): void => {
  const given = stores();
  runOn({ ...given, open: async (place, parts) => undoneFirst(await given.open(place, parts)) });
};
