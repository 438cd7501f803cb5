import type { Json } from '@callgate/core';
import type { ToolCatalogue } from '@callgate/gate';
import type { McpToolDefinition, ToolServerOptions } from '../host/catalogue.ts';
import { catalogueFrom, readClaimMembers, builtInCatalogue } from '../host/catalogue.ts';
import { shapeSchema } from './parse-shape.ts';
import type { McpServerStatusLike, McpToolLike } from './shapes.ts';

/** A tool of an in-process server as a definition of MCP. */
export const definitionOf = async (tool: McpToolLike): Promise<McpToolDefinition> => {
  const { name, description, inputSchema } = tool;
  return {
    name,
    description,
    inputSchema: await shapeSchema(inputSchema),
    ...readClaimMembers(tool),
  };
};

/** The catalogue of the tools of an in-process server, as they are now. */
export const catalogueOf = async (
  tools: readonly McpToolLike[],
  word: ToolServerOptions,
): Promise<ToolCatalogue> => {
  const definitions: McpToolDefinition[] = [];
  for (const tool of tools) definitions.push(await definitionOf(tool));
  return catalogueFrom(definitions, word);
};

/** The tools that Claude Code has of its own: its shell, its editor, its web client. */
export const builtInTools = (options: { readonly autorunFiles?: readonly string[] } = {}): ToolCatalogue =>
  builtInCatalogue('claude-code', options.autorunFiles);

const hint = (key: string, value: boolean | undefined): [string, Json][] =>
  value === undefined ? [] : [[key, value]];

/** What a connected server says of its tools, as far as `query.mcpServerStatus()` passes it on: three hints, and no schema. */
export const toolHints = ({ tools = [] }: McpServerStatusLike): readonly McpToolDefinition[] =>
  tools.map(({ name, description, annotations = {} }) => ({
    name,
    ...(description === undefined ? {} : { description }),
    inputSchema: { type: 'object' },
    annotations: Object.fromEntries([
      ...hint('readOnlyHint', annotations.readOnly),
      ...hint('destructiveHint', annotations.destructive),
      ...hint('openWorldHint', annotations.openWorld),
    ]),
  }));
