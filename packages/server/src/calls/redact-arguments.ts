import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import type { DeclaredLimits } from './guarded-tool.ts';

export const REDACTED = '[redacted]';

const SCHEMA_LISTS = ['anyOf', 'oneOf', 'allOf'] as const;
const SCHEMA_MEMBERS = ['if', 'then', 'else', 'not'] as const;

const listAt = (schema: JsonObject, key: string): readonly Json[] => {
  const value = getOwn(schema, key);
  return Array.isArray(value) ? value : [];
};

const decodePointerPart = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return undefined;
  }
};

/** What a local reference names. */
const resolveReference = (root: Json, ref: Json): Json | undefined => {
  if (typeof ref !== 'string' || (ref !== '#' && !ref.startsWith('#/'))) return undefined;
  let found: Json | undefined = root;
  for (const part of ref.split('/').slice(1)) {
    const key = decodePointerPart(part);
    if (key === undefined) return undefined;
    if (Array.isArray(found)) found = /^\d+$/.test(key) ? found[Number(key)] : undefined;
    else found = isJsonObject(found) ? getOwn(found, key) : undefined;
  }
  return found;
};

/** What a reference that cannot be followed may say is not known, so it is a secret. */
const UNKNOWN: JsonObject = { writeOnly: true };

/** Every schema that has a say about one value. */
const applicableSchemas = (root: Json, schemas: readonly Json[]): readonly JsonObject[] => {
  const seen = new Set<JsonObject>();
  const look = (schema: Json | undefined): void => {
    if (!isJsonObject(schema) || seen.has(schema)) return;
    seen.add(schema);
    for (const key of SCHEMA_LISTS) for (const each of listAt(schema, key)) look(each);
    for (const key of SCHEMA_MEMBERS) look(getOwn(schema, key));
    const dependent = getOwn(schema, 'dependentSchemas');
    if (isJsonObject(dependent)) for (const each of Object.values(dependent)) look(each);
    const ref = getOwn(schema, '$ref');
    if (ref !== undefined) look(resolveReference(root, ref) ?? UNKNOWN);
    if (getOwn(schema, '$dynamicRef') !== undefined) look(UNKNOWN);
  };
  for (const schema of schemas) look(schema);
  return [...seen];
};

/** A value that its schema marks as a secret. */
const isSecret = (schema: JsonObject): boolean =>
  getOwn(schema, 'writeOnly') === true || getOwn(schema, 'format') === 'password';

const matches = (pattern: string, key: string): boolean => {
  try {
    return new RegExp(pattern, 'u').test(key);
  } catch {
    return true;
  }
};

const schemasOfMember = (schemas: readonly JsonObject[], key: string): readonly Json[] =>
  schemas.flatMap((schema) => {
    const properties = getOwn(schema, 'properties');
    const patterns = getOwn(schema, 'patternProperties');
    const named = isJsonObject(properties) ? getOwn(properties, key) : undefined;
    const matched = isJsonObject(patterns)
      ? Object.entries(patterns).flatMap(([pattern, each]) => (matches(pattern, key) ? [each] : []))
      : [];
    const said = [...(named === undefined ? [] : [named]), ...matched];
    const rest = ['additionalProperties', 'unevaluatedProperties'].flatMap(
      (word) => getOwn(schema, word) ?? [],
    );
    return said.length > 0 ? said : rest;
  });

const schemasOfItem = (schemas: readonly JsonObject[], index: number): readonly Json[] =>
  schemas.flatMap((schema) => {
    const items = getOwn(schema, 'items') ?? [];
    const tuple = [...listAt(schema, 'prefixItems'), ...(Array.isArray(items) ? items : [])];
    const rest = ['additionalItems', 'unevaluatedItems', 'contains'].flatMap(
      (word) => getOwn(schema, word) ?? [],
    );
    return [...tuple.slice(index, index + 1), ...(Array.isArray(items) ? [] : [items]), ...rest];
  });

const redactValue = (
  value: Json,
  given: readonly Json[],
  path: string,
  known: { readonly root: Json; readonly secret: ReadonlySet<string> },
): Json => {
  const schemas = applicableSchemas(known.root, given);
  if (schemas.some(isSecret) || known.secret.has(path)) return REDACTED;
  if (Array.isArray(value))
    return value.map((item: Json, index) => redactValue(item, schemasOfItem(schemas, index), path, known));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      redactValue(member, schemasOfMember(schemas, key), path === '' ? key : `${path}.${key}`, known),
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
export const redactArguments = (
  args: JsonObject,
  schema: Json,
  declared: DeclaredLimits,
  secret: readonly string[],
): Json => {
  if (declared.sets.inputSensitivity?.includes('credentials') === true) return redactAll(args);
  return redactValue(args, [schema], '', { root: schema, secret: new Set(secret) });
};
