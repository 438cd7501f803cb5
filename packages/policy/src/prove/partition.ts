import type { Diagrams, Guard, Variable } from './diagrams.ts';
import { ALWAYS, NEVER } from './diagrams.ts';

/** What something comes to, by situation: exactly one guard is true in each. */
export type Partition<T> = readonly { readonly value: T; readonly guard: Guard }[];

export const constantPartition = <T>(value: T): Partition<T> => [{ value, guard: ALWAYS }];

const keyOf = (value: unknown): string => JSON.stringify(value) ?? 'undefined';

const merge = <T>(
  diagrams: Diagrams,
  parts: readonly { readonly value: T; readonly guard: Guard }[],
): Partition<T> => {
  const byKey = Map.groupBy(parts, ({ value }) => keyOf(value));
  return [...byKey.values()].flatMap((same) => {
    const [first] = same;
    const guard = diagrams.any(same.map((part) => part.guard));
    return first === undefined || guard === NEVER ? [] : [{ value: first.value, guard }];
  });
};

/** What a function comes to that reads only these variables, given as the numbers of their values. */
export const tabulate = <T>(
  diagrams: Diagrams,
  variables: readonly Variable[],
  read: (values: readonly number[]) => T,
): Partition<T> => {
  const sorted = variables.toSorted((a, b) => a.level - b.level);
  const places = variables.map((variable) => sorted.indexOf(variable));
  const results = new Map<string, T>();
  const walk = (values: readonly number[]): ReadonlyMap<string, Guard> => {
    const variable = sorted[values.length];
    if (variable === undefined) {
      const result = read(places.map((place) => values[place] ?? 0));
      const key = keyOf(result);
      if (!results.has(key)) results.set(key, result);
      return new Map([[key, ALWAYS]]);
    }
    const below = variable.costs.map((_, value) => walk([...values, value]));
    const keys = new Set(below.flatMap((each) => [...each.keys()]));
    return new Map(
      [...keys].map((key) => [
        key,
        diagrams.branch(
          variable,
          below.map((each) => each.get(key) ?? NEVER),
        ),
      ]),
    );
  };
  return [...walk([])].flatMap(([key, guard]) => {
    const value = results.get(key);
    return value === undefined ? [] : [{ value, guard }];
  });
};

/** What a function of partitions comes to. */
export const lift = <T>(
  diagrams: Diagrams,
  parts: readonly Partition<unknown>[],
  read: (values: readonly unknown[]) => T,
): Partition<T> => {
  let combined: { readonly values: readonly unknown[]; readonly guard: Guard }[] = [
    { values: [], guard: ALWAYS },
  ];
  for (const part of parts)
    combined = combined.flatMap(({ values, guard }) =>
      part.flatMap((each) => {
        const both = diagrams.and(guard, each.guard);
        return both === NEVER ? [] : [{ values: [...values, each.value], guard: both }];
      }),
    );
  return merge(
    diagrams,
    combined.map(({ values, guard }) => ({ value: read(values), guard })),
  );
};

/** What a function of one partition comes to. */
export const mapParts = <A, T>(diagrams: Diagrams, part: Partition<A>, read: (value: A) => T): Partition<T> =>
  merge(
    diagrams,
    part.map(({ value, guard }) => ({ value: read(value), guard })),
  );

/** Every part goes on as a partition of its own. */
export const spread = <A, T>(
  diagrams: Diagrams,
  parts: Partition<A>,
  go: (value: A) => Partition<T>,
): Partition<T> =>
  merge(
    diagrams,
    parts.flatMap(({ value, guard }) =>
      go(value).map((inner) => ({ value: inner.value, guard: diagrams.and(guard, inner.guard) })),
    ),
  );

/** Where the partition comes to something. */
export const guardOf = <T>(diagrams: Diagrams, parts: Partition<T>, accepts: (value: T) => boolean): Guard =>
  diagrams.any(parts.filter(({ value }) => accepts(value)).map(({ guard }) => guard));
