import { useCallback, useMemo, useState } from 'react';

/** Calls that were picked to be decided about with one word. */
export interface Selection {
  readonly calls: readonly string[];
  readonly size: number;
  readonly has: (call: string) => boolean;
  readonly set: (call: string, selected: boolean) => void;
  readonly toggle: (call: string) => void;
  readonly all: (calls: readonly string[]) => void;
  readonly clear: () => void;
}

export const useSelection = (): Selection => {
  const [calls, setCalls] = useState<ReadonlySet<string>>(new Set<string>());
  const has = useCallback((call: string) => calls.has(call), [calls]);
  const set = useCallback((call: string, selected: boolean) => {
    setCalls((before) => {
      const after = new Set(before);
      if (selected) after.add(call);
      else after.delete(call);
      return after;
    });
  }, []);
  const toggle = useCallback((call: string) => set(call, !calls.has(call)), [calls, set]);
  const all = useCallback((every: readonly string[]) => setCalls(new Set(every)), []);
  const clear = useCallback(() => setCalls(new Set()), []);
  return useMemo(
    () => ({ calls: [...calls], size: calls.size, has, set, toggle, all, clear }),
    [calls, has, set, toggle, all, clear],
  );
};
