import type { Json, JsonObject } from '@callgate/core';
import { foldKey, isJsonObject, own } from '@callgate/core';

/** The names a schema knows, at one level. */
interface Names {
  readonly inside: ReadonlyMap<string, Names>;
  readonly folded: ReadonlySet<string>;
  /** Of the entries of a list. */
  readonly items: Names | undefined;
}

const MAX_DEPTH = 16;
const known = new WeakMap<JsonObject, Names>();

const namesOf = (schema: Json | undefined, depth: number): Names => {
  const inside = new Map<string, Names>();
  const folded = new Set<string>();
  const object = schema !== undefined && isJsonObject(schema) && depth < MAX_DEPTH ? schema : {};
  const properties = own(object, 'properties');
  if (properties !== undefined && isJsonObject(properties))
    for (const name of Object.keys(properties)) {
      inside.set(name, namesOf(own(properties, name), depth + 1));
      folded.add(foldKey(name));
    }
  const items = own(object, 'items');
  return { inside, folded, items: items === undefined ? undefined : namesOf(items, depth + 1) };
};

const find = (value: Json, names: Names): string | undefined => {
  if (Array.isArray(value)) {
    const { items } = names;
    if (items === undefined) return undefined;
    for (const item of value as readonly Json[]) {
      const key = find(item, items);
      if (key !== undefined) return key;
    }
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  for (const key of Object.keys(value)) {
    const below = names.inside.get(key);
    if (below === undefined) {
      if (names.folded.size > 0 && names.folded.has(foldKey(key))) return key;
      continue;
    }
    const found = find(own(value, key) ?? null, below);
    if (found !== undefined) return found;
  }
  return undefined;
};

/**
 * An argument whose name is not one of the tool's but would be taken for one by a server that reads names loosely: what
 * was judged would not be what runs.
 */
export const foldedKey = (definition: JsonObject, args: JsonObject): string | undefined => {
  let names = known.get(definition);
  if (names === undefined) {
    names = namesOf(own(definition, 'inputSchema'), 0);
    known.set(definition, names);
  }
  return find(args, names);
};
