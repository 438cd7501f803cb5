import type { JsonObject, TracedTool } from '@callgate/core';
import { HINT_NAMES, isJsonObject, getOwn } from '@callgate/core';
import type { CustomHint } from '@callgate/core/disclose';
import { listApplicableOverrides, disclose } from '@callgate/core/disclose';

/** Where agents find what Callgate believes. Nobody else may write there. */
export const HINTS_KEY = 'dev.callgate/hints';

/** What is believed of a tool before its arguments are known: every hint with its value and ground. */
export const effectiveHints = ({ tool }: TracedTool, custom: readonly CustomHint[]): JsonObject => {
  const overrides = listApplicableOverrides(tool).filter((override) => override.when === undefined);
  const disclosure = disclose(tool, 'all', overrides, custom);
  const hints: Record<string, JsonObject> = {};
  for (const name of HINT_NAMES) hints[name] = { ...disclosure.beliefs[name] };
  for (const [name, belief] of Object.entries(disclosure.custom)) hints[name] = { ...belief };
  return hints;
};

/** A definition for agents: its own but for the name, and Callgate's hints where they are wanted. */
export const buildAgentTool = (
  definition: JsonObject,
  name: string,
  hints: JsonObject | undefined,
): JsonObject => {
  if (hints === undefined) return { ...definition, name };
  const meta = getOwn(definition, '_meta');
  return { ...definition, name, _meta: { ...(isJsonObject(meta) ? meta : {}), [HINTS_KEY]: hints } };
};
