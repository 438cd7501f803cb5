import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, own } from '@callgate/core';
import type { ListedServer } from '../listed.ts';

/**
 * What a text is for. People and models expect prose in descriptions and instructions only; `key` is the name of a
 * parameter, `value` stands in an enum, a default or a const, `keyword` has a meaning to validators, `other`
 * stands where nothing is expected.
 */
export type TextPlace =
  | 'name'
  | 'title'
  | 'description'
  | 'instructions'
  | 'key'
  | 'value'
  | 'example'
  | 'keyword'
  | 'other';

/** One text that a server wrote, and where. */
export interface WrittenText {
  readonly server: string;
  readonly tool: string | null;
  readonly path: readonly (string | number)[];
  readonly place: TextPlace;
  readonly text: string;
}

type Path = readonly (string | number)[];

const PLACE_OF: Readonly<Record<string, TextPlace>> = {
  title: 'title',
  description: 'description',
  markdownDescription: 'description',
  enum: 'value',
  const: 'value',
  default: 'value',
  examples: 'example',
  example: 'example',
  enumDescriptions: 'description',
  errorMessage: 'description',
};

const SCHEMAS_BY_NAME: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas']);
const DEFINITIONS: ReadonlySet<string> = new Set(['$defs', 'definitions']);
const SCHEMAS: ReadonlySet<string> = new Set(
  'items prefixItems additionalItems contains additionalProperties propertyNames unevaluatedItems unevaluatedProperties anyOf oneOf allOf not if then else contentSchema'.split(
    ' ',
  ),
);
const KEYWORDS: ReadonlySet<string> = new Set(
  'type format pattern required $ref $schema $id $anchor $dynamicRef $dynamicAnchor contentEncoding contentMediaType dependentRequired discriminator'.split(
    ' ',
  ),
);

type Take = (path: Path, place: TextPlace, text: string) => void;

const takeAll = (value: Json | undefined, path: Path, place: TextPlace, take: Take): void => {
  if (typeof value === 'string') take(path, place, value);
  else if (Array.isArray(value))
    for (const [at, item] of (value as readonly Json[]).entries()) takeAll(item, [...path, at], place, take);
  else if (isJsonObject(value))
    for (const [key, item] of Object.entries(value)) {
      if (place !== 'keyword') take([...path, key], 'key', key);
      takeAll(item, [...path, key], place, take);
    }
};

const takeSchema = (schema: Json, path: Path, take: Take): void => {
  if (Array.isArray(schema)) {
    for (const [at, item] of (schema as readonly Json[]).entries()) takeSchema(item, [...path, at], take);
    return;
  }
  if (!isJsonObject(schema)) {
    if (typeof schema === 'string') take(path, 'other', schema);
    return;
  }
  for (const [key, value] of Object.entries(schema)) {
    const at = [...path, key];
    if ((SCHEMAS_BY_NAME.has(key) || DEFINITIONS.has(key)) && isJsonObject(value))
      for (const [name, inner] of Object.entries(value)) {
        if (key === 'properties') take([...at, name], 'key', name);
        takeSchema(inner, [...at, name], take);
      }
    else if (SCHEMAS.has(key)) takeSchema(value, at, take);
    else takeAll(value, at, PLACE_OF[key] ?? (KEYWORDS.has(key) ? 'keyword' : 'other'), take);
  }
};

const TOOL_PLACES: Readonly<Record<string, TextPlace>> = {
  name: 'name',
  title: 'title',
  description: 'description',
};

const takeTool = (definition: JsonObject, take: Take): void => {
  for (const [key, value] of Object.entries(definition)) {
    const place = TOOL_PLACES[key];
    if (place !== undefined) takeAll(value, [key], place, take);
    else if (key === 'inputSchema' || key === 'outputSchema') takeSchema(value, [key], take);
    else if (key === 'annotations' && isJsonObject(value)) {
      const { title, ...rest } = value;
      takeAll(title, [key, 'title'], 'title', take);
      takeAll(rest, [key], 'other', take);
    } else if (key !== 'icons') takeAll(value, [key], 'other', take);
  }
};

const INFO_PLACES: Readonly<Record<string, TextPlace>> = {
  description: 'description',
  instructions: 'instructions',
};

/** Every text a server wrote: its own, and those of its tools, down to the last value of their schemas. */
export const textsOf = ({ server, info, instructions, tools }: ListedServer): readonly WrittenText[] => {
  const found: WrittenText[] = [];
  const taker =
    (tool: string | null): Take =>
    (path, place, text) =>
      void found.push({ server, tool, path, place, text });
  if (instructions !== undefined) taker(null)(['instructions'], 'instructions', instructions);
  for (const [key, value] of Object.entries(info ?? {}))
    takeAll(value, ['serverInfo', key], INFO_PLACES[key] ?? 'title', taker(null));
  for (const [at, definition] of tools.entries()) {
    const name = own(definition, 'name');
    const take = taker(typeof name === 'string' ? name : null);
    // without a name the way to it begins at the list
    if (typeof name === 'string') takeTool(definition, take);
    else takeTool(definition, (path, place, text) => take(['tools', at, ...path], place, text));
  }
  return found;
};
