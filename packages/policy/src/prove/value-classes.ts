import type { Json } from '@callgate/core';
import type { TextPredicate } from './text-classes.ts';
import { listTextClasses } from './text-classes.ts';

/** What conditions compare one argument with. */
export interface ValuePredicates {
  readonly texts: readonly TextPredicate[];
  readonly numbers: readonly number[];
}

/** A number strictly between two, the plainest there is. */
const between = (low: number, high: number): number | undefined => {
  if (low < 0 && high > 0) return 0;
  const tries = [
    low >= 0 ? Math.floor(low) + 1 : Math.ceil(high) - 1,
    low === Number.NEGATIVE_INFINITY
      ? high * 2
      : high === Number.POSITIVE_INFINITY
        ? low * 2
        : low / 2 + high / 2,
    low === Number.NEGATIVE_INFINITY ? -Number.MAX_VALUE : Number.MAX_VALUE,
  ];
  return tries.find((value) => Number.isFinite(value) && value > low && value < high);
};

/** A number for every constant and for every stretch between them. */
export const numberClasses = (constants: readonly number[]): readonly number[] => {
  const sorted = [...new Set(constants.map((value) => value + 0))].toSorted((a, b) => a - b);
  const edges = [Number.NEGATIVE_INFINITY, ...sorted, Number.POSITIVE_INFINITY];
  return edges.slice(1).flatMap((high, at) => {
    const inside = between(edges[at] ?? Number.NEGATIVE_INFINITY, high);
    return [...(inside === undefined ? [] : [inside]), ...(Number.isFinite(high) ? [high] : [])];
  });
};

const plainness = (value: Json): number =>
  typeof value === 'string'
    ? value.length + 1
    : typeof value === 'number'
      ? 1 + Math.log10(1 + Math.abs(value))
      : 2;

/**
 * One plain value for every way in which arguments can fare under the predicates, the plainest first; undefined
 * where there are too many ways.
 */
export const listValueClasses = ({ texts, numbers }: ValuePredicates): readonly Json[] | undefined => {
  const known = listTextClasses(texts);
  if (known === undefined) return undefined;
  const values: readonly Json[] = [...known, ...numberClasses(numbers), true, false, null, [], {}];
  return values.toSorted((a, b) => plainness(a) - plainness(b));
};
