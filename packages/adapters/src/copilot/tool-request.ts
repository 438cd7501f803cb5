import { hostAlias } from '@callgate/core/host-tools';
import type { Gate } from '@callgate/gate';
import type { ToolRequest } from '../host/host.ts';
import { requestOf } from '../host/host.ts';
import { letOutOf } from '../host/let-out.ts';
import type { HoldingHost } from '../host/run-held.ts';

/** A session of Copilot. `server` is the operator's name for the tools of this process. */
export interface CopilotHost extends HoldingHost {
  /** The MCP servers of the session, as in `mcpServers`. Their tools are known as `mcp-<name>/<tool>`. */
  readonly mcpServers?: readonly string[];
}

/** The tools that the runtime of Copilot has of its own. */
export const BUILT_IN: string = hostAlias('copilot');

export const mcpAlias = (server: string): string => `mcp-${server}`;

/** The runtime calls a tool of an MCP server `<server>-<tool>`. */
export const withoutServer = (server: string, tool: string): string =>
  tool.startsWith(`${server}-`) ? tool.slice(server.length + 1) : tool;

const mcpServerOf = ({ mcpServers = [] }: CopilotHost, tool: string): string | undefined =>
  mcpServers
    .filter((server) => tool.startsWith(`${server}-`))
    .toSorted((one, other) => other.length - one.length)[0];

export const requestTo = (
  host: CopilotHost,
  server: string,
  tool: string,
  args: unknown,
  id: string | undefined,
): ToolRequest => requestOf({ ...host, server }, tool, args ?? {}, id);

/** A call as hooks know it: by the name that the model uses. */
export const namedRequest = (
  gate: Gate,
  host: CopilotHost,
  tool: string,
  args: unknown,
  id?: string,
): ToolRequest => {
  const here = requestTo(host, host.server, tool, args, id);
  if (letOutOf(gate).isRunHere(host, here)) return here;
  const server = mcpServerOf(host, tool);
  return server === undefined
    ? requestTo(host, BUILT_IN, tool, args, id)
    : requestTo(host, mcpAlias(server), withoutServer(server, tool), args, id);
};
