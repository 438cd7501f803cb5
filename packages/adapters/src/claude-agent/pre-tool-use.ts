import type { Gate } from '@callgate/gate';
import { isDispatchable } from '@callgate/gate';
import { adapterMessages } from '@callgate/messages/adapter';
import type { Admission } from '../host/admit.ts';
import { notRunError, waitingReason } from '../host/admit.ts';
import { isWaitingForPeople } from '../host/ask-people-anyway.ts';
import type { ToolRequest } from '../host/host-options.ts';
import { runInOrder } from '../host/run-in-order.ts';
import { hostRunCallsOf, isSameCall } from '../host/host-run-calls.ts';
import { failureText } from '../host/error-text.ts';
import type { Hook, HookInputLike, HookOutput, PreToolUseInput } from './shapes.ts';
import type { ClaudeHost } from './tool-request.ts';
import { toolRequest } from './tool-request.ts';

const isPreToolUse = (input: HookInputLike): input is PreToolUseInput =>
  input.hook_event_name === 'PreToolUse';

type PermissionDecision = 'allow' | 'deny' | 'ask';

const decisionOutput = (
  permissionDecision: PermissionDecision,
  permissionDecisionReason: string,
): HookOutput => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason },
});

/** The judged arguments, for the host to run with. */
export const judgedInput = ({ arguments: judged }: ToolRequest): Record<string, unknown> =>
  structuredClone(judged);

/** Without `updatedInput`: for a tool that asks the person, Claude Code would take it for the person's answer. */
const ALLOWED: HookOutput = {
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' },
};

const isRepeatedCall = (admission: Admission): boolean =>
  'code' in admission && admission.code === 'CALL_TWICE';

const judgeToolUse = async (
  gate: Gate,
  host: ClaudeHost,
  request: ToolRequest,
  { hook, agent }: { readonly hook: object; readonly agent: string | undefined },
): Promise<Admission | 'allowed'> => {
  const letOut = hostRunCallsOf(gate);
  const known = letOut.get(host, request.key);
  // a hook that is installed twice speaks twice about one run; the same hook again means another
  if (known?.told !== undefined && !known.told.has(hook) && isSameCall(known.request, request)) {
    known.told.add(hook);
    return 'allowed';
  }
  const admission: Admission = await gate.begin(request);
  if (!isDispatchable(admission)) return admission;
  letOut.keep(host, { begun: admission, request, agent, told: new Set([hook]) });
  return 'allowed';
};

const decideToolUse = async (
  gate: Gate,
  host: ClaudeHost,
  input: PreToolUseInput,
  hook: object,
): Promise<HookOutput> => {
  const { tool_name, tool_input, tool_use_id, mcp_server, agent_id: agent } = input;
  const use = { tool: tool_name, input: tool_input, id: tool_use_id, server: mcp_server };
  const request = toolRequest(host, use);
  const admission = await runInOrder(gate, host, () => judgeToolUse(gate, host, request, { hook, agent }));
  if (admission === 'allowed' || isDispatchable(admission)) return { ...ALLOWED };
  if (admission.state === 'held') return decisionOutput('ask', waitingReason(admission));
  return isRepeatedCall(admission) && (await isWaitingForPeople(gate, host, request))
    ? decisionOutput('ask', adapterMessages.answers.hostRuleAsks)
    : decisionOutput('deny', notRunError(admission).message);
};

/**
 * For `PreToolUse`: decides about every call, in every permission mode. What may run by itself is let out here, what
 * needs people is asked about through `canUseTool`, what could not be decided does not run.
 */
export const preToolUse = (gate: Gate, host: ClaudeHost): Hook => {
  const hook: Hook = async (input) => {
    if (!isPreToolUse(input)) return {};
    try {
      return await decideToolUse(gate, host, input, hook);
    } catch (error) {
      return decisionOutput('deny', adapterMessages.notRun({ reason: failureText(error) }));
    }
  };
  return hook;
};
