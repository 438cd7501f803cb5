import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, own } from '@callgate/core';

type Path = readonly (string | number)[];

const referencesIn = (value: Json | undefined, found: Set<string>): void => {
  if (Array.isArray(value)) for (const item of value as readonly Json[]) referencesIn(item, found);
  else if (isJsonObject(value))
    for (const [key, item] of Object.entries(value)) {
      if ((key === '$ref' || key === '$dynamicRef') && typeof item === 'string') found.add(item);
      referencesIn(item, found);
    }
};

/** The parts of a schema that no reference leads to: they describe nothing that could be sent. */
export const definitionsUnused = (definition: JsonObject): readonly Path[] =>
  ['inputSchema', 'outputSchema'].flatMap((member) => {
    const schema = own(definition, member);
    if (!isJsonObject(schema)) return [];
    const holders = ['$defs', 'definitions'].filter((key) => isJsonObject(own(schema, key)));
    if (holders.length === 0) return [];
    const references = new Set<string>();
    referencesIn(schema, references);
    return holders.flatMap((key): Path[] => {
      const definitions = own(schema, key);
      if (!isJsonObject(definitions)) return [];
      return Object.keys(definitions)
        .filter((name) => ![...references].some((reference) => reference.startsWith(`#/${key}/${name}`)))
        .map((name) => [member, key, name]);
    });
  });
