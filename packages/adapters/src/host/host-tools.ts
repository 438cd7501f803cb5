import type { KnownHost } from '@callgate/core/host-tools';
import { hostAlias, hostTools, undescribedTool } from '@callgate/core/host-tools';
import type { ToolCatalogue } from '@callgate/gate';
import { autorunFiles } from './autorun-files.ts';

/** The catalogue of the tools that an agent program runs by itself. What nobody has described is there as undescribed. */
export const builtInsOf = (host: KnownHost, more?: readonly string[]): ToolCatalogue => {
  const alias = hostAlias(host);
  const known = hostTools(host, autorunFiles(more));
  return {
    find: (kind, server, target) =>
      kind === 'tool' && server === alias ? (known.get(target) ?? undescribedTool(alias, target)) : undefined,
  };
};
