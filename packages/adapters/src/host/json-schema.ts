import type { Json } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import { asJson } from './host.ts';

/** `asSchema` of the SDK, for schemas that do not say their own JSON Schema. */
export type AsSchema = (schema: never) => { readonly jsonSchema: unknown };

interface Standard {
  readonly jsonSchema?: { input(options: { readonly target: string }): unknown };
}

const standardOf = (schema: object): Standard | undefined =>
  '~standard' in schema && typeof schema['~standard'] === 'object' && schema['~standard'] !== null
    ? schema['~standard']
    : undefined;

/** The JSON Schema of a schema as tools of the SDK have it: made by `jsonSchema`, lazy, or of a library. Undefined if it does not say. */
export const jsonSchemaOf = async (schema: unknown, asSchema?: AsSchema): Promise<Json | undefined> => {
  if (asSchema !== undefined) return asJson(await asSchema(schema as never).jsonSchema);
  if (typeof schema === 'function' && !('~standard' in schema))
    return await jsonSchemaOf((schema as () => unknown)());
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) return undefined;
  if ('jsonSchema' in schema) return asJson(await schema.jsonSchema);
  const converter = standardOf(schema)?.jsonSchema;
  return converter === undefined ? undefined : asJson(converter.input({ target: 'draft-07' }));
};

/** Throws where a tool's schema does not say its own. */
export const saidSchema = (name: string, schema: Json | undefined, help: string): Json => {
  if (schema !== undefined) return schema;
  const shown = display(name, { max: 80 });
  throw new CallgateError('TOOL_SCHEMA', `the input schema of ${shown} has no JSON Schema`, { help });
};

const hasMethod = (value: object, name: string): boolean =>
  name in value && typeof (value as Readonly<Record<string, unknown>>)[name] === 'function';

/**
 * Whether a schema is more than a description: one that a framework applies to arguments. What `jsonSchema` makes without
 * a `validate` of its own only tells the model what to write.
 */
export const appliesItself = (schema: unknown): boolean => {
  if (typeof schema === 'function' && !('~standard' in schema))
    return appliesItself((schema as () => unknown)());
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) return false;
  return '~standard' in schema || hasMethod(schema, 'validate') || hasMethod(schema, 'safeParse');
};
