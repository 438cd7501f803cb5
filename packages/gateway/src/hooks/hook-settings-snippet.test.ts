import { describe, expect, it } from 'vitest';
import { HOST_NAMES } from './host-events.ts';
import { hookSettingsSnippet } from './hook-settings-snippet.ts';

describe('what goes into the settings of a host', () => {
  it.each(HOST_NAMES)('of %s has the prompt and every tool before and after, and fails closed', (host) => {
    const text = JSON.stringify(hookSettingsSnippet(host, ['callgate', 'hook', host]));
    const { hooks } = JSON.parse(text) as {
      hooks: Record<string, [{ hooks: [{ type: string; command: string; timeout: number }] }]>;
    };
    expect(Object.keys(hooks)).toEqual(
      expect.arrayContaining(['UserPromptSubmit', 'PreToolUse', 'PostToolUse']),
    );
    expect(hooks['PreToolUse']?.[0]).toEqual({
      hooks: [{ type: 'command', command: `callgate hook ${host} || exit 2`, timeout: 60 }],
    });
    expect(hooks['UserPromptSubmit']?.[0]).toEqual({
      hooks: [{ type: 'command', command: `callgate hook ${host}`, timeout: 60 }],
    });
  });

  it('is one command for a shell, whatever its words hold', () => {
    const text = JSON.stringify(hookSettingsSnippet('codex', ['/opt/my node', "it's", '$(x)']));
    expect(text).toContain(JSON.stringify(String.raw`'/opt/my node' 'it'\''s' '$(x)'`).slice(1, -1));
  });
});
