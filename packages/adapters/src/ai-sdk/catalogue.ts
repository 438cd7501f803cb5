import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, display, isJsonObject } from '@callgate/core';
import type { ToolCatalogue } from '@callgate/gate';
import type { Definition, ServerWord } from '../host/catalogue.ts';
import { catalogueFrom } from '../host/catalogue.ts';
import { asJson } from '../host/host.ts';
import type { AsSchema } from '../host/json-schema.ts';
import { appliesItself, jsonSchemaOf } from '../host/json-schema.ts';
import type { ToolLike, ToolsLike } from './shapes.ts';

export interface CatalogueOptions extends ServerWord {
  /** Needed for schemas that do not say their own JSON Schema, as those of Zod 3. */
  readonly asSchema?: AsSchema;
}

const objectAt = (value: unknown, key: string): JsonObject | undefined => {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  const member = asJson((value as Readonly<Record<string, unknown>>)[key]);
  return isJsonObject(member) ? member : undefined;
};

const schemaOf = async (
  name: string,
  { inputSchema }: ToolLike,
  asSchema: AsSchema | undefined,
): Promise<Json> => {
  if (inputSchema === undefined) return { type: 'object' };
  const schema = await jsonSchemaOf(inputSchema, asSchema);
  if (schema !== undefined) return schema;
  throw new CallgateError(
    'TOOL_SCHEMA',
    `the input schema of ${display(name, { max: 80 })} has no JSON Schema`,
    {
      help: 'give catalogueOf the function asSchema of the package `ai`',
    },
  );
};

/** A tool of the SDK as a definition of MCP: `metadata` is where hints are. A description that is made for every call is left out. */
export const definitionOf = async (
  name: string,
  tool: ToolLike,
  asSchema?: AsSchema,
): Promise<Definition> => {
  const annotations = objectAt(tool.metadata, 'annotations');
  const meta = objectAt(tool, '_meta') ?? objectAt(tool.metadata, '_meta');
  return {
    name,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    ...(typeof tool.description === 'string' ? { description: tool.description } : {}),
    inputSchema: await schemaOf(name, tool, asSchema),
    ...(annotations === undefined ? {} : { annotations }),
    ...(meta === undefined ? {} : { _meta: meta }),
  };
};

/** The catalogue of a set of tools, as they are now. */
export const catalogueOf = async (
  tools: ToolsLike,
  { asSchema, ...word }: CatalogueOptions,
): Promise<ToolCatalogue> => {
  const definitions: Definition[] = [];
  const selfChecking = new Set<string>();
  for (const [name, tool] of Object.entries(tools)) {
    definitions.push(await definitionOf(name, tool, asSchema));
    if (appliesItself(tool.inputSchema)) selfChecking.add(name);
  }
  return catalogueFrom(definitions, word, selfChecking);
};
