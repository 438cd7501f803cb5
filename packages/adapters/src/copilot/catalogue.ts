import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import type { ToolCatalogue } from '@callgate/gate';
import type { Definition, ServerWord } from '../host/catalogue.ts';
import { catalogueFrom } from '../host/catalogue.ts';
import { asJson } from '../host/host.ts';
import { builtInsOf } from '../host/host-tools.ts';
import type { CopilotToolLike } from './shapes.ts';

const objectAt = (value: unknown, key: string): JsonObject | undefined => {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  const member = asJson((value as Readonly<Record<string, unknown>>)[key]);
  return isJsonObject(member) ? member : undefined;
};

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
  const annotations = objectAt(metadata, 'annotations');
  const meta = objectAt(metadata, '_meta');
  return {
    name,
    ...(description === undefined ? {} : { description }),
    inputSchema: schemaOf(parameters),
    ...(annotations === undefined ? {} : { annotations }),
    ...(meta === undefined ? {} : { _meta: meta }),
  };
};

/** The catalogue of the tools of this process, as they are now. */
export const catalogueOf = (tools: readonly CopilotToolLike[], word: ServerWord): ToolCatalogue =>
  catalogueFrom(tools.map(definitionOf), word);

/** The tools that the runtime of Copilot has of its own: its shell, its editor, its web client. */
export const builtInTools = (options: { readonly autorunFiles?: readonly string[] } = {}): ToolCatalogue =>
  builtInsOf('copilot', options.autorunFiles);
