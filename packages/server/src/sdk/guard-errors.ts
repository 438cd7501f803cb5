import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, display, isJsonObject, getOwn } from '@callgate/core';
import { guardErrors } from '@callgate/messages/errors/guard';
import { guardMessages } from '@callgate/messages/guard';
import type { GuardedTool } from '../calls/guarded-tool.ts';

const quoteName = (name: string): string => `\`${display(name, { max: 100 })}\``;

/** At start: a tool of the manifest that nobody registered. */
export const refuseMissingTools = (
  tools: ReadonlyMap<string, GuardedTool>,
  registered: { has(name: string): boolean },
): void => {
  const missing = [...tools.keys()].filter((name) => !registered.has(name));
  if (missing.length === 0) return;
  throw new CallgateError(guardErrors.toolsUnregistered({ tools: missing.map(quoteName).join(', ') }));
};

export const tooLateError = (): CallgateError => new CallgateError(guardErrors.guardedTooLate());

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
    guardErrors.argumentsDiffer({
      tool: name,
      taken: taken.join(', ') || guardMessages.noArguments,
      declared: told.join(', ') || 'none',
    }),
  );
};
