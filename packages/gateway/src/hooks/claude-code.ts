import type { Json, JsonObject } from '@callgate/core';
import { isUserPrompt } from '@callgate/core/host-tools';
import { agentMessages } from '@callgate/messages/agent';
import { z } from 'zod';
import type { HostEvent, HookVerdict } from './host-events.ts';
import { SESSION, TOOL_USE, readPayload, readStop, toolUseOf } from './host-events.ts';
import { isUnreadable, unreadableMark } from './unreadable-mark.ts';

const HOST = 'claude-code';

/** In the other modes an `ask` is approved by the host itself and nobody sees it. */
const ASKING_MODES: ReadonlySet<string> = new Set(['default', 'acceptEdits', 'plan']);

/** A tool has run whether or not the host says what it returned. */
const any = z.custom<Json>().default(unreadableMark('HOOK_PAYLOAD'));
const eventName = z.looseObject({ hook_event_name: z.string() });
const prompt = z.looseObject({
  ...SESSION,
  prompt: z.string(),
  source: z.string().nullish(),
  agent_id: z.string().nullish(),
});
const before = z.looseObject({ ...TOOL_USE, permission_mode: z.string().optional() });
// from 2.1.119 on; without permission prompts and other hooks
const duration_ms = z.number().min(0).optional().catch(undefined);
const after = z.looseObject({ ...TOOL_USE, tool_response: any, duration_ms });
const failed = z.looseObject({ ...TOOL_USE, error: any, duration_ms });
const ranFor = (ms: number | undefined): { readonly ranForMs?: number } =>
  ms === undefined ? {} : { ranForMs: ms };
/** The model begins with nothing before it. After every other start it may have read anything. */
const NEW_SOURCES: ReadonlySet<string> = new Set(['startup', 'clear']);
const started = z.looseObject({ ...SESSION, source: z.string().nullish().catch(undefined) });
const ended = z.looseObject({ ...SESSION, reason: z.string().optional() });

/** A hook event of Claude Code; undefined for those that say nothing to us. */
export const readClaudeCode = (payload: JsonObject): HostEvent | undefined => {
  const { hook_event_name: event } = readPayload(eventName, payload, HOST);
  switch (event) {
    case 'UserPromptSubmit': {
      const read = readPayload(prompt, payload, HOST);
      // notices of agents in the background come as prompts, and are nobody's words
      return (read.agent_id ?? '') === '' && isUserPrompt(read.prompt, read.source ?? undefined)
        ? { type: 'prompt', host: HOST, session: read.session_id, text: read.prompt }
        : undefined;
    }
    case 'PreToolUse': {
      const read = readPayload(before, payload, HOST);
      return {
        type: 'before',
        ...toolUseOf(HOST, read),
        canAsk: read.permission_mode === undefined || ASKING_MODES.has(read.permission_mode),
      };
    }
    case 'PostToolUse': {
      const read = readPayload(after, payload, HOST);
      return {
        type: 'after',
        ...toolUseOf(HOST, read),
        result: read.tool_response,
        isError: false,
        ...ranFor(read.duration_ms),
      };
    }
    case 'PostToolUseFailure': {
      const read = readPayload(failed, payload, HOST);
      return {
        type: 'after',
        ...toolUseOf(HOST, read),
        result: isUnreadable(read.error) ? read.error : { error: read.error },
        isError: true,
        ...ranFor(read.duration_ms),
      };
    }
    case 'SessionStart': {
      const read = readPayload(started, payload, HOST);
      return NEW_SOURCES.has(read.source ?? '')
        ? undefined
        : { type: 'resumed', host: HOST, session: read.session_id };
    }
    case 'SessionEnd': {
      const read = readPayload(ended, payload, HOST);
      // after every other end the session can be resumed with all that the model has read in it
      return { type: 'ended', host: HOST, session: read.session_id, forgotten: read.reason === 'clear' };
    }
    case 'Stop':
      return readStop(HOST, payload);
    default:
      return undefined;
  }
};

/** What Claude Code is answered; undefined where there is nothing to say, and its own rules go on. */
export const claudeCodeAnswer = (event: HostEvent, verdict: HookVerdict): JsonObject | undefined => {
  if (event.type !== 'before' || verdict.decision === 'pass') return undefined;
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: verdict.decision,
      permissionDecisionReason: 'reason' in verdict ? verdict.reason : agentMessages.hooks.runs,
    },
  };
};
