import { useSyncExternalStore } from 'react';

export interface Signal<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  /** The value as it is, in a component. */
  readonly use: () => T;
}

/** A value outside of components that they follow. */
export const createSignal = <T>(first: T): Signal<T> => {
  let value = first;
  const watchers = new Set<() => void>();
  const watch = (watcher: () => void): (() => void) => {
    watchers.add(watcher);
    return () => {
      watchers.delete(watcher);
    };
  };
  return {
    get: () => value,
    set: (next) => {
      value = next;
      watchers.forEach((watcher) => watcher());
    },
    use: () => useSyncExternalStore(watch, () => value),
  };
};
