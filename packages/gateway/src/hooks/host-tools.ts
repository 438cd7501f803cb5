import type { TracedTool } from '@callgate/core';
import { hostAlias as aliasOf, hostTools, undescribedTool } from '@callgate/core/host-tools';
import type { ToolCatalogue } from '@callgate/gate';
import { BoundedMap } from '../disclose/bounded-map.ts';
import type { HostName } from './host-events.ts';
import { HOST_NAMES } from './host-events.ts';

/** The alias under which a host's own tools are known to policies, the record and people. */
export const hostAlias = (host: HostName): string => aliasOf(host);

const ALIASES: ReadonlySet<string> = new Set(HOST_NAMES.map(hostAlias));

/** No server of a configuration may have such an alias. */
export const isHostAlias = (alias: string): boolean => ALIASES.has(alias);

const MAX_UNKNOWN = 1024;

/** The catalogue with the tools that hosts run themselves. What nobody has described is there as undescribed. */
export const withHostTools = (catalogue: ToolCatalogue): ToolCatalogue => {
  const known = new Map(HOST_NAMES.map((host) => [hostAlias(host), hostTools(host)] as const));
  const unknown = new BoundedMap<string, TracedTool>(MAX_UNKNOWN);
  return {
    find(kind, server, target, argumentsDigest) {
      const tools = known.get(server);
      if (tools === undefined) return catalogue.find(kind, server, target, argumentsDigest);
      if (kind !== 'tool') return undefined;
      const tool = tools.get(target) ?? unknown.get(`${server} ${target}`);
      if (tool !== undefined) return tool;
      const made = undescribedTool(server, target);
      unknown.set(`${server} ${target}`, made);
      return made;
    },
    identity: (server) => (known.has(server) ? undefined : catalogue.identity?.(server)),
  };
};
