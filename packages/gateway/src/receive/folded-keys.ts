import type { Json, JsonObject } from '@callgate/core';
import { foldKey, isJsonObject, own } from '@callgate/core';

/** Every name that a schema gives a property, wherever in it. */
interface Names {
  readonly exact: ReadonlySet<string>;
  readonly folded: ReadonlySet<string>;
}

const known = new WeakMap<JsonObject, Names>();

const collect = (schema: Json, into: Set<string>): void => {
  if (Array.isArray(schema)) for (const item of schema as readonly Json[]) collect(item, into);
  else if (isJsonObject(schema))
    for (const key of Object.keys(schema)) {
      const value = own(schema, key) ?? null;
      if (key === 'properties' && isJsonObject(value)) for (const name of Object.keys(value)) into.add(name);
      collect(value, into);
    }
};

const namesOf = (definition: JsonObject): Names => {
  const before = known.get(definition);
  if (before !== undefined) return before;
  const exact = new Set<string>();
  collect(own(definition, 'inputSchema') ?? null, exact);
  const names = { exact, folded: new Set([...exact].map(foldKey)) };
  known.set(definition, names);
  return names;
};

const find = (value: Json, names: Names): string | undefined => {
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) {
      const key = find(item, names);
      if (key !== undefined) return key;
    }
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  for (const key of Object.keys(value)) {
    if (!names.exact.has(key) && names.folded.has(foldKey(key))) return key;
    const inside = find(own(value, key) ?? null, names);
    if (inside !== undefined) return inside;
  }
  return undefined;
};

/**
 * An argument whose name is none of the tool's but would be taken for one by a server that reads names loosely: what
 * was judged would not be what runs.
 */
export const foldedKey = (definition: JsonObject, args: JsonObject): string | undefined => {
  const names = namesOf(definition);
  return names.exact.size === 0 ? undefined : find(args, names);
};
