import type { JsonObject } from '@callgate/core';
import type { HostName } from './host-events.ts';

/** Without a matcher each counts for every tool. */
const EVENTS: Readonly<Record<HostName, readonly string[]>> = {
  'claude-code': [
    'SessionStart',
    'UserPromptSubmit',
    'PreToolUse',
    'PostToolUse',
    'PostToolUseFailure',
    'SessionEnd',
  ],
  codex: ['UserPromptSubmit', 'PreToolUse', 'PostToolUse'],
};

/** Seconds. A hook that a host gives up on lets the tool run, so ours is done long before. */
const TIMEOUT = 60;

/** A part of a shell command that is one word whatever is in it. */
const shellQuote = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/**
 * What goes into the host's settings. A hook that cannot even start must not let a tool run: only exit code 2 stops
 * one.
 */
export const hookSettingsSnippet = (host: HostName, words: readonly string[]): JsonObject => {
  const line = words.map(shellQuote).join(' ');
  return {
    hooks: Object.fromEntries(
      EVENTS[host].map((event): [string, JsonObject[]] => {
        const command = event === 'PreToolUse' ? `${line} || exit 2` : line;
        return [event, [{ hooks: [{ type: 'command', command, timeout: TIMEOUT }] }]];
      }),
    ),
  };
};

/** Where it goes. */
export const SETTINGS_FILE: Readonly<Record<HostName, string>> = {
  'claude-code': '~/.claude/settings.json',
  codex: '~/.codex/hooks.json',
};
