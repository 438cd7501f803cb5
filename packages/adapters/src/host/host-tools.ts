import type { KnownHost } from '@callgate/core/host-tools';
import { hostAlias, hostTools, undescribedTool } from '@callgate/core/host-tools';
import type { ToolCatalogue } from '@callgate/gate';

/** The catalogue of the tools that an agent program runs by itself. What nobody has described is there as undescribed. */
export const builtInsOf = (host: KnownHost): ToolCatalogue => {
  const alias = hostAlias(host);
  const known = hostTools(host);
  return {
    find: (kind, server, target) =>
      kind === 'tool' && server === alias ? (known.get(target) ?? undescribedTool(alias, target)) : undefined,
  };
};
