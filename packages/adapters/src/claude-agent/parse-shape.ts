import type { Json, JsonObject } from '@callgate/core';
import { jsonSchemaOf } from '../host/json-schema.ts';

interface StandardSchemaLike {
  readonly validate: (value: unknown) => ValidationResultLike | Promise<ValidationResultLike>;
}

type ValidationResultLike =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly unknown[] };

const standardOf = (schema: unknown): StandardSchemaLike | undefined => {
  if (typeof schema !== 'object' || schema === null || !('~standard' in schema)) return undefined;
  const standard = schema['~standard'];
  return typeof standard === 'object' && standard !== null && 'validate' in standard
    ? (standard as StandardSchemaLike)
    : undefined;
};

/** What the schemas of a tool make of arguments. What they do not know of is left out, as the SDK does. */
export const parseShape = async (shape: object, args: JsonObject): Promise<unknown> => {
  const parsed: [string, unknown][] = [];
  for (const [name, schema] of Object.entries(shape)) {
    const given = Object.hasOwn(args, name) ? args[name] : undefined;
    const read = await standardOf(schema)?.validate(given);
    parsed.push([name, read === undefined || read.issues !== undefined ? given : read.value]);
  }
  return Object.fromEntries(parsed);
};

const isOptional = async (schema: unknown): Promise<boolean> => {
  const read = await standardOf(schema)?.validate(undefined);
  return read !== undefined && read.issues === undefined;
};

/** The JSON Schema of the arguments of a tool. An argument whose schema does not say its own may be anything. */
export const shapeSchema = async (shape: object): Promise<Json> => {
  const properties: [string, Json][] = [];
  const required: string[] = [];
  for (const [name, schema] of Object.entries(shape)) {
    properties.push([name, (await jsonSchemaOf(schema)) ?? {}]);
    if (!(await isOptional(schema))) required.push(name);
  }
  return { type: 'object', properties: Object.fromEntries(properties), required };
};
