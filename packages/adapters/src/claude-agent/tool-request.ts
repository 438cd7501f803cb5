import { hostAlias } from '@callgate/core/host-tools';
import type { HostOptions, ToolRequest } from '../host/host-options.ts';
import { requestOf } from '../host/host-options.ts';
import type { WaitingHostOptions } from '../host/run-with-approval.ts';
import type { McpServerLike } from './shapes.ts';

/** A conversation with Claude Code, and how its servers are called here. */
export interface ClaudeHost extends Omit<WaitingHostOptions, 'server'> {
  /**
   * The operator's name for an MCP server. Where nothing is said: the name of a server of this process, and
   * `<source>-<name>` for all others, because anybody who writes a configuration can choose a name.
   */
  readonly serverOf?: (server: McpServerLike) => string;
}

/** The tools that Claude Code has of its own. */
export const BUILT_IN: string = hostAlias('claude-code');

const aliasOf = ({ name, source }: McpServerLike): string => (source === 'sdk' ? name : `${source}-${name}`);

const MCP_TOOL = /^mcp__(.+?)__(.+)$/s;

/** As Claude Code writes names into the names of tools. */
const toToolNamePart = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]/g, '_');

const targetOf = (
  tool: string,
  server: McpServerLike | undefined,
): { server?: McpServerLike; name: string } => {
  const prefix = server === undefined ? undefined : `mcp__${toToolNamePart(server.name)}__`;
  if (server !== undefined && prefix !== undefined && tool.startsWith(prefix))
    return { server, name: tool.slice(prefix.length) };
  const [, name, target] = MCP_TOOL.exec(tool) ?? [];
  if (name === undefined || target === undefined) return { name: tool };
  return { server: server ?? { name, source: 'unknown' }, name: target };
};

export interface ClaudeToolUse {
  readonly tool: string;
  readonly input: unknown;
  readonly id: string;
  readonly server: McpServerLike | undefined;
}

export const hostFor = (host: ClaudeHost, server: string): HostOptions => ({ ...host, server });

/** A tool use of Claude Code as the gate takes it. */
export const toolRequest = (host: ClaudeHost, { tool, input, id, server }: ClaudeToolUse): ToolRequest => {
  const target = targetOf(tool, server);
  const { serverOf = aliasOf } = host;
  const alias = target.server === undefined ? BUILT_IN : serverOf(target.server);
  return requestOf(hostFor(host, alias), target.name, input, id);
};
