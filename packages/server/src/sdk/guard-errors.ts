import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, display, isJsonObject, getOwn } from '@callgate/core';
import type { GuardedTool } from '../desk/guarded-tool.ts';

const quoteName = (name: string): string => `\`${display(name, { max: 100 })}\``;

/** At start: a tool of the manifest that nobody registered. */
export const refuseMissingTools = (
  tools: ReadonlyMap<string, GuardedTool>,
  registered: { has(name: string): boolean },
): void => {
  const missing = [...tools.keys()].filter((name) => !registered.has(name));
  if (missing.length === 0) return;
  throw new CallgateError(
    'GUARD_NOT_REGISTERED',
    `the manifest declares what no tool is registered for: ${missing.map(quoteName).join(', ')}`,
    { help: 'register them before the server connects, or take them out of the manifest' },
  );
};

export const tooLateError = (): CallgateError =>
  new CallgateError('GUARD_TOO_LATE', 'the server has tools already that nobody guards', {
    help: 'guard the server first, then register its tools',
  });

const propertiesOf = (schema: Json | undefined): readonly string[] => {
  const properties = isJsonObject(schema) ? getOwn(schema, 'properties') : undefined;
  return isJsonObject(properties) ? Object.keys(properties).toSorted() : [];
};

/** At start: what a tool is registered with and what its manifest says take the same arguments. */
export const refuseOtherArguments = (declared: GuardedTool, listed: JsonObject): void => {
  const { name, inputSchema } = declared.definition;
  const told = propertiesOf(inputSchema);
  const taken = propertiesOf(getOwn(listed, 'inputSchema'));
  if (told.join() === taken.join()) return;
  throw new CallgateError(
    'GUARD_ARGUMENTS',
    `\`${name}\` takes ${taken.join(', ') || 'no arguments'}, and its manifest says ${told.join(', ') || 'none'}`,
    { help: 'what clients, policies and conditions are told has to be what the tool takes' },
  );
};
