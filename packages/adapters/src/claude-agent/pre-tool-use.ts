import type { Gate } from '@callgate/gate';
import type { Admission } from '../host/admit.ts';
import { isBegun, notNow, waitingReason } from '../host/admit.ts';
import { inOrder } from '../host/in-order.ts';
import { letOutOf, sameCall } from '../host/let-out.ts';
import type { ToolRequest } from '../host/host.ts';
import { whyNot } from '../host/why-not.ts';
import type { Hook, HookInputLike, HookOutput, PreToolUseInput } from './shapes.ts';
import type { ClaudeHost } from './tool-request.ts';
import { toolRequest } from './tool-request.ts';

const isPreToolUse = (input: HookInputLike): input is PreToolUseInput =>
  input.hook_event_name === 'PreToolUse';

type Word = 'allow' | 'deny' | 'ask';

const answer = (permissionDecision: Word, permissionDecisionReason: string): HookOutput => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason },
});

/** The judged arguments, for the host to run with. */
export const judgedInput = ({ arguments: judged }: ToolRequest): Record<string, unknown> =>
  structuredClone(judged);

const allowed = (request: ToolRequest): HookOutput => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'allow',
    updatedInput: judgedInput(request),
  },
});

const decided = async (gate: Gate, host: ClaudeHost, input: PreToolUseInput): Promise<HookOutput> => {
  const { tool_name, tool_input, tool_use_id, mcp_server, agent_id } = input;
  const use = { tool: tool_name, input: tool_input, id: tool_use_id, server: mcp_server };
  const request = toolRequest(host, use);
  const letOut = letOutOf(gate);
  // a hook that is installed twice speaks twice
  const known = letOut.get(host, tool_use_id);
  if (known !== undefined && sameCall(known.request, request)) return allowed(request);
  const admission: Admission = await inOrder(gate, host, () => gate.begin(request));
  if (isBegun(admission)) {
    letOut.keep(host, { begun: admission, request, agent: agent_id });
    return allowed(request);
  }
  return admission.state === 'held'
    ? answer('ask', waitingReason(admission))
    : answer('deny', notNow(admission).message);
};

/**
 * For `PreToolUse`: decides about every call, in every permission mode. What may run by itself is let out here, what
 * needs people is asked about through `canUseTool`, what could not be decided does not run.
 */
export const preToolUse =
  (gate: Gate, host: ClaudeHost): Hook =>
  async (input) => {
    if (!isPreToolUse(input)) return {};
    try {
      return await decided(gate, host, input);
    } catch (error) {
      return answer('deny', `not run: ${whyNot(error)}`);
    }
  };
