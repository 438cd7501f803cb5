import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';

/** An argument that clients of the modern era repeat in a header, so that proxies can route by it. */
interface MirroredArgument {
  readonly argument: string;
  /** In lower case. */
  readonly header: string;
}

const mirroredCache = new WeakMap<JsonObject, readonly MirroredArgument[]>();
const SUFFIX = /^[A-Za-z0-9-]{1,64}$/;

const mirroredIn = (definition: JsonObject): readonly MirroredArgument[] => {
  const before = mirroredCache.get(definition);
  if (before !== undefined) return before;
  const schema = getOwn(definition, 'inputSchema');
  const properties = isJsonObject(schema) ? getOwn(schema, 'properties') : undefined;
  const found: MirroredArgument[] = [];
  if (isJsonObject(properties))
    for (const argument of Object.keys(properties)) {
      const property = getOwn(properties, argument);
      const suffix = isJsonObject(property) ? getOwn(property, 'x-mcp-header') : undefined;
      if (typeof suffix === 'string' && SUFFIX.test(suffix))
        found.push({ argument, header: `mcp-param-${suffix.toLowerCase()}` });
    }
  mirroredCache.set(definition, found);
  return found;
};

const textOf = (value: Json | undefined): string | undefined => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
};

const ENCODED = /^=\?base64\?(.*)\?=$/s;

const decodeHeaderValue = (header: string): string | undefined => {
  const [, base64] = ENCODED.exec(header) ?? [];
  if (base64 === undefined) return header;
  const bytes = Buffer.from(base64, 'base64');
  // Node skips what is not base64; a server may not
  return bytes.toString('base64') === base64 ? bytes.toString('utf8') : undefined;
};

/** The name of an argument whose header says something else, or undefined. */
export const findMismatchedHeader = (
  definition: JsonObject,
  args: JsonObject,
  headers: Readonly<Record<string, string>>,
): string | undefined =>
  mirroredIn(definition).find(({ argument, header }) => {
    const text = textOf(getOwn(args, argument));
    const sent = Object.hasOwn(headers, header) ? headers[header] : undefined;
    return sent === undefined ? text !== undefined : decodeHeaderValue(sent) !== text;
  })?.argument;
