import type { Json, JsonObject, ToolAnnotations } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import type { ToolCatalogue } from '@callgate/gate';
import type { McpToolDefinition, ToolServerOptions } from '../host/catalogue.ts';
import { catalogueFrom } from '../host/catalogue.ts';
import { toJson } from '../host/host-options.ts';
import type { FunctionToolLike, ServerLike, ServerToolLike } from './shapes.ts';

/** What a tool says about itself besides its schema, as in MCP. */
export interface ToolHints {
  readonly title?: string;
  readonly annotations?: ToolAnnotations;
  readonly _meta?: JsonObject;
}

/** The SDK has no field that stays here: `providerData` is sent to the provider. Copies that the SDK makes keep a symbol. */
const HINTS: unique symbol = Symbol.for('callgate.hints');

export const withHints = <T extends object>(tool: T, hints: ToolHints): T =>
  Object.assign(tool, { [HINTS]: hints });

export const hintsOf = (tool: object): ToolHints => (tool as { readonly [HINTS]?: ToolHints })[HINTS] ?? {};

/** A function tool as a definition of MCP, with the hints that `withHints` gave it. */
export const definitionOf = (tool: FunctionToolLike): McpToolDefinition => {
  const { title, annotations, _meta } = hintsOf(tool);
  return {
    name: tool.name,
    ...(title === undefined ? {} : { title }),
    description: tool.description,
    inputSchema: toJson(tool.parameters),
    ...(annotations === undefined ? {} : { annotations: toJson(annotations) }),
    ...(_meta === undefined ? {} : { _meta }),
  };
};

/** The catalogue of function tools, as they are now. */
export const catalogueOf = (tools: readonly FunctionToolLike[], word: ToolServerOptions): ToolCatalogue =>
  catalogueFrom(tools.map(definitionOf), word);

/** Everything a server said: the type of the SDK leaves out what the object has. */
const listedDefinition = (tool: ServerToolLike): McpToolDefinition => {
  const said: Json = toJson(tool);
  const all: JsonObject = isJsonObject(said) ? said : {};
  return { ...all, name: tool.name, inputSchema: all['inputSchema'] ?? { type: 'object' } };
};

/** The catalogue of a connected MCP server, as it is now. */
export const catalogueOfServer = async (
  server: ServerLike,
  word: ToolServerOptions,
): Promise<ToolCatalogue> => catalogueFrom((await server.listTools()).map(listedDefinition), word);
