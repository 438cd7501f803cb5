import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, isJsonObject, own } from '@callgate/core';
import type { DeclaredTool } from '../declared-tool.ts';

const propertiesOf = (schema: Json | undefined): readonly string[] => {
  const properties = isJsonObject(schema) ? own(schema, 'properties') : undefined;
  return isJsonObject(properties) ? Object.keys(properties).toSorted() : [];
};

/** At start: what a tool is registered with and what its manifest says take the same arguments. */
export const refuseOtherArguments = (declared: DeclaredTool, listed: JsonObject): void => {
  const { name, inputSchema } = declared.definition;
  const told = propertiesOf(inputSchema);
  const taken = propertiesOf(own(listed, 'inputSchema'));
  if (told.join() === taken.join()) return;
  throw new CallgateError(
    'GUARD_ARGUMENTS',
    `\`${name}\` takes ${taken.join(', ') || 'no arguments'}, and its manifest says ${told.join(', ') || 'none'}`,
    { help: 'what clients, policies and conditions are told has to be what the tool takes' },
  );
};
