import type { Json } from '@callgate/core';
import { CallgateError, canonical } from '@callgate/core';
import type { FinishedCall, Gate, StoppedCall, DispatchResult } from '@callgate/gate';
import { adapterMessages } from '@callgate/messages/adapter';
import { toJson } from '../host/host-options.ts';
import { hostRunCallsOf } from '../host/host-run-calls.ts';
import { failureText } from '../host/error-text.ts';
import type {
  Hook,
  HookInputLike,
  HookOutput,
  ClaudePostToolUseFailureInput,
  ClaudePostToolUseInput,
} from './shapes.ts';
import type { ClaudeHost } from './tool-request.ts';
import { toolRequest } from './tool-request.ts';

const isPostToolUse = (input: HookInputLike): input is ClaudePostToolUseInput =>
  input.hook_event_name === 'PostToolUse';

const isFailure = (input: HookInputLike): input is ClaudePostToolUseFailureInput =>
  input.hook_event_name === 'PostToolUseFailure';

const settleToolUse = async (
  gate: Gate,
  host: ClaudeHost,
  input: ClaudePostToolUseInput | ClaudePostToolUseFailureInput,
  told: DispatchResult,
): Promise<FinishedCall | StoppedCall | undefined> => {
  const { tool_name, tool_input, tool_use_id, mcp_server } = input;
  const use = { tool: tool_name, input: tool_input, id: tool_use_id, server: mcp_server };
  const request = toolRequest(host, use);
  const letOut = hostRunCallsOf(gate);
  // its own function has settled it
  if (letOut.wasRunHere(host, tool_use_id)) return undefined;
  return await letOut.ran(host, letOut.take(host, tool_use_id), request, told);
};

/** The same shape with other texts: Claude Code ignores an answer that has not the shape of the tool's own. */
const replaceTexts = (value: unknown, text: string, key = ''): unknown => {
  if (typeof value === 'string') return key === 'type' ? value : text;
  if (Array.isArray(value)) return value.map((item: unknown) => replaceTexts(item, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, replaceTexts(item, text, name)]),
  );
};

const replacedOutput = (updatedToolOutput: unknown): HookOutput => ({
  hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput },
});

const withheldOutput = (response: unknown, why: string): HookOutput =>
  replacedOutput(replaceTexts(response, adapterMessages.withheld({ reason: why })));

const isSameJson = (one: Json, other: Json): boolean => canonical(one) === canonical(other);

const releasedOutput = (
  response: unknown,
  result: Json,
  finished: FinishedCall | StoppedCall | undefined,
): HookOutput => {
  if (finished === undefined) return {};
  if ('reasons' in finished) return withheldOutput(response, finished.reasons.join('; '));
  const { answer } = finished;
  if (answer.type !== 'result') return withheldOutput(response, answer.message);
  return isSameJson(answer.result, result) ? {} : replacedOutput(answer.result);
};

/**
 * For `PostToolUse`: settles what ran. The model gets what was recorded; of an answer that could not be recorded it gets
 * nothing, and the agent stops.
 */
export const postToolUse =
  (gate: Gate, host: ClaudeHost): Hook =>
  async (input) => {
    if (!isPostToolUse(input)) return {};
    const { tool_response: response } = input;
    try {
      const result = toJson(response);
      return releasedOutput(
        response,
        result,
        await settleToolUse(gate, host, input, { type: 'result', result }),
      );
    } catch (error) {
      const why = failureText(error);
      return {
        continue: false,
        stopReason: adapterMessages.notRecorded({ reason: why }),
        ...withheldOutput(response, why),
      };
    }
  };

/** For `PostToolUseFailure`: a tool that answered with an error has run; of one that was interrupted nobody knows. */
export const postToolUseFailure =
  (gate: Gate, host: ClaudeHost): Hook =>
  async (input) => {
    if (!isFailure(input)) return {};
    const { error, is_interrupt } = input;
    const told: DispatchResult =
      is_interrupt === true
        ? { type: 'unknown', message: adapterMessages.outcome.hostInterrupted({ problem: error }) }
        : { type: 'result', result: { error }, isError: true };
    try {
      await settleToolUse(gate, host, input, told);
      return {};
    } catch (cause) {
      if (cause instanceof CallgateError && cause.code === 'SETTLED_TWICE') return {};
      return { continue: false, stopReason: adapterMessages.notRecorded({ reason: failureText(cause) }) };
    }
  };
