import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, own } from '@callgate/core';
import type { CallClass } from '../call-class.ts';

export const REDACTED = '[redacted]';

/** A property that its schema marks as a secret. */
const isSecret = (schema: Json | undefined): boolean =>
  isJsonObject(schema) && (own(schema, 'writeOnly') === true || own(schema, 'format') === 'password');

const propertiesOf = (schema: Json | undefined): JsonObject => {
  const properties = isJsonObject(schema) ? own(schema, 'properties') : undefined;
  return isJsonObject(properties) ? properties : {};
};

const redactIn = (value: Json, schema: Json | undefined, path: string, secret: ReadonlySet<string>): Json => {
  if (isSecret(schema) || secret.has(path)) return REDACTED;
  if (Array.isArray(value)) {
    const items = isJsonObject(schema) ? own(schema, 'items') : undefined;
    return value.map((item: Json) => redactIn(item, items, path, secret));
  }
  if (!isJsonObject(value)) return value;
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      redactIn(member, own(properties, key), path === '' ? key : `${path}.${key}`, secret),
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
 * Arguments as the record keeps them: without those that the schema (`writeOnly`, `format: password`) or the author
 * marks, and without any where the tool takes credentials.
 */
export const redacted = (
  args: JsonObject,
  schema: Json,
  declared: CallClass,
  secret: readonly string[],
): Json => {
  if (declared.sets.inputSensitivity?.includes('credentials') === true) return redactAll(args);
  return redactIn(args, schema, '', new Set(secret));
};
