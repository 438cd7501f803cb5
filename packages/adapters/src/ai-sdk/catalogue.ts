import type { Json, JsonObject, ServerSettings, ToolDescription, TracedTool, Trust } from '@callgate/core';
import { CallgateError, describeTool, display, isJsonObject, traceTool } from '@callgate/core';
import type { ToolCatalogue } from '@callgate/gate';
import { asJson } from './host.ts';
import type { AsSchema } from './json-schema.ts';
import { jsonSchemaOf } from './json-schema.ts';
import type { ToolLike, ToolsLike } from './shapes.ts';

/** What the operator knows of one tool besides what it says itself. */
export type OperatorWord = Pick<
  ToolDescription,
  'overrides' | 'reviews' | 'observations' | 'contract' | 'quarantine'
>;

export interface CatalogueOptions {
  /** The operator's name for where these tools come from. */
  readonly server: string;
  /** `untrusted` where nothing is said. */
  readonly trust?: Trust;
  readonly settings?: ServerSettings;
  readonly operator?: Readonly<Record<string, OperatorWord>>;
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
): Promise<JsonObject> => {
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
export const catalogueOf = async (tools: ToolsLike, options: CatalogueOptions): Promise<ToolCatalogue> => {
  const { server, trust = 'untrusted', settings, operator = {}, asSchema } = options;
  const known = new Map<string, TracedTool>();
  for (const [name, tool] of Object.entries(tools)) {
    const definition = await definitionOf(name, tool, asSchema);
    const word = Object.hasOwn(operator, name) ? operator[name] : {};
    known.set(name, traceTool(describeTool({ ...word, server, trust, definition }), definition, settings));
  }
  return {
    find: (kind, from, target) => (kind === 'tool' && from === server ? known.get(target) : undefined),
  };
};

/** Several catalogues as one; the first that knows a tool counts. */
export const joinCatalogues = (...catalogues: readonly ToolCatalogue[]): ToolCatalogue => ({
  find: (kind, server, target) => {
    for (const catalogue of catalogues) {
      const found = catalogue.find(kind, server, target);
      if (found !== undefined) return found;
    }
    return undefined;
  },
});
