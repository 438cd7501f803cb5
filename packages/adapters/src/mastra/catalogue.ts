import type { Json } from '@callgate/core';
import type { ToolCatalogue } from '@callgate/gate';
import type { Definition, ServerWord } from '../host/catalogue.ts';
import { catalogueFrom, claimsIn } from '../host/catalogue.ts';
import { appliesItself, jsonSchemaOf, saidSchema } from '../host/json-schema.ts';
import type { ToolLike, ToolsLike } from './shapes.ts';

const schemaOf = async (name: string, { inputSchema }: ToolLike): Promise<Json> =>
  inputSchema === undefined
    ? { type: 'object' }
    : saidSchema(name, await jsonSchemaOf(inputSchema), 'make the tool with createTool');

/** A tool of Mastra as a definition of MCP: `mcp.annotations` and `mcp._meta` are where hints are. */
export const definitionOf = async (name: string, tool: ToolLike): Promise<Definition> => {
  return {
    name,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    ...(tool.description === undefined ? {} : { description: tool.description }),
    inputSchema: await schemaOf(name, tool),
    ...claimsIn(tool.mcp),
  };
};

/** The catalogue of a set of tools, as they are now. */
export const catalogueOf = async (tools: ToolsLike, word: ServerWord): Promise<ToolCatalogue> => {
  const definitions: Definition[] = [];
  const selfChecking = new Set<string>();
  for (const [name, tool] of Object.entries(tools)) {
    definitions.push(await definitionOf(name, tool));
    if (appliesItself(tool.inputSchema)) selfChecking.add(name);
  }
  return catalogueFrom(definitions, word, selfChecking);
};
