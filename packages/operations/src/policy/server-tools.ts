import type { JsonObject, TracedTool } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import type { Gateway } from '@callgate/gateway';
import type { ToolChoice } from '../api/policy.ts';

export interface ServerTool {
  readonly server: string;
  readonly name: string;
  readonly definition: JsonObject;
  readonly traced: TracedTool;
}

/** The tools of every server, offered or not, in the order of the configuration. */
export const listServerTools = (catalogue: Pick<Gateway['catalogue'], 'stock'>): readonly ServerTool[] =>
  catalogue
    .stock()
    .flatMap(({ server, tools }) =>
      tools.map((tool) => ({ server, name: tool.name, definition: tool.definition, traced: tool.traced() })),
    );

const argumentsOf = (definition: JsonObject): readonly string[] => {
  const schema = getOwn(definition, 'inputSchema');
  const properties = isJsonObject(schema) ? getOwn(schema, 'properties') : undefined;
  return isJsonObject(properties) ? Object.keys(properties).slice(0, 100) : [];
};

export const toolChoice = ({ server, name, definition, traced }: ServerTool): ToolChoice => {
  const title = getOwn(definition, 'title');
  return {
    server,
    name,
    trust: traced.tool.server.trust,
    ...(typeof title === 'string' ? { title } : {}),
    arguments: argumentsOf(definition),
  };
};
