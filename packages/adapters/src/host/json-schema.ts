import type { Json } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { ErrorText } from '@callgate/messages/text/error-text';
import { toJson } from './host-options.ts';

/** `asSchema` of the SDK, for schemas that do not say their own JSON Schema. */
export type SchemaConverter = (schema: never) => { readonly jsonSchema: unknown };

interface StandardJsonSchemaLike {
  readonly jsonSchema?: { input(options: { readonly target: string }): unknown };
}

const standardOf = (schema: object): StandardJsonSchemaLike | undefined =>
  '~standard' in schema && typeof schema['~standard'] === 'object' && schema['~standard'] !== null
    ? schema['~standard']
    : undefined;

/** The JSON Schema of a schema as tools of the SDK have it: made by `jsonSchema`, lazy, or of a library. Undefined if it does not say. */
export const jsonSchemaOf = async (
  schema: unknown,
  asSchema?: SchemaConverter,
): Promise<Json | undefined> => {
  if (asSchema !== undefined) return toJson(await asSchema(schema as never).jsonSchema);
  if (typeof schema === 'function' && !('~standard' in schema))
    return await jsonSchemaOf((schema as () => unknown)());
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) return undefined;
  if ('jsonSchema' in schema) return toJson(await schema.jsonSchema);
  const converter = standardOf(schema)?.jsonSchema;
  return converter === undefined ? undefined : toJson(converter.input({ target: 'draft-07' }));
};

/** Throws where a tool's schema does not say its own. */
export const requireSchema = (
  name: string,
  schema: Json | undefined,
  missing: (parameters: { tool: string }) => ErrorText,
): Json => {
  if (schema !== undefined) return schema;
  throw new CallgateError(missing({ tool: display(name, { max: 80 }) }));
};

const hasMethod = (value: object, name: string): boolean =>
  name in value && typeof (value as Readonly<Record<string, unknown>>)[name] === 'function';

/**
 * Whether a schema is more than a description: one that a framework applies to arguments. What `jsonSchema` makes without
 * a `validate` of its own only tells the model what to write.
 */
export const isValidatingSchema = (schema: unknown): boolean => {
  if (typeof schema === 'function' && !('~standard' in schema))
    return isValidatingSchema((schema as () => unknown)());
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) return false;
  return '~standard' in schema || hasMethod(schema, 'validate') || hasMethod(schema, 'safeParse');
};
