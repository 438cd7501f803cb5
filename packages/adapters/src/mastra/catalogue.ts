import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, display, isJsonObject } from '@callgate/core';
import type { ToolCatalogue } from '@callgate/gate';
import type { Definition, ServerWord } from '../host/catalogue.ts';
import { catalogueFrom } from '../host/catalogue.ts';
import { asJson } from '../host/host.ts';
import { appliesItself, jsonSchemaOf } from '../host/json-schema.ts';
import type { ToolLike, ToolsLike } from './shapes.ts';

const objectIn = (value: unknown): JsonObject | undefined => {
  const json: Json = asJson(value);
  return isJsonObject(json) ? json : undefined;
};

const schemaOf = async (name: string, { inputSchema }: ToolLike): Promise<Json> => {
  if (inputSchema === undefined) return { type: 'object' };
  const schema = await jsonSchemaOf(inputSchema);
  if (schema !== undefined) return schema;
  throw new CallgateError(
    'TOOL_SCHEMA',
    `the input schema of ${display(name, { max: 80 })} has no JSON Schema`,
    { help: 'make the tool with createTool' },
  );
};

/** A tool of Mastra as a definition of MCP: `mcp.annotations` and `mcp._meta` are where hints are. */
export const definitionOf = async (name: string, tool: ToolLike): Promise<Definition> => {
  const { annotations: claims, _meta: more } = tool.mcp ?? {};
  const annotations = objectIn(claims);
  const meta = objectIn(more);
  return {
    name,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    ...(tool.description === undefined ? {} : { description: tool.description }),
    inputSchema: await schemaOf(name, tool),
    ...(annotations === undefined ? {} : { annotations }),
    ...(meta === undefined ? {} : { _meta: meta }),
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
