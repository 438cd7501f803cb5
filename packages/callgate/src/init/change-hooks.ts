import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, canonical, getOwn, isJsonObject } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import type { HostName } from '@callgate/gateway/hooks';
import { hookSettingsSnippet } from '@callgate/gateway/hooks';
import { clientFileErrors } from '@callgate/messages/errors/client-file';
import { namesHook } from './hook-files.ts';

type HookGroups = ReadonlyMap<string, readonly Json[]>;

const readSettings = (text: string): JsonObject => {
  const value = text.trim() === '' ? {} : parseStrict(text);
  if (isJsonObject(value)) return value;
  throw new CallgateError(clientFileErrors.hooksUnreadable());
};

/** Groups of hooks by event. */
const groupsOf = (settings: JsonObject): HookGroups => {
  const hooks = getOwn(settings, 'hooks') ?? {};
  if (!isJsonObject(hooks)) throw new CallgateError(clientFileErrors.hooksUnreadable());
  return new Map(
    Object.entries(hooks).map(([event, groups]): [string, readonly Json[]] => {
      if (!Array.isArray(groups)) throw new CallgateError(clientFileErrors.hooksUnreadable());
      return [event, groups];
    }),
  );
};

const isOurs = (host: HostName, group: Json): boolean => namesHook(host, JSON.stringify(group));

/** Hooks that report every tool: those `init` never writes, so a person put them there. */
const reportsEveryTool = (host: HostName, groups: HookGroups): boolean =>
  (groups.get('PreToolUse') ?? []).some(
    (group) => isOurs(host, group) && isJsonObject(group) && getOwn(group, 'matcher') === undefined,
  );

const indentOf = (text: string): string => /^\{\r?\n([ \t]+)"/.exec(text.trimStart())?.[1] ?? '  ';

const withGroups = (text: string, settings: JsonObject, groups: HookGroups): string => {
  const hooks = Object.fromEntries([...groups].filter(([, each]) => each.length > 0));
  const { hooks: _, ...rest } = settings;
  const changed = Object.keys(hooks).length === 0 ? rest : { ...settings, hooks };
  return canonical(changed) === canonical(settings)
    ? text
    : `${JSON.stringify(changed, null, indentOf(text))}\n`;
};

const withoutOurs = (host: HostName, groups: HookGroups): HookGroups =>
  new Map([...groups].map(([event, each]) => [event, each.filter((group) => !isOurs(host, group))]));

/** The settings of a host with the hooks that report the user's requests and the calls of these servers. */
export const addHooks = (
  host: HostName,
  text: string,
  own: readonly string[],
  servers: readonly string[],
): string => {
  const settings = readSettings(text);
  const groups = groupsOf(settings);
  if (reportsEveryTool(host, groups)) return text;
  const added = groupsOf(hookSettingsSnippet(host, [...own, 'hook', host], servers));
  const others = withoutOurs(host, groups);
  const events = new Set([...others.keys(), ...added.keys()]);
  return withGroups(
    text,
    settings,
    new Map([...events].map((event) => [event, [...(others.get(event) ?? []), ...(added.get(event) ?? [])]])),
  );
};

/** The settings without what `addHooks` added. */
export const removeHooks = (host: HostName, text: string): string => {
  const settings = readSettings(text);
  const groups = groupsOf(settings);
  return reportsEveryTool(host, groups) ? text : withGroups(text, settings, withoutOurs(host, groups));
};
