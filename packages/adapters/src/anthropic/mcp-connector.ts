import type { Clock, Gate, ToolCatalogue } from '@callgate/gate';
import { alwaysAuto } from '../host/always-auto.ts';
import type { Who } from '../host/host.ts';

/** For `tools` of a request with `mcp_servers`. */
export interface McpToolset {
  type: 'mcp_toolset';
  mcp_server_name: string;
  default_config: { enabled: false };
  configs: Record<string, { enabled: boolean }>;
}

export interface ToolsetOptions {
  /** The name of the server in `mcp_servers`, which is the operator's name for it in the catalogue. */
  readonly server: string;
  /** Names of its tools, those that matter most first. */
  readonly names: readonly string[];
  readonly clock?: Clock;
}

/**
 * The tools of a server that the provider may call by itself. It asks nobody before it does, so only tools are enabled
 * whose calls need nobody under this policy and what this conversation has touched, whatever their arguments are. Make it
 * anew for every request.
 */
export const toolsetFor = async (
  gate: Gate,
  who: Who,
  catalogue: ToolCatalogue,
  options: ToolsetOptions,
): Promise<McpToolset> => {
  const enabled = new Set(await alwaysAuto(gate, who, catalogue, options));
  return {
    type: 'mcp_toolset',
    mcp_server_name: options.server,
    default_config: { enabled: false },
    configs: Object.fromEntries(options.names.map((name) => [name, { enabled: enabled.has(name) }])),
  };
};
