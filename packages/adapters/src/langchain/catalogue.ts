import type { Json } from '@callgate/core';
import type { ToolCatalogue } from '@callgate/gate';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import type { McpToolDefinition, ToolServerOptions } from '../host/catalogue.ts';
import { catalogueFrom, readClaimMembers } from '../host/catalogue.ts';
import { toJson } from '../host/host-options.ts';
import { isValidatingSchema, jsonSchemaOf, requireSchema } from '../host/json-schema.ts';
import type { LangChainToolLike } from './shapes.ts';
import { isObject } from '../host/host-options.ts';

/** `toJsonSchema` of `@langchain/core/utils/json_schema`. */
export type JsonSchemaConverter = (schema: never) => unknown;

export interface LangChainCatalogueOptions extends ToolServerOptions {
  /** Needed for schemas that do not say their own JSON Schema, as those of Zod 3. */
  readonly toJsonSchema?: JsonSchemaConverter;
}

/** Schemas of libraries are objects with methods; what is left is JSON Schema. */
const isOfLibrary = (schema: object): boolean =>
  '~standard' in schema || '_def' in schema || Object.getPrototypeOf(schema) !== Object.prototype;

const schemaOf = async (
  { name, schema }: LangChainToolLike,
  toJsonSchema: JsonSchemaConverter | undefined,
): Promise<Json> => {
  if (schema === undefined) return { type: 'object' };
  if (isObject(schema) && !isOfLibrary(schema)) return toJson(schema);
  const said =
    toJsonSchema === undefined ? await jsonSchemaOf(schema) : toJson(toJsonSchema(schema as never));
  return requireSchema(name, said, adapterErrors.toolSchemaLangChain);
};

/** A tool of LangChain as a definition of MCP: `metadata` is where hints are. */
export const definitionOf = async (
  tool: LangChainToolLike,
  toJsonSchema?: JsonSchemaConverter,
): Promise<McpToolDefinition> => {
  return {
    name: tool.name,
    ...(tool.description === undefined ? {} : { description: tool.description }),
    inputSchema: await schemaOf(tool, toJsonSchema),
    ...readClaimMembers(tool.metadata),
  };
};

/** The catalogue of a list of tools, as they are now. */
export const catalogueOf = async (
  tools: readonly LangChainToolLike[],
  { toJsonSchema, ...word }: LangChainCatalogueOptions,
): Promise<ToolCatalogue> => {
  const definitions: McpToolDefinition[] = [];
  for (const tool of tools) definitions.push(await definitionOf(tool, toJsonSchema));
  const selfChecking = new Set(
    tools.filter(({ schema }) => isValidatingSchema(schema)).map(({ name }) => name),
  );
  return catalogueFrom(definitions, word, selfChecking);
};
