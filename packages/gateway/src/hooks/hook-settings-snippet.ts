import type { JsonObject } from '@callgate/core';
import { toHostToolName } from './context-links.ts';
import type { HostName } from './host-events.ts';

const EVENTS: Readonly<Record<HostName, readonly string[]>> = {
  'claude-code': [
    'SessionStart',
    'UserPromptSubmit',
    'PreToolUse',
    'PostToolUse',
    'PostToolUseFailure',
    'Stop',
    'SessionEnd',
  ],
  codex: ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop'],
};

/** Seconds. A hook that a host gives up on lets the tool run, so ours is done long before. */
const TIMEOUT = 60;

/** A part of a shell command that is one word whatever is in it. */
const shellQuote = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

const isToolEvent = (event: string): boolean => event.includes('ToolUse');

/** The tools of some MCP servers, as hosts call them. Hosts differ in the signs that they replace. */
const matcherOf = (servers: readonly string[]): string =>
  `^mcp__(?:${servers.map((name) => toHostToolName(name).replaceAll(/[-_]/g, '[-_]')).join('|')})__.*`;

/**
 * What goes into the host's settings. A hook that cannot even start must not let a tool run: only exit code 2 stops
 * one. With `servers`, the tools of these MCP servers alone are reported, otherwise every tool.
 */
export const hookSettingsSnippet = (
  host: HostName,
  words: readonly string[],
  servers?: readonly string[],
): JsonObject => {
  const line = words.map(shellQuote).join(' ');
  return {
    hooks: Object.fromEntries(
      EVENTS[host].map((event): [string, JsonObject[]] => {
        const command = event === 'PreToolUse' ? `${line} || exit 2` : line;
        const hooks = [{ type: 'command', command, timeout: TIMEOUT }];
        const isLimited = servers !== undefined && isToolEvent(event);
        return [event, [isLimited ? { matcher: matcherOf(servers), hooks } : { hooks }]];
      }),
    ),
  };
};

/** Where it goes. */
export const SETTINGS_FILE: Readonly<Record<HostName, string>> = {
  'claude-code': '~/.claude/settings.json',
  codex: '~/.codex/hooks.json',
};
