import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';

export type Path = readonly (string | number)[];

/** A definition with one leaf of it changed, taken away or added. */
export interface Mutation {
  readonly path: Path;
  readonly how: 'changed' | 'removed' | 'added';
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  readonly definition: JsonObject;
}

const other = (leaf: Json): Json => {
  if (typeof leaf === 'string') return `${leaf}x`;
  if (typeof leaf === 'number') return leaf > 0 ? leaf - 1 : leaf + 1;
  return typeof leaf === 'boolean' ? !leaf : 'x';
};

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

const leaves = (value: Json, path: Path): Path[] => {
  if (isList(value))
    return value.length === 0 ? [path] : value.flatMap((each, at) => leaves(each, [...path, at]));
  if (!isJsonObject(value)) return [path];
  const inner = Object.entries(value);
  return inner.length === 0 ? [path] : inner.flatMap(([key, each]) => leaves(each, [...path, key]));
};

const at = (value: Json | undefined, path: Path): Json | undefined => {
  let here = value;
  for (const part of path) here = (here as Record<string | number, Json | undefined> | undefined)?.[part];
  return here;
};

const replaced = (value: Json, path: Path, leaf: Json | undefined): Json => {
  const [first, ...rest] = path;
  if (first === undefined) return leaf ?? null;
  if (isList(value)) {
    if (rest.length === 0 && leaf === undefined) return value.filter((_, index) => index !== first);
    return value.map((each, index) => (index === first ? replaced(each, rest, leaf) : each));
  }
  if (!isJsonObject(value)) return value;
  if (rest.length === 0 && leaf === undefined)
    return Object.fromEntries(Object.entries(value).filter(([key]) => key !== first));
  return { ...value, [first]: replaced(value[first] ?? {}, rest, leaf) };
};

const objects = (value: Json, path: Path): Path[] => {
  if (isList(value)) return value.flatMap((each, index) => objects(each, [...path, index]));
  if (!isJsonObject(value)) return [];
  return [path, ...Object.entries(value).flatMap(([key, each]) => objects(each, [...path, key]))];
};

/** Every definition that differs from this one in a single leaf. The name stays: another name is another tool. */
export const mutationsOf = (definition: JsonObject): readonly Mutation[] => {
  const made = (path: Path, how: Mutation['how'], after: Json | undefined): Mutation => ({
    path,
    how,
    before: at(definition, path),
    after,
    definition: replaced(definition, path, after) as JsonObject,
  });
  const own = leaves(definition, []).filter(([first]) => first !== 'name');
  return [
    ...own.map((path) => {
      const leaf = at(definition, path);
      const empty = typeof leaf === 'object' && leaf !== null;
      return made(path, 'changed', empty ? 'x' : other(leaf ?? null));
    }),
    ...own.map((path) => made(path, 'removed', undefined)),
    ...objects(definition, []).map((path) => made([...path, 'zz-new'], 'added', 'x')),
  ];
};
