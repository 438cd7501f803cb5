import { isJsonObject } from '@callgate/core';
import type { ToolCatalogue } from '@callgate/gate';
import type { McpToolDefinition, ToolServerOptions } from '../host/catalogue.ts';
import { catalogueFrom } from '../host/catalogue.ts';
import { toJson } from '../host/host-options.ts';

/** A client of the MCP SDK, as `getClient` of `MultiServerMCPClient` gives it. */
export interface LangChainMcpClientLike {
  listTools(params?: { cursor?: string }): Promise<{
    readonly tools: readonly { readonly name: string }[];
    readonly nextCursor?: string | undefined;
  }>;
}

export interface McpCatalogueOptions extends ToolServerOptions {
  /** What the MCP adapters call a tool, where they put something before its name. */
  readonly named?: (name: string) => string;
}

/** A server that always has one more page is not read for ever. */
const MOST_PAGES = 1000;

/** The catalogue of a server behind the MCP adapters, which keep `annotations` of its tools and drop `_meta`. */
export const mcpCatalogueOf = async (
  client: LangChainMcpClientLike,
  { named = (name) => name, ...word }: McpCatalogueOptions,
): Promise<ToolCatalogue> => {
  const definitions: McpToolDefinition[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { tools, nextCursor } = await client.listTools(cursor === undefined ? {} : { cursor });
    for (const tool of tools) {
      const definition = toJson(tool);
      if (!isJsonObject(definition)) continue;
      const { inputSchema = { type: 'object' } } = definition;
      definitions.push({ ...definition, name: named(tool.name), inputSchema });
    }
    if (nextCursor === undefined || nextCursor === cursor) break;
    cursor = nextCursor;
  }
  return catalogueFrom(definitions, word);
};
