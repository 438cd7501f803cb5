import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, own } from '@callgate/core';

/** An argument that clients of the modern era repeat in a header, so that proxies can route by it. */
interface Mirrored {
  readonly argument: string;
  /** In lower case. */
  readonly header: string;
}

const known = new WeakMap<JsonObject, readonly Mirrored[]>();
const SUFFIX = /^[A-Za-z0-9-]{1,64}$/;

const mirroredIn = (definition: JsonObject): readonly Mirrored[] => {
  const before = known.get(definition);
  if (before !== undefined) return before;
  const schema = own(definition, 'inputSchema');
  const properties = isJsonObject(schema) ? own(schema, 'properties') : undefined;
  const found: Mirrored[] = [];
  if (isJsonObject(properties))
    for (const argument of Object.keys(properties)) {
      const property = own(properties, argument);
      const suffix = isJsonObject(property) ? own(property, 'x-mcp-header') : undefined;
      if (typeof suffix === 'string' && SUFFIX.test(suffix))
        found.push({ argument, header: `mcp-param-${suffix.toLowerCase()}` });
    }
  known.set(definition, found);
  return found;
};

const textOf = (value: Json | undefined): string | undefined => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
};

const ENCODED = /^=\?base64\?(.*)\?=$/s;

const decoded = (header: string): string | undefined => {
  const [, base64] = ENCODED.exec(header) ?? [];
  if (base64 === undefined) return header;
  const bytes = Buffer.from(base64, 'base64');
  // Node skips what is not base64; a server may not
  return bytes.toString('base64') === base64 ? bytes.toString('utf8') : undefined;
};

/** The name of an argument whose header says something else, or undefined. */
export const mismatchedHeader = (
  definition: JsonObject,
  args: JsonObject,
  headers: Readonly<Record<string, string>>,
): string | undefined =>
  mirroredIn(definition).find(({ argument, header }) => {
    const text = textOf(own(args, argument));
    const sent = Object.hasOwn(headers, header) ? headers[header] : undefined;
    return sent === undefined ? text !== undefined : decoded(sent) !== text;
  })?.argument;
