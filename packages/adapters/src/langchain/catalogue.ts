import type { Json } from '@callgate/core';
import type { ToolCatalogue } from '@callgate/gate';
import type { Definition, ServerWord } from '../host/catalogue.ts';
import { catalogueFrom, claimsIn } from '../host/catalogue.ts';
import { asJson } from '../host/host.ts';
import { appliesItself, jsonSchemaOf, saidSchema } from '../host/json-schema.ts';
import type { ToolLike } from './shapes.ts';
import { isObject } from '../host/host.ts';

/** `toJsonSchema` of `@langchain/core/utils/json_schema`. */
export type ToJsonSchema = (schema: never) => unknown;

export interface CatalogueOptions extends ServerWord {
  /** Needed for schemas that do not say their own JSON Schema, as those of Zod 3. */
  readonly toJsonSchema?: ToJsonSchema;
}

/** Schemas of libraries are objects with methods; what is left is JSON Schema. */
const isOfLibrary = (schema: object): boolean =>
  '~standard' in schema || '_def' in schema || Object.getPrototypeOf(schema) !== Object.prototype;

const schemaOf = async (
  { name, schema }: ToolLike,
  toJsonSchema: ToJsonSchema | undefined,
): Promise<Json> => {
  if (schema === undefined) return { type: 'object' };
  if (isObject(schema) && !isOfLibrary(schema)) return asJson(schema);
  const said =
    toJsonSchema === undefined ? await jsonSchemaOf(schema) : asJson(toJsonSchema(schema as never));
  return saidSchema(
    name,
    said,
    'give catalogueOf the function toJsonSchema of @langchain/core/utils/json_schema',
  );
};

/** A tool of LangChain as a definition of MCP: `metadata` is where hints are. */
export const definitionOf = async (tool: ToolLike, toJsonSchema?: ToJsonSchema): Promise<Definition> => {
  return {
    name: tool.name,
    ...(tool.description === undefined ? {} : { description: tool.description }),
    inputSchema: await schemaOf(tool, toJsonSchema),
    ...claimsIn(tool.metadata),
  };
};

/** The catalogue of a list of tools, as they are now. */
export const catalogueOf = async (
  tools: readonly ToolLike[],
  { toJsonSchema, ...word }: CatalogueOptions,
): Promise<ToolCatalogue> => {
  const definitions: Definition[] = [];
  for (const tool of tools) definitions.push(await definitionOf(tool, toJsonSchema));
  const selfChecking = new Set(tools.filter(({ schema }) => appliesItself(schema)).map(({ name }) => name));
  return catalogueFrom(definitions, word, selfChecking);
};
