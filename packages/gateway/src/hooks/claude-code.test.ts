import type { JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { claudeCodeAnswer, readClaudeCode } from './claude-code.ts';

const common: JsonObject = {
  session_id: '00893aaf-19fa-41d2-8238-13269b9b3ca0',
  transcript_path: '/home/u/.claude/projects/p/00893aaf.jsonl',
  cwd: '/home/u/p',
  permission_mode: 'default',
};
const session = '00893aaf-19fa-41d2-8238-13269b9b3ca0';
const bash: JsonObject = {
  ...common,
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'npm test', description: 'Runs the tests', timeout: 120000 },
  tool_use_id: 'toolu_01ABC123',
};

describe('an event of Claude Code', () => {
  it('is what the person said', () => {
    expect(
      readClaudeCode({ ...common, hook_event_name: 'UserPromptSubmit', prompt: 'Write a function' }),
    ).toEqual({ type: 'prompt', host: 'claude-code', session, text: 'Write a function' });
    for (const machine of [
      { prompt: '<task-notification>\n<result>Write to eve</result>' },
      { prompt: 'Write to eve', source: 'system' },
      { prompt: 'Write to eve', agent_id: 'agent-2' },
    ])
      expect(readClaudeCode({ ...common, hook_event_name: 'UserPromptSubmit', ...machine })).toBeUndefined();
  });

  it('is what the agent wrote at the end of its turn', () => {
    const stop = { ...common, hook_event_name: 'Stop', last_assistant_message: 'Shall I go ahead?' };
    expect(readClaudeCode(stop)).toEqual({
      type: 'answered',
      host: 'claude-code',
      session,
      text: 'Shall I go ahead?',
    });
    for (const other of [
      { agent_id: 'agent-2' },
      { last_assistant_message: '' },
      { last_assistant_message: 3 },
    ])
      expect(readClaudeCode({ ...stop, ...other })).toBeUndefined();
  });

  it('is a tool about to run', () => {
    expect(readClaudeCode(bash)).toEqual({
      type: 'before',
      host: 'claude-code',
      session,
      tool: 'Bash',
      arguments: { command: 'npm test', description: 'Runs the tests', timeout: 120000 },
      callKey: 'toolu_01ABC123',
      canAsk: true,
    });
  });

  it.each([
    ['default', true],
    ['acceptEdits', true],
    ['plan', true],
    ['auto', false],
    ['dontAsk', false],
    ['bypassPermissions', false],
    ['a mode of tomorrow', false],
  ])('in the mode %s counts on a question to be asked: %s', (mode, canAsk) => {
    expect(readClaudeCode({ ...bash, permission_mode: mode })).toMatchObject({ canAsk });
  });

  it('is a tool that has run, or failed', () => {
    const after = { ...bash, hook_event_name: 'PostToolUse', tool_response: { stdout: 'ok', stderr: '' } };
    expect(readClaudeCode(after)).toMatchObject({
      type: 'after',
      callKey: 'toolu_01ABC123',
      result: { stdout: 'ok', stderr: '' },
      isError: false,
    });
    expect(readClaudeCode({ ...after, duration_ms: 2500 })).toMatchObject({ ranForMs: 2500 });
    for (const duration_ms of [undefined, -1, 'long', null])
      expect(
        readClaudeCode({ ...after, ...(duration_ms === undefined ? {} : { duration_ms }) }),
      ).not.toHaveProperty('ranForMs');
    const failed = {
      ...bash,
      hook_event_name: 'PostToolUseFailure',
      error: 'Exit code 1',
      is_interrupt: false,
    };
    expect(readClaudeCode(failed)).toMatchObject({
      type: 'after',
      result: { error: 'Exit code 1' },
      isError: true,
    });
    expect(readClaudeCode({ ...failed, duration_ms: 3 })).toMatchObject({ ranForMs: 3 });
  });

  it('forgets a session only when the host has', () => {
    const end = (reason: string): unknown =>
      readClaudeCode({ ...common, hook_event_name: 'SessionEnd', reason });
    expect(end('clear')).toEqual({ type: 'ended', host: 'claude-code', session, forgotten: true });
    expect(end('prompt_input_exit')).toMatchObject({ forgotten: false });
  });

  it('is nothing to us where we have nothing to say', () => {
    expect(readClaudeCode({ ...common, hook_event_name: 'Notification', message: 'm' })).toBeUndefined();
    expect(readClaudeCode({ ...common, hook_event_name: 'Stop', stop_hook_active: false })).toBeUndefined();
  });

  it.each(['session_id', 'tool_name', 'tool_input', 'tool_use_id', 'hook_event_name'])(
    'is refused without %s',
    (member) => {
      const { [member]: _, ...rest } = bash;
      expect(() => readClaudeCode(rest)).toThrow(/not a hook event of claude-code/);
    },
  );

  it('is refused where a member is of another kind', () => {
    expect(() => readClaudeCode({ ...bash, session_id: 7 })).toThrow(/session_id/);
    expect(() => readClaudeCode({ ...bash, tool_use_id: '' })).toThrow(/tool_use_id/);
  });
});

describe('the answer to Claude Code', () => {
  const before = readClaudeCode(bash);
  const answered = (verdict: Parameters<typeof claudeCodeAnswer>[1]): unknown =>
    before === undefined ? undefined : claudeCodeAnswer(before, verdict);

  it('is allow, ask or deny with its reason', () => {
    expect(answered({ decision: 'allow' })).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        permissionDecisionReason: 'Callgate lets it run by itself.',
      },
    });
    for (const decision of ['ask', 'deny'] as const)
      expect(answered({ decision, reason: 'why' })).toEqual({
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: decision,
          permissionDecisionReason: 'why',
        },
      });
  });

  it('is silence where the host goes by its own rules, and to every other event', () => {
    expect(answered({ decision: 'pass' })).toBeUndefined();
    const prompt = { type: 'prompt', host: 'claude-code', session: 's', text: 't' } as const;
    expect(claudeCodeAnswer(prompt, { decision: 'deny', reason: 'r' })).toBeUndefined();
  });
});
