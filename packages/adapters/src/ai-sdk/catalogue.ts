import type { Json } from '@callgate/core';
import type { ToolCatalogue } from '@callgate/gate';
import type { Definition, ServerWord } from '../host/catalogue.ts';
import { catalogueFrom, claimsIn } from '../host/catalogue.ts';
import type { AsSchema } from '../host/json-schema.ts';
import { appliesItself, jsonSchemaOf, saidSchema } from '../host/json-schema.ts';
import type { ToolLike, ToolsLike } from './shapes.ts';

export interface CatalogueOptions extends ServerWord {
  /** Needed for schemas that do not say their own JSON Schema, as those of Zod 3. */
  readonly asSchema?: AsSchema;
}

const schemaOf = async (
  name: string,
  { inputSchema }: ToolLike,
  asSchema: AsSchema | undefined,
): Promise<Json> =>
  inputSchema === undefined
    ? { type: 'object' }
    : saidSchema(
        name,
        await jsonSchemaOf(inputSchema, asSchema),
        'give catalogueOf the function asSchema of the package `ai`',
      );

/** A tool of the SDK as a definition of MCP: `metadata` is where hints are. A description that is made for every call is left out. */
export const definitionOf = async (
  name: string,
  tool: ToolLike,
  asSchema?: AsSchema,
): Promise<Definition> => {
  const { _meta: meta } = tool;
  return {
    name,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    ...(typeof tool.description === 'string' ? { description: tool.description } : {}),
    inputSchema: await schemaOf(name, tool, asSchema),
    ...claimsIn(tool.metadata),
    // where the MCP client of the SDK keeps it
    ...claimsIn({ _meta: meta }),
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
