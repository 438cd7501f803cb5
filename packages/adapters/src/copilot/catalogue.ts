import type { Json } from '@callgate/core';
import type { ToolCatalogue } from '@callgate/gate';
import type { McpToolDefinition, ToolServerOptions } from '../host/catalogue.ts';
import { catalogueFrom, readClaimMembers, builtInCatalogue } from '../host/catalogue.ts';
import { toJson } from '../host/host-options.ts';
import type { CopilotToolLike } from './shapes.ts';

interface SelfDescribingSchema {
  toJSONSchema(options: { readonly io: 'input' }): unknown;
}

const isSelfDescribing = (schema: object): schema is SelfDescribingSchema =>
  'toJSONSchema' in schema && typeof schema.toJSONSchema === 'function';

const schemaOf = (parameters: unknown): Json => {
  if (typeof parameters !== 'object' || parameters === null) return { type: 'object' };
  return toJson(isSelfDescribing(parameters) ? parameters.toJSONSchema({ io: 'input' }) : parameters);
};

/** A tool of the SDK as a definition of MCP: `metadata` is where hints are. */
export const definitionOf = ({
  name,
  description,
  parameters,
  metadata,
}: CopilotToolLike): McpToolDefinition => {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    inputSchema: schemaOf(parameters),
    ...readClaimMembers(metadata),
  };
};

/** The catalogue of the tools of this process, as they are now. */
export const catalogueOf = (tools: readonly CopilotToolLike[], word: ToolServerOptions): ToolCatalogue =>
  catalogueFrom(tools.map(definitionOf), word);

/** The tools that the runtime of Copilot has of its own: its shell, its editor, its web client. */
export const builtInTools = (options: { readonly autorunFiles?: readonly string[] } = {}): ToolCatalogue =>
  builtInCatalogue('copilot', options.autorunFiles);
