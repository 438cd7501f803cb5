import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';

type DefinitionPath = readonly [member: string, holder: string, name: string];

const HOLDERS = ['$defs', 'definitions'] as const;

const decoded = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

const unescaped = (reference: string): string => {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
};

/** `#/$defs/Name/properties/x` leads into `Name`. */
const noteReference = (reference: string, found: Set<string>): void => {
  for (const holder of HOLDERS) {
    const start = `#/${holder}/`;
    if (!reference.startsWith(start)) continue;
    const rest = reference.slice(start.length);
    const [part = ''] = rest.split('/', 1);
    for (const name of [rest, part, decoded(part), decoded(unescaped(part))]) found.add(`${holder} ${name}`);
  }
};

const referencesIn = (value: Json | undefined, found: Set<string>): void => {
  if (Array.isArray(value)) for (const item of value as readonly Json[]) referencesIn(item, found);
  else if (isJsonObject(value))
    for (const [key, item] of Object.entries(value)) {
      if ((key === '$ref' || key === '$dynamicRef') && typeof item === 'string') noteReference(item, found);
      referencesIn(item, found);
    }
};

/** The parts of a schema that no reference leads to: they describe nothing that could be sent. */
export const findUnusedDefinitions = (definition: JsonObject): readonly DefinitionPath[] =>
  ['inputSchema', 'outputSchema'].flatMap((member) => {
    const schema = getOwn(definition, member);
    if (!isJsonObject(schema)) return [];
    const holders = HOLDERS.filter((key) => isJsonObject(getOwn(schema, key)));
    if (holders.length === 0) return [];
    const references = new Set<string>();
    referencesIn(schema, references);
    return holders.flatMap((key): DefinitionPath[] => {
      const definitions = getOwn(schema, key);
      if (!isJsonObject(definitions)) return [];
      return Object.keys(definitions)
        .filter((name) => !references.has(`${key} ${name}`))
        .map((name): DefinitionPath => [member, key, name]);
    });
  });
