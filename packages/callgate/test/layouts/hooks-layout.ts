import { randomUUID } from 'node:crypto';
import type { Json, JsonObject } from '@callgate/core';
import type { CallAnswer, LayoutOptions } from './layout.ts';
import type { InitLayout } from './init-layout.ts';
import { openInitLayout } from './init-layout.ts';
import { BIN } from '../fixtures/run-callgate.ts';

/** What the hook answered before a tool of the host; `pass` where it said nothing and the host goes on. */
export interface HookAnswer {
  readonly decision: 'pass' | 'allow' | 'ask' | 'deny';
  readonly reason: string;
}

export interface HooksLayout extends InitLayout {
  /** The host's own id of its session. */
  readonly session: string;
  readonly say: (text: string) => Promise<void>;
  /** One of the host's own tools is about to run. With `result` it ran, and the hook is told. */
  hostTool(tool: string, input: JsonObject, result?: Json): Promise<HookAnswer>;
  /** Tells the hook an event of the host's session. */
  event(name: string, more: JsonObject): Promise<string>;
}

/** The layout of `init` in a host that has hooks as well: Claude Code. */
export const openHooksLayout = async (options: LayoutOptions): Promise<HooksLayout> => {
  const layout = await openInitLayout(options);
  const session = randomUUID();
  const startsHooks = options.startsHooks === true || process.env['CALLGATE_DEEP'] === '1';
  const words = ['hook', 'claude-code', '--policy', options.policy ?? 'balanced', '--idle', '60s'];
  const event = async (name: string, more: JsonObject): Promise<string> => {
    const payload = { session_id: session, cwd: layout.folder, hook_event_name: name, ...more };
    const input = JSON.stringify(payload);
    const { code, out, err } = startsHooks
      ? await layout.host.run([process.execPath, BIN, ...words], layout.folder, input)
      : await layout.host.hook(words, layout.folder, input);
    if (code !== 0) throw new Error(`the hook ended with ${code}: ${err}`);
    return out;
  };
  const before = async (use: JsonObject): Promise<HookAnswer> => {
    const out = await event('PreToolUse', { permission_mode: 'default', ...use });
    if (out.trim() === '') return { decision: 'pass', reason: '' };
    const { hookSpecificOutput } = JSON.parse(out) as {
      readonly hookSpecificOutput: {
        readonly permissionDecision: 'allow' | 'ask' | 'deny';
        readonly permissionDecisionReason: string;
      };
    };
    return {
      decision: hookSpecificOutput.permissionDecision,
      reason: hookSpecificOutput.permissionDecisionReason,
    };
  };
  const after = async (use: JsonObject, result: Json): Promise<void> => {
    await event('PostToolUse', { ...use, tool_response: result });
  };
  return {
    ...layout,
    name: 'hooks',
    session,
    event,
    say: async (prompt) => {
      await event('UserPromptSubmit', { prompt });
    },
    hostTool: async (tool, input, result) => {
      const use = { tool_name: tool, tool_input: input, tool_use_id: randomUUID() };
      const verdict = await before(use);
      if (result !== undefined && verdict.decision !== 'deny') await after(use, result);
      return verdict;
    },
    call: async (server, tool, args): Promise<CallAnswer> => {
      await layout.host.connect(server);
      const use = { tool_name: `mcp__${server}__${tool}`, tool_input: args, tool_use_id: randomUUID() };
      const verdict = await before(use);
      if (verdict.decision === 'deny') return { text: verdict.reason, isError: true, ran: false };
      const answer = await layout.call(server, tool, args);
      await after(use, answer.text);
      return answer;
    },
  };
};
