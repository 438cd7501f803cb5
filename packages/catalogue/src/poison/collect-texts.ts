import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import type { ListedServer } from '../listed-server.ts';

/**
 * What a text is for. People and models expect prose in descriptions and instructions only; `key` is the name of a
 * parameter, `member` of anything else, `value` stands in an enum, a default or a const, `keyword` has a meaning to
 * validators, `other` stands where nothing is expected.
 */
export type TextRole =
  | 'name'
  | 'title'
  | 'description'
  | 'instructions'
  | 'key'
  | 'member'
  | 'value'
  | 'example'
  | 'keyword'
  | 'other';

/** One text that a server wrote, and where. */
export interface ServerText {
  readonly server: string;
  readonly tool: string | null;
  readonly path: readonly (string | number)[];
  readonly place: TextRole;
  readonly text: string;
}

type TextPath = readonly (string | number)[];

/** Tables are asked for names that servers chose: `constructor` is in none of them. */
const PLACE_OF: ReadonlyMap<string, TextRole> = new Map([
  ['title', 'title'],
  ['description', 'description'],
  ['markdownDescription', 'description'],
  ['enum', 'value'],
  ['const', 'value'],
  ['default', 'value'],
  ['examples', 'example'],
  ['example', 'example'],
  ['enumDescriptions', 'description'],
  ['errorMessage', 'description'],
]);

const SCHEMAS_BY_NAME: ReadonlySet<string> = new Set(
  'properties patternProperties dependentSchemas $defs definitions'.split(' '),
);
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

type TextVisitor = (path: TextPath, place: TextRole, text: string) => void;

const takeAll = (value: Json | undefined, path: TextPath, place: TextRole, take: TextVisitor): void => {
  if (typeof value === 'string') take(path, place, value);
  else if (Array.isArray(value))
    for (const [at, item] of (value as readonly Json[]).entries()) takeAll(item, [...path, at], place, take);
  else if (isJsonObject(value))
    for (const [key, item] of Object.entries(value)) {
      take([...path, key], 'key', key);
      takeAll(item, [...path, key], place, take);
    }
};

const takeSchema = (schema: Json, path: TextPath, take: TextVisitor): void => {
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
    const place = PLACE_OF.get(key) ?? (KEYWORDS.has(key) ? 'keyword' : undefined);
    if (SCHEMAS_BY_NAME.has(key) && isJsonObject(value))
      for (const [name, inner] of Object.entries(value)) {
        take([...at, name], key === 'properties' ? 'key' : 'member', name);
        takeSchema(inner, [...at, name], take);
      }
    else if (SCHEMAS.has(key)) takeSchema(value, at, take);
    else {
      if (place === undefined) take(at, 'member', key);
      takeAll(value, at, place ?? 'other', take);
    }
  }
};

const ICON_MEMBERS: ReadonlySet<string> = new Set(['src', 'mimeType', 'sizes', 'theme']);

/** The bytes of a picture are no text. */
const takeIcons = (icons: Json, path: TextPath, take: TextVisitor): void => {
  if (Array.isArray(icons))
    for (const [at, icon] of (icons as readonly Json[]).entries()) takeIcons(icon, [...path, at], take);
  else if (isJsonObject(icons))
    for (const [key, value] of Object.entries(icons)) {
      const at = [...path, key];
      if (!ICON_MEMBERS.has(key)) take(at, 'member', key);
      if (key === 'src' && typeof value === 'string' && /^data:image\//iu.test(value)) continue;
      takeAll(value, at, ICON_MEMBERS.has(key) ? 'keyword' : 'other', take);
    }
  else takeAll(icons, path, 'other', take);
};

const TOOL_PLACES: ReadonlyMap<string, TextRole> = new Map([
  ['name', 'name'],
  ['title', 'title'],
  ['description', 'description'],
]);

const takeTool = (definition: JsonObject, take: TextVisitor): void => {
  for (const [key, value] of Object.entries(definition)) {
    const place = TOOL_PLACES.get(key);
    if (place !== undefined) takeAll(value, [key], place, take);
    else if (key === 'inputSchema' || key === 'outputSchema') takeSchema(value, [key], take);
    else if (key === 'icons') takeIcons(value, [key], take);
    else if (key === 'annotations' && isJsonObject(value)) {
      const { title, ...rest } = value;
      takeAll(title, [key, 'title'], 'title', take);
      takeAll(rest, [key], 'other', take);
    } else {
      take([key], 'member', key);
      takeAll(value, [key], 'other', take);
    }
  }
};

const INFO_PLACES: ReadonlyMap<string, TextRole> = new Map([
  ['description', 'description'],
  ['instructions', 'instructions'],
]);

const takeInfo = (info: JsonObject, take: TextVisitor): void => {
  for (const [key, value] of Object.entries(info)) {
    const path = ['serverInfo', key];
    take(path, 'member', key);
    if (key === 'icons') takeIcons(value, path, take);
    else takeAll(value, path, INFO_PLACES.get(key) ?? 'title', take);
  }
};

/** Shorter texts say nothing. */
const SHORTEST = 3;

/** Every text a server wrote: its own, and those of its tools, down to the last value of their schemas. */
export const collectTexts = ({ server, info, instructions, tools }: ListedServer): readonly ServerText[] => {
  const found: ServerText[] = [];
  const taker =
    (tool: string | null): TextVisitor =>
    (path, place, text) => {
      if (text.length >= SHORTEST) found.push({ server, tool, path, place, text });
    };
  if (instructions !== undefined) taker(null)(['instructions'], 'instructions', instructions);
  if (info !== undefined) takeInfo(info, taker(null));
  for (const [at, definition] of tools.entries()) {
    const name = getOwn(definition, 'name');
    const take = taker(typeof name === 'string' ? name : null);
    // without a name the way to it begins at the list
    if (typeof name === 'string') takeTool(definition, take);
    else takeTool(definition, (path, place, text) => take(['tools', at, ...path], place, text));
  }
  return found;
};
