import type { Json } from '@callgate/core';
import type { ToolCatalogue } from '@callgate/gate';
import type { Definition, ServerWord } from '../host/catalogue.ts';
import { catalogueFrom, claimsIn, builtInsOf } from '../host/catalogue.ts';
import { asJson } from '../host/host.ts';
import type { CopilotToolLike } from './shapes.ts';

interface SaysItself {
  toJSONSchema(options: { readonly io: 'input' }): unknown;
}

const saysItself = (schema: object): schema is SaysItself =>
  'toJSONSchema' in schema && typeof schema.toJSONSchema === 'function';

const schemaOf = (parameters: unknown): Json => {
  if (typeof parameters !== 'object' || parameters === null) return { type: 'object' };
  return asJson(saysItself(parameters) ? parameters.toJSONSchema({ io: 'input' }) : parameters);
};

/** A tool of the SDK as a definition of MCP: `metadata` is where hints are. */
export const definitionOf = ({ name, description, parameters, metadata }: CopilotToolLike): Definition => {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    inputSchema: schemaOf(parameters),
    ...claimsIn(metadata),
  };
};

/** The catalogue of the tools of this process, as they are now. */
export const catalogueOf = (tools: readonly CopilotToolLike[], word: ServerWord): ToolCatalogue =>
  catalogueFrom(tools.map(definitionOf), word);

/** The tools that the runtime of Copilot has of its own: its shell, its editor, its web client. */
export const builtInTools = (options: { readonly autorunFiles?: readonly string[] } = {}): ToolCatalogue =>
  builtInsOf('copilot', options.autorunFiles);
