import { useSyncExternalStore } from 'react';

/** A value outside of components that they follow. */
export const createSignal = <T>(first: T) => {
  let value = first;
  const watchers = new Set<() => void>();
  const watch = (watcher: () => void): (() => void) => {
    watchers.add(watcher);
    return () => {
      watchers.delete(watcher);
    };
  };
  return {
    get: (): T => value,
    set: (next: T): void => {
      value = next;
      watchers.forEach((watcher) => watcher());
    },
    /** The value as it is, in a component. */
    use: (): T => useSyncExternalStore(watch, () => value),
  };
};
