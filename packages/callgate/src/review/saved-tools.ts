import type { FailedServer } from '@callgate/catalogue';
import { aliasFrom, defaultServerConfig } from '@callgate/gateway/config';
import type { OperatorDecisionStore } from '@callgate/gateway/tools';
import { MemoryPinStore, pinListedTools } from '@callgate/gateway/tools';
import type { KnownServer } from '@callgate/operations/tools';
import { ToolJudge, pinnedServer } from '@callgate/operations/tools';
import { now } from '../input/now.ts';
import { openPolicy } from '../input/open-policy.ts';
import { readSavedLists } from '../scan/read-saved-lists.ts';
import { FreeNames } from '../scan/scan-target.ts';

/** Servers of which only a saved list is known. Nothing of them is configured, so nothing they say is believed. */
export interface SavedTools {
  readonly judge: ToolJudge;
  readonly servers: readonly KnownServer[];
  /** What each server calls its version. */
  readonly versions: ReadonlyMap<string, string>;
  readonly failed: readonly FailedServer[];
  /** Entries of lists that are not one tool of one name; servers without any are left out. */
  readonly unusable: readonly { readonly server: string; readonly count: number }[];
}

/** Leaves room for a number. */
const LONGEST_NAME = 56;

const NO_DECISIONS: OperatorDecisionStore = {
  read: () => [],
  change: () => undefined,
  together: () => Promise.resolve(),
  print: () => '',
  lost: () => null,
};

/** Of a name that a list gives twice it is unknown which a server means. `__proto__` is no key of a pack. */
const isNamedOnce = (tools: readonly { readonly name?: unknown }[], name: unknown): boolean =>
  typeof name === 'string' &&
  name !== '' &&
  name !== '__proto__' &&
  tools.filter((each) => each.name === name).length === 1;

export const openSavedTools = (paths: readonly string[]): SavedTools => {
  const { listed, failed } = readSavedLists(paths, 'untrusted', new FreeNames());
  const judge = new ToolJudge(openPolicy(['balanced']), now);
  // a name that can be an alias is the name of a file too
  const names = new FreeNames();
  const named = listed.map((each) => ({
    ...each,
    server: names.take(aliasFrom(each.server.toLowerCase().slice(0, LONGEST_NAME)) ?? 'server'),
  }));
  const servers = named.flatMap(({ server, tools, from }): readonly KnownServer[] => {
    const config = defaultServerConfig(server, { kind: 'stdio', command: from, args: [], env: {} });
    const pinned = pinListedTools({
      pins: new MemoryPinStore(),
      operator: NO_DECISIONS,
      config,
      tools: tools.filter(({ name }) => isNamedOnce(tools, name)),
      at: 0,
    });
    const known = pinnedServer(pinned, 'elsewhere', {
      operator: NO_DECISIONS,
      customHints: judge.policy.hints,
      config,
    });
    return known === undefined ? [] : [known];
  });
  const versions = named.flatMap(({ server, info }) => {
    const version = info?.['version'];
    return typeof version === 'string' ? [[server, version] as const] : [];
  });
  const unusable = named.flatMap(({ server, tools }) => {
    const usable = servers.find((known) => known.server === server)?.tools.length ?? 0;
    return usable === tools.length ? [] : [{ server, count: tools.length - usable }];
  });
  return { judge, servers, versions: new Map(versions), failed, unusable };
};
