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

  it.each(HOST_NAMES)(
    'of %s reports prompts and the tools of some servers alone, where these are named',
    (host) => {
      const { hooks } = JSON.parse(
        JSON.stringify(hookSettingsSnippet(host, ['callgate'], ['my-notes', 'a b'])),
      ) as { hooks: Record<string, [{ matcher?: string }]> };
      for (const [event, [{ matcher }]] of Object.entries(hooks)) {
        if (!event.includes('ToolUse')) expect(matcher).toBeUndefined();
        else {
          for (const tool of ['mcp__my-notes__x', 'mcp__my_notes__x', 'mcp__a_b__x'])
            expect(tool).toMatch(new RegExp(`^(?:${matcher})$`));
          for (const tool of ['Bash', 'mcp__notes__x', 'mcp__my-notes-2__x', 'x_mcp__a_b__x'])
            expect(tool).not.toMatch(new RegExp(matcher ?? ''));
        }
      }
      expect(hooks['UserPromptSubmit']).toBeDefined();
    },
  );

  it('is one command for a shell, whatever its words hold', () => {
    const text = JSON.stringify(hookSettingsSnippet('codex', ['/opt/my node', "it's", '$(x)']));
    expect(text).toContain(JSON.stringify(String.raw`'/opt/my node' 'it'\''s' '$(x)'`).slice(1, -1));
  });
});
