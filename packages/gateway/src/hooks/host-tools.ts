import type { TracedTool } from '@callgate/core';
import { hostAlias as aliasOf, listHostTools, makeUndescribedTool } from '@callgate/core/host-tools';
import type { ToolCatalogue } from '@callgate/gate';
import { BoundedMap } from '../disclose/bounded-map.ts';
import type { HostName } from './host-events.ts';
import { HOST_NAMES } from './host-events.ts';

/** The alias under which a host's own tools are known to policies, the record and people. */
export const hostAlias = (host: HostName): string => aliasOf(host);

const HOSTS: ReadonlyMap<string, HostName> = new Map(HOST_NAMES.map((host) => [hostAlias(host), host]));

/** No server of a configuration may have such an alias. */
export const isHostAlias = (alias: string): boolean => HOSTS.has(alias);

type ToolsByName = ReadonlyMap<string, TracedTool>;

const MAX_UNKNOWN = 1024;

const NO_FILES: readonly string[] = [];

/**
 * The catalogue with the tools that hosts run themselves. Tools without a description are there as undescribed.
 * `autorunFiles`, and those that the operator has now, add to the table of files that run later.
 */
export const withHostTools = (
  catalogue: ToolCatalogue,
  autorunFiles: readonly string[] = NO_FILES,
  operatorFiles: () => readonly string[] = () => NO_FILES,
): ToolCatalogue => {
  let files = operatorFiles();
  let known = new Map<string, ToolsByName>();
  // most processes never meet a tool of a host, and there are many
  const toolsOf = (server: string): ToolsByName | undefined => {
    const host = HOSTS.get(server);
    if (host === undefined) return undefined;
    const now = operatorFiles();
    if (now !== files) [files, known] = [now, new Map()];
    const tools = known.get(server) ?? listHostTools(host, [...files, ...autorunFiles]);
    known.set(server, tools);
    return tools;
  };
  const unknown = new BoundedMap<string, TracedTool>(MAX_UNKNOWN);
  return {
    find(kind, server, target, argumentsDigest) {
      const tools = toolsOf(server);
      if (tools === undefined) return catalogue.find(kind, server, target, argumentsDigest);
      if (kind !== 'tool') return undefined;
      const tool = tools.get(target) ?? unknown.get(`${server} ${target}`);
      if (tool !== undefined) return tool;
      const made = makeUndescribedTool(server, target);
      unknown.set(`${server} ${target}`, made);
      return made;
    },
    identity: (server) => (isHostAlias(server) ? undefined : catalogue.identity?.(server)),
  };
};
