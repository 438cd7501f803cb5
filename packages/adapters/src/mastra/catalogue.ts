import type { Json } from '@callgate/core';
import type { ToolCatalogue } from '@callgate/gate';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import type { McpToolDefinition, ToolServerOptions } from '../host/catalogue.ts';
import { catalogueFrom, readClaimMembers } from '../host/catalogue.ts';
import { isValidatingSchema, jsonSchemaOf, requireSchema } from '../host/json-schema.ts';
import type { MastraToolLike, MastraToolsLike } from './shapes.ts';

const schemaOf = async (name: string, { inputSchema }: MastraToolLike): Promise<Json> =>
  inputSchema === undefined
    ? { type: 'object' }
    : requireSchema(name, await jsonSchemaOf(inputSchema), adapterErrors.toolSchemaMastra);

/** A tool of Mastra as a definition of MCP: `mcp.annotations` and `mcp._meta` are where hints are. */
export const definitionOf = async (name: string, tool: MastraToolLike): Promise<McpToolDefinition> => {
  return {
    name,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    ...(tool.description === undefined ? {} : { description: tool.description }),
    inputSchema: await schemaOf(name, tool),
    ...readClaimMembers(tool.mcp),
  };
};

/** The catalogue of a set of tools, as they are now. */
export const catalogueOf = async (
  tools: MastraToolsLike,
  word: ToolServerOptions,
): Promise<ToolCatalogue> => {
  const definitions: McpToolDefinition[] = [];
  const selfChecking = new Set<string>();
  for (const [name, tool] of Object.entries(tools)) {
    definitions.push(await definitionOf(name, tool));
    if (isValidatingSchema(tool.inputSchema)) selfChecking.add(name);
  }
  return catalogueFrom(definitions, word, selfChecking);
};
