import type { Session } from '@callgate/core';

export type Seen = Session['seen'][number];

/** What must be done to the rows of what a session has seen. Places rise from the earliest result to the latest. */
export interface SeenChanges {
  readonly removed: readonly number[];
  readonly written: readonly { readonly place: number; readonly seen: Seen }[];
  /** The place of each result, in order. */
  readonly places: readonly number[];
}

/** Where the results that are kept begin among the old ones; the old length where none is kept. */
const firstKept = (before: readonly Seen[], after: readonly Seen[]): number => {
  const first = after[0];
  if (first === undefined) return before.length;
  const same = before.indexOf(first);
  if (same !== -1) return same;
  // the same results written anew stand where they stood
  const alike = before.findIndex(({ call }) => call === first.call);
  return alike === -1 ? before.length : alike;
};

/**
 * A session forgets its earliest results and gets new ones at its end; where it is otherwise, the rows from there on
 * are written anew. Results are told apart by identity: they never change.
 */
export const seenChanges = (
  before: readonly Seen[],
  places: readonly number[],
  after: readonly Seen[],
): SeenChanges => {
  const first = firstKept(before, after);
  const left = places.slice(first);
  let next = (places.at(-1) ?? -1) + 1;
  const written: { place: number; seen: Seen }[] = [];
  const newPlaces = after.map((seen, index) => {
    const known = left[index];
    if (known !== undefined && before[first + index] === seen) return known;
    const place = known ?? next++;
    written.push({ place, seen });
    return place;
  });
  return { removed: [...places.slice(0, first), ...left.slice(after.length)], written, places: newPlaces };
};
