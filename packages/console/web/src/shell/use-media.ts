import { useCallback, useSyncExternalStore } from 'react';

export const useMedia = (query: string): boolean => {
  const watch = useCallback(
    (watcher: () => void) => {
      const media = globalThis.matchMedia(query);
      media.addEventListener('change', watcher);
      return () => media.removeEventListener('change', watcher);
    },
    [query],
  );
  return useSyncExternalStore(watch, () => globalThis.matchMedia(query).matches);
};
