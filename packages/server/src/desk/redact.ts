import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, own } from '@callgate/core';
import type { CallClass } from './declared-tool.ts';

export const REDACTED = '[redacted]';

const MANY = ['anyOf', 'oneOf', 'allOf'] as const;
const ONE = ['if', 'then', 'else', 'not'] as const;

const listAt = (schema: JsonObject, key: string): readonly Json[] => {
  const value = own(schema, key);
  return Array.isArray(value) ? value : [];
};

const decoded = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return undefined;
  }
};

/** What a local reference names. */
const followed = (root: Json, ref: Json): Json | undefined => {
  if (typeof ref !== 'string' || (ref !== '#' && !ref.startsWith('#/'))) return undefined;
  let found: Json | undefined = root;
  for (const part of ref.split('/').slice(1)) {
    const key = decoded(part);
    if (key === undefined) return undefined;
    if (Array.isArray(found)) found = /^\d+$/.test(key) ? found[Number(key)] : undefined;
    else found = isJsonObject(found) ? own(found, key) : undefined;
  }
  return found;
};

/** What a reference that cannot be followed may say is not known, so it is a secret. */
const UNKNOWN: JsonObject = { writeOnly: true };

/** Every schema that has a say about one value. */
const saying = (root: Json, schemas: readonly Json[]): readonly JsonObject[] => {
  const seen = new Set<JsonObject>();
  const look = (schema: Json | undefined): void => {
    if (!isJsonObject(schema) || seen.has(schema)) return;
    seen.add(schema);
    for (const key of MANY) for (const each of listAt(schema, key)) look(each);
    for (const key of ONE) look(own(schema, key));
    const dependent = own(schema, 'dependentSchemas');
    if (isJsonObject(dependent)) for (const each of Object.values(dependent)) look(each);
    const ref = own(schema, '$ref');
    if (ref !== undefined) look(followed(root, ref) ?? UNKNOWN);
    if (own(schema, '$dynamicRef') !== undefined) look(UNKNOWN);
  };
  for (const schema of schemas) look(schema);
  return [...seen];
};

/** A value that its schema marks as a secret. */
const isSecret = (schema: JsonObject): boolean =>
  own(schema, 'writeOnly') === true || own(schema, 'format') === 'password';

const matches = (pattern: string, key: string): boolean => {
  try {
    return new RegExp(pattern, 'u').test(key);
  } catch {
    return true;
  }
};

const schemasOfMember = (schemas: readonly JsonObject[], key: string): readonly Json[] =>
  schemas.flatMap((schema) => {
    const properties = own(schema, 'properties');
    const patterns = own(schema, 'patternProperties');
    const named = isJsonObject(properties) ? own(properties, key) : undefined;
    const matched = isJsonObject(patterns)
      ? Object.entries(patterns).flatMap(([pattern, each]) => (matches(pattern, key) ? [each] : []))
      : [];
    const said = [...(named === undefined ? [] : [named]), ...matched];
    const rest = ['additionalProperties', 'unevaluatedProperties'].flatMap((word) => own(schema, word) ?? []);
    return said.length > 0 ? said : rest;
  });

const schemasOfItem = (schemas: readonly JsonObject[], index: number): readonly Json[] =>
  schemas.flatMap((schema) => {
    const items = own(schema, 'items') ?? [];
    const tuple = [...listAt(schema, 'prefixItems'), ...(Array.isArray(items) ? items : [])];
    const rest = ['additionalItems', 'unevaluatedItems', 'contains'].flatMap(
      (word) => own(schema, word) ?? [],
    );
    return [...tuple.slice(index, index + 1), ...(Array.isArray(items) ? [] : [items]), ...rest];
  });

const redactIn = (
  value: Json,
  given: readonly Json[],
  path: string,
  known: { readonly root: Json; readonly secret: ReadonlySet<string> },
): Json => {
  const schemas = saying(known.root, given);
  if (schemas.some(isSecret) || known.secret.has(path)) return REDACTED;
  if (Array.isArray(value))
    return value.map((item: Json, index) => redactIn(item, schemasOfItem(schemas, index), path, known));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      redactIn(member, schemasOfMember(schemas, key), path === '' ? key : `${path}.${key}`, known),
    ]),
  );
};

/** Every value that is not an object or a list. */
const redactAll = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(redactAll);
  if (!isJsonObject(value)) return REDACTED;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, redactAll(member)]));
};

/**
 * Arguments as the record keeps them: without those that the schema (`writeOnly`, `format: password`, in any branch)
 * or the author marks, and without any where the tool takes credentials.
 */
export const redacted = (
  args: JsonObject,
  schema: Json,
  declared: CallClass,
  secret: readonly string[],
): Json => {
  if (declared.sets.inputSensitivity?.includes('credentials') === true) return redactAll(args);
  return redactIn(args, [schema], '', { root: schema, secret: new Set(secret) });
};
