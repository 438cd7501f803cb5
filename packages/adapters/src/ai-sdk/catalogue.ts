import type { Json } from '@callgate/core';
import type { ToolCatalogue } from '@callgate/gate';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import type { McpToolDefinition, ToolServerOptions } from '../host/catalogue.ts';
import { catalogueFrom, readClaimMembers } from '../host/catalogue.ts';
import type { SchemaConverter } from '../host/json-schema.ts';
import { isValidatingSchema, jsonSchemaOf, requireSchema } from '../host/json-schema.ts';
import type { AiSdkToolLike, AiSdkToolsLike } from './shapes.ts';

export interface AiSdkCatalogueOptions extends ToolServerOptions {
  /** Needed for schemas that do not say their own JSON Schema, as those of Zod 3. */
  readonly asSchema?: SchemaConverter;
}

const schemaOf = async (
  name: string,
  { inputSchema }: AiSdkToolLike,
  asSchema: SchemaConverter | undefined,
): Promise<Json> =>
  inputSchema === undefined
    ? { type: 'object' }
    : requireSchema(name, await jsonSchemaOf(inputSchema, asSchema), adapterErrors.toolSchemaAiSdk);

/** A tool of the SDK as a definition of MCP: `metadata` is where hints are. A description that is made for every call is left out. */
export const definitionOf = async (
  name: string,
  tool: AiSdkToolLike,
  asSchema?: SchemaConverter,
): Promise<McpToolDefinition> => {
  const { _meta: meta } = tool;
  return {
    name,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    ...(typeof tool.description === 'string' ? { description: tool.description } : {}),
    inputSchema: await schemaOf(name, tool, asSchema),
    ...readClaimMembers(tool.metadata),
    // where the MCP client of the SDK keeps it
    ...readClaimMembers({ _meta: meta }),
  };
};

/** The catalogue of a set of tools, as they are now. */
export const catalogueOf = async (
  tools: AiSdkToolsLike,
  { asSchema, ...word }: AiSdkCatalogueOptions,
): Promise<ToolCatalogue> => {
  const definitions: McpToolDefinition[] = [];
  const selfChecking = new Set<string>();
  for (const [name, tool] of Object.entries(tools)) {
    definitions.push(await definitionOf(name, tool, asSchema));
    if (isValidatingSchema(tool.inputSchema)) selfChecking.add(name);
  }
  return catalogueFrom(definitions, word, selfChecking);
};
