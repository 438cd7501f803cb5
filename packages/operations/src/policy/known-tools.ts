import type { JsonObject, TracedTool } from '@callgate/core';
import { isJsonObject, own } from '@callgate/core';
import type { Gateway } from '@callgate/gateway';
import type { ToolChoice } from '../api/policy.ts';

export interface KnownTool {
  readonly server: string;
  readonly name: string;
  readonly definition: JsonObject;
  readonly traced: TracedTool;
}

/** The tools of every server, offered or not, in the order of the configuration. */
export const knownTools = (catalogue: Pick<Gateway['catalogue'], 'stock'>): readonly KnownTool[] =>
  catalogue
    .stock()
    .flatMap(({ server, tools }) =>
      tools.map((tool) => ({ server, name: tool.name, definition: tool.definition, traced: tool.traced() })),
    );

const argumentsOf = (definition: JsonObject): readonly string[] => {
  const schema = own(definition, 'inputSchema');
  const properties = isJsonObject(schema) ? own(schema, 'properties') : undefined;
  return isJsonObject(properties) ? Object.keys(properties).slice(0, 100) : [];
};

export const toolChoice = ({ server, name, definition, traced }: KnownTool): ToolChoice => {
  const title = own(definition, 'title');
  return {
    server,
    name,
    trust: traced.tool.server.trust,
    ...(typeof title === 'string' ? { title } : {}),
    arguments: argumentsOf(definition),
  };
};
