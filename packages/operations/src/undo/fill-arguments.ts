import type { Json, JsonObject } from '@callgate/core';
import { getOwn, isJsonObject } from '@callgate/core';
import { DEFAULT_PARSE_LIMITS, parseStrict } from '@callgate/core/receive';

const objectOf = (value: Json | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};

const parsedObject = (text: string): JsonObject => {
  try {
    return objectOf(parseStrict(text, DEFAULT_PARSE_LIMITS));
  } catch {
    return {};
  }
};

/** What a tool answered by names: its structured content, or its only text if that is an object in JSON. */
const namedResults = (result: Json | undefined): JsonObject => {
  const own = objectOf(result);
  const structured = getOwn(own, 'structuredContent');
  if (structured !== undefined && isJsonObject(structured)) return structured;
  const content = getOwn(own, 'content');
  const [only, ...others] = Array.isArray(content) ? (content as readonly Json[]) : [];
  const text = getOwn(objectOf(only), 'text');
  return others.length === 0 && typeof text === 'string' ? parsedObject(text) : {};
};

export interface FilledArguments {
  readonly arguments: JsonObject;
  readonly missing: readonly string[];
}

/** Arguments for a tool of those of another call and of its result: by the same name, or not at all. */
export const fillArguments = (
  inputSchema: Json,
  args: JsonObject,
  result: Json | undefined,
): FilledArguments => {
  const schema = objectOf(inputSchema);
  const named = namedResults(result);
  const filled = Object.keys(objectOf(getOwn(schema, 'properties'))).flatMap((name) => {
    const value = getOwn(args, name) ?? getOwn(named, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const has = new Set(filled.map(([name]) => name));
  const required = getOwn(schema, 'required');
  return {
    arguments: Object.fromEntries(filled),
    missing: (Array.isArray(required) ? (required as readonly Json[]) : [])
      .filter((name) => typeof name === 'string')
      .filter((name) => !has.has(name)),
  };
};
