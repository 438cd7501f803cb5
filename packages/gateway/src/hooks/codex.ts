import type { Json, JsonObject } from '@callgate/core';
import { isUserPrompt } from '@callgate/core/host-tools';
import { z } from 'zod';
import type { HostEvent, HookVerdict } from './host-events.ts';
import { SESSION, TOOL_USE, readPayload, readStop, toolUseOf } from './host-events.ts';
import { unreadableMark } from './unreadable-mark.ts';

const HOST = 'codex';

const eventName = z.looseObject({ hook_event_name: z.string() });
const prompt = z.looseObject({ ...SESSION, prompt: z.string() });
const before = z.looseObject(TOOL_USE);
/** A tool has run whether or not the host says what it returned. */
const after = z.looseObject({
  ...TOOL_USE,
  tool_response: z.custom<Json>().default(unreadableMark('HOOK_PAYLOAD')),
});

/** A hook event of Codex; undefined for those that say nothing to us. It has none for the end of a session. */
export const readCodex = (payload: JsonObject): HostEvent | undefined => {
  const { hook_event_name: event } = readPayload(eventName, payload, HOST);
  switch (event) {
    case 'UserPromptSubmit': {
      const read = readPayload(prompt, payload, HOST);
      return isUserPrompt(read.prompt)
        ? { type: 'prompt', host: HOST, session: read.session_id, text: read.prompt }
        : undefined;
    }
    case 'PreToolUse':
      // Codex takes an `ask` for a fault of the hook and runs the tool
      return { type: 'before', ...toolUseOf(HOST, readPayload(before, payload, HOST)), canAsk: false };
    case 'PostToolUse': {
      const read = readPayload(after, payload, HOST);
      return { type: 'after', ...toolUseOf(HOST, read), result: read.tool_response, isError: false };
    }
    case 'Stop':
      return readStop(HOST, payload);
    default:
      return undefined;
  }
};

/** What Codex is answered: it knows a no and silence. An `allow` would be a fault of the hook, too. */
export const codexAnswer = (event: HostEvent, verdict: HookVerdict): JsonObject | undefined => {
  if (event.type !== 'before' || !('reason' in verdict)) return undefined;
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: verdict.reason,
    },
  };
};
