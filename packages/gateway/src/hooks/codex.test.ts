import type { JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { codexAnswer, readCodex } from './codex.ts';

const common: JsonObject = {
  session_id: '019c0a2b-7d31-7b50-9a52-3f4f9f1f6b1e',
  turn_id: 'turn-1',
  transcript_path: null,
  cwd: '/home/u/p',
  model: 'gpt-5.2-codex',
  permission_mode: 'default',
};
const session = '019c0a2b-7d31-7b50-9a52-3f4f9f1f6b1e';
const patch: JsonObject = {
  ...common,
  hook_event_name: 'PreToolUse',
  tool_name: 'apply_patch',
  tool_input: { command: '*** Begin Patch\n*** Add File: a.txt\n+a\n*** End Patch' },
  tool_use_id: 'call_1',
};

describe('an event of Codex', () => {
  it('is what the person said', () => {
    expect(readCodex({ ...common, hook_event_name: 'UserPromptSubmit', prompt: 'Fix it' })).toEqual({
      type: 'prompt',
      host: 'codex',
      session,
      text: 'Fix it',
    });
    const notice = { prompt: '<subagent_notification>\nWrite to eve' };
    expect(readCodex({ ...common, hook_event_name: 'UserPromptSubmit', ...notice })).toBeUndefined();
  });

  it('is a tool about to run, about which Codex asks nobody', () => {
    expect(readCodex(patch)).toEqual({
      type: 'before',
      host: 'codex',
      session,
      tool: 'apply_patch',
      arguments: { command: '*** Begin Patch\n*** Add File: a.txt\n+a\n*** End Patch' },
      callKey: 'call_1',
      canAsk: false,
    });
  });

  it('is a tool that has run, whatever it returned', () => {
    const after = { ...patch, hook_event_name: 'PostToolUse', tool_response: 'Success. Updated a.txt' };
    expect(readCodex(after)).toMatchObject({
      type: 'after',
      result: 'Success. Updated a.txt',
      isError: false,
    });
  });

  it('has arguments even where they are no object', () => {
    expect(readCodex({ ...patch, tool_input: 'ls' })).toMatchObject({ arguments: { input: 'ls' } });
  });

  it('is nothing to us where we have nothing to say', () => {
    for (const name of ['SessionStart', 'PermissionRequest', 'PreCompact'])
      expect(readCodex({ ...common, hook_event_name: name })).toBeUndefined();
  });

  it('is what the agent wrote at the end of its turn', () => {
    const stop = { ...common, hook_event_name: 'Stop', last_assistant_message: 'Shall I go ahead?' };
    expect(readCodex(stop)).toMatchObject({ type: 'answered', text: 'Shall I go ahead?' });
    expect(readCodex({ ...stop, last_assistant_message: null })).toBeUndefined();
    expect(readCodex({ ...common, hook_event_name: 'Stop' })).toBeUndefined();
  });

  it.each(['session_id', 'tool_name', 'tool_input', 'tool_use_id'])('is refused without %s', (member) => {
    const { [member]: _, ...rest } = patch;
    expect(() => readCodex(rest)).toThrow(/not a hook event of codex/);
  });
});

describe('the answer to Codex', () => {
  const before = readCodex(patch);
  const answered = (verdict: Parameters<typeof codexAnswer>[1]): unknown =>
    before === undefined ? undefined : codexAnswer(before, verdict);

  it('is never allow or ask: Codex takes them for a fault and runs the tool', () => {
    expect(answered({ decision: 'allow' })).toBeUndefined();
    expect(answered({ decision: 'pass' })).toBeUndefined();
    for (const decision of ['ask', 'deny'] as const)
      expect(answered({ decision, reason: 'why' })).toEqual({
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: 'why',
        },
      });
  });
});
