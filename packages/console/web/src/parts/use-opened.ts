import type { Json } from '@callgate/core';
import { useCallback, useMemo, useState } from 'react';
import { foldsOf } from './folds.ts';

/** What of a value was opened by whoever looks at it. */
export interface Opened {
  isOpen(place: string): boolean;
  open(place: string): void;
  openAll(): void;
  /** Nothing is shown only in part any more. */
  readonly all: boolean;
  /** How many places are still closed. */
  readonly left: number;
}

/** Starts anew when the value is another one. */
export const useOpened = (value: Json): Opened => {
  const folds = useMemo(() => foldsOf(value), [value]);
  const [state, setState] = useState<{ readonly of: Json; readonly places: ReadonlySet<string> }>({
    of: value,
    places: new Set(),
  });
  const places = useMemo(() => (state.of === value ? state.places : new Set<string>()), [state, value]);
  const open = useCallback(
    (place: string) => setState({ of: value, places: new Set([...places, place]) }),
    [places, value],
  );
  const openAll = useCallback(() => setState({ of: value, places: new Set(folds) }), [folds, value]);
  const left = folds.filter((place) => !places.has(place)).length;
  return { isOpen: (place) => places.has(place), open, openAll, all: left === 0, left };
};
