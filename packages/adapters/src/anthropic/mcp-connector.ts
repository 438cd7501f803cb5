import type { Clock, Gate, ToolCatalogue } from '@callgate/gate';
import type { ServerToolName } from '../host/find-always-auto-tools.ts';
import { findAlwaysAutoTools } from '../host/find-always-auto-tools.ts';
import type { ConversationRef } from '../host/host-options.ts';

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
}

export interface ToolsetRequestOptions {
  /** Tools in the same request that the provider runs by itself whatever is said here, such as its web search (`anthropic`, `web_search`). */
  readonly beside?: readonly ServerToolName[];
  readonly clock?: Clock;
}

/**
 * The tools of all servers of one request that the provider may call by itself. It asks nobody before it does, so only
 * tools are enabled whose calls need nobody under this policy and what this conversation has touched, whatever their
 * arguments are and whichever of the others ran before. Make them anew for every request.
 */
export const createToolsets = async (
  gate: Gate,
  who: ConversationRef,
  catalogue: ToolCatalogue,
  servers: readonly ToolsetOptions[],
  options: ToolsetRequestOptions = {},
): Promise<McpToolset[]> => {
  const tools = servers.flatMap(({ server, names }) => names.map((name) => ({ server, name })));
  const chosen = await findAlwaysAutoTools(gate, who, catalogue, { ...options, tools });
  return servers.map(({ server, names }) => ({
    type: 'mcp_toolset',
    mcp_server_name: server,
    default_config: { enabled: false },
    configs: Object.fromEntries(
      names.map((name) => [
        name,
        { enabled: chosen.some((one) => one.server === server && one.name === name) },
      ]),
    ),
  }));
};

/** The same where a request has one server. For several use `createToolsets`: what one touches counts for the others. */
export const createToolset = async (
  gate: Gate,
  who: ConversationRef,
  catalogue: ToolCatalogue,
  { server, names, ...options }: ToolsetOptions & ToolsetRequestOptions,
): Promise<McpToolset> => {
  const [toolset] = await createToolsets(gate, who, catalogue, [{ server, names }], options);
  return (
    toolset ?? {
      type: 'mcp_toolset',
      mcp_server_name: server,
      default_config: { enabled: false },
      configs: {},
    }
  );
};
