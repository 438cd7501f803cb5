import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { sampleSeen } from '../../../test/harness/store-suite/samples.ts';
import type { SeenItem } from './session-codec.ts';
import { diffSeen } from './session-codec.ts';

const some = (...calls: readonly string[]): readonly SeenItem[] => calls.map((call) => sampleSeen(call));

/** The rows as they are after the changes, in the order of their places. */
const carriedOut = (
  before: readonly SeenItem[],
  places: readonly number[],
  after: readonly SeenItem[],
): readonly SeenItem[] => {
  const rows = new Map(places.map((place, index) => [place, before[index]] as const));
  const changes = diffSeen(before, places, after);
  for (const place of changes.removed) {
    expect(rows.delete(place)).toBe(true);
  }
  for (const { place, seen } of changes.written) rows.set(place, seen);
  const sorted = [...rows].toSorted(([a], [b]) => a - b);
  expect(sorted.map(([place]) => place)).toEqual(changes.places);
  return sorted.flatMap(([, seen]) => (seen === undefined ? [] : [seen]));
};

it('writes nothing where nothing changed', () => {
  const seen = some('a', 'b');
  expect(diffSeen(seen, [3, 4], seen)).toEqual({ removed: [], written: [], places: [3, 4] });
});

it('writes only the new result and removes only the forgotten one', () => {
  const seen = some('a', 'b', 'c');
  const [added] = some('d');
  const after = [...seen.slice(1), ...(added === undefined ? [] : [added])];
  expect(diffSeen(seen, [3, 4, 5], after)).toEqual({
    removed: [3],
    written: [{ place: 6, seen: added }],
    places: [4, 5, 6],
  });
});

it('writes results that were changed where they stood', () => {
  const seen = some('a', 'b');
  const after = seen.map((each) => ({ ...each, vouched: false }));
  expect(diffSeen(seen, [3, 9], after)).toEqual({
    removed: [],
    written: [
      { place: 3, seen: after[0] },
      { place: 9, seen: after[1] },
    ],
    places: [3, 9],
  });
});

it('leads to the very results, in order, whatever was done to them', () => {
  const pool = some('a', 'b', 'c', 'd', 'a', 'b');
  const list = fc.array(fc.constantFrom(...pool), { maxLength: 8 });
  fc.assert(
    fc.property(
      list,
      list,
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 8, maxLength: 8 }),
      (before, after, gaps) => {
        let place = -1;
        const places = before.map((_, index) => (place += gaps[index] ?? 1));
        const rows = carriedOut(before, places, after);
        expect(rows.length).toBe(after.length);
        rows.forEach((seen, index) => expect(seen).toBe(after[index]));
      },
    ),
    { numRuns: 2000 },
  );
});
