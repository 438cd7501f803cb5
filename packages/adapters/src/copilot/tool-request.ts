import { hostAlias } from '@callgate/core/host-tools';
import type { Gate } from '@callgate/gate';
import type { ToolRequest } from '../host/host-options.ts';
import { requestOf } from '../host/host-options.ts';
import { hostRunCallsOf } from '../host/host-run-calls.ts';
import type { WaitingHostOptions } from '../host/run-with-approval.ts';

/** A session of Copilot. `server` is the operator's name for the tools of this process. */
export interface CopilotHost extends WaitingHostOptions {
  /** The MCP servers of the session, as in `mcpServers`. Their tools are known as `mcp-<name>/<tool>`. */
  readonly mcpServers?: readonly string[];
}

/** The tools that the runtime of Copilot has of its own. */
export const BUILT_IN: string = hostAlias('copilot');

export const mcpAlias = (server: string): string => `mcp-${server}`;

/** The runtime calls a tool of an MCP server `<server>-<tool>`. */
export const stripServerPrefix = (server: string, tool: string): string =>
  tool.startsWith(`${server}-`) ? tool.slice(server.length + 1) : tool;

const mcpServerOf = ({ mcpServers = [] }: CopilotHost, tool: string): string | undefined =>
  mcpServers
    .filter((server) => tool.startsWith(`${server}-`))
    .toSorted((one, other) => other.length - one.length)[0];

export const createRequest = (
  host: CopilotHost,
  server: string,
  tool: string,
  args: unknown,
  id: string | undefined,
): ToolRequest => requestOf({ ...host, server }, tool, args ?? {}, id);

/** A call as hooks know it: by the name that the model uses. */
export const requestByToolName = (
  gate: Gate,
  host: CopilotHost,
  tool: string,
  args: unknown,
  id?: string,
): ToolRequest => {
  const here = createRequest(host, host.server, tool, args, id);
  if (hostRunCallsOf(gate).isRunHere(host, here)) return here;
  const server = mcpServerOf(host, tool);
  return server === undefined
    ? createRequest(host, BUILT_IN, tool, args, id)
    : createRequest(host, mcpAlias(server), stripServerPrefix(server, tool), args, id);
};
