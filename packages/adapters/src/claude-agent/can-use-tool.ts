import { isUserQuestionTool } from '@callgate/core/host-tools';
import type { Gate } from '@callgate/gate';
import { isDispatchable } from '@callgate/gate';
import { adapterMessages } from '@callgate/messages/adapter';
import type { Admission } from '../host/admit.ts';
import { notRunError } from '../host/admit.ts';
import {
  askPeopleAnyway,
  isWaitingForPeople,
  settleNotSent,
  resumeAsked,
} from '../host/ask-people-anyway.ts';
import { errorText, failureText } from '../host/error-text.ts';
import type { ToolRequest } from '../host/host-options.ts';
import type { HostRunCall } from '../host/host-run-calls.ts';
import { hostRunCallsOf } from '../host/host-run-calls.ts';
import { admitOrWait } from '../host/run-with-approval.ts';
import { judgedInput } from './pre-tool-use.ts';
import type { CanUseToolLike, CanUseToolOptions, PermissionResultLike } from './shapes.ts';
import type { ClaudeHost, ClaudeToolUse } from './tool-request.ts';
import { BUILT_IN, hostFor, toolRequest } from './tool-request.ts';

export interface InteractOptions {
  /**
   * How the program asks its person itself, for the tools of Claude Code that are questions (`AskUserQuestion`, `ExitPlanMode`).
   * It answers as `canUseTool` does, with the person's answers in `updatedInput`.
   */
  readonly interact?: InteractLike;
}

export type InteractLike = (
  toolName: string,
  input: Record<string, unknown>,
  options: CanUseToolOptions,
) => Promise<
  | { readonly behavior: 'allow'; readonly updatedInput?: Record<string, unknown> | undefined }
  | { readonly behavior: 'deny'; readonly message: string }
>;

const admitToolUse = async (
  gate: Gate,
  host: ClaudeHost,
  request: ToolRequest,
  signal: AbortSignal,
): Promise<Admission> => {
  const here = hostFor(host, request.server);
  const out = hostRunCallsOf(gate).take(host, request.key);
  // the gate had nothing against it, and a rule of the host wants a person asked all the same
  if (out !== undefined)
    return await askPeopleAnyway(gate, here, out, {
      request,
      why: adapterMessages.answers.hostRuleAsks,
      signal,
    });
  return (await isWaitingForPeople(gate, host, request))
    ? await resumeAsked(gate, here, request, signal)
    : await admitOrWait(gate, here, request, { signal });
};

const permissionResult = async (
  gate: Gate,
  host: ClaudeHost,
  request: ToolRequest,
  { admission, agent }: { readonly admission: Admission; readonly agent: string | undefined },
): Promise<PermissionResultLike> => {
  if (isDispatchable(admission)) {
    hostRunCallsOf(gate).keep(host, { begun: admission, request, agent, byPeople: true });
    return { behavior: 'allow', updatedInput: judgedInput(request) };
  }
  return {
    behavior: 'deny',
    message: errorText(notRunError(admission)),
    ...(admission.state === 'refused' ? { decisionClassification: 'user_reject' } : {}),
  };
};

/** A question to the person, whom the gate has let the model ask: a vote at the gate would answer nothing. */
const isQuestion = ({ server, name }: ToolRequest, { interact }: InteractOptions): boolean =>
  server === BUILT_IN &&
  isUserQuestionTool('claude-code', name) &&
  (interact !== undefined || name === 'AskUserQuestion');

/** What the program's person answers is in the arguments, so that these are judged again. */
const answerQuestion = async (
  gate: Gate,
  host: ClaudeHost,
  { use, out, interact, options }: PersonQuestion,
): Promise<PermissionResultLike> => {
  await settleNotSent(gate, out, adapterMessages.outcome.personFirst);
  const nobody = adapterMessages.notRun({ reason: adapterMessages.answers.cannotAsk });
  if (interact === undefined) return { behavior: 'deny', message: nobody };
  const given = await interact(use.tool, judgedInput(out.request), options);
  if (given.behavior === 'deny')
    return { behavior: 'deny', message: given.message, decisionClassification: 'user_reject' };
  const request = toolRequest(host, { ...use, input: given.updatedInput ?? use.input });
  const again = { ...request, key: `${use.id}:answered` };
  const { signal, agentID: agent } = options;
  const admission = await admitOrWait(gate, hostFor(host, request.server), again, { signal });
  return await permissionResult(gate, host, request, { admission, agent });
};

interface PersonQuestion extends InteractOptions {
  readonly use: ClaudeToolUse;
  readonly out: HostRunCall;
  readonly options: CanUseToolOptions;
}

/**
 * For `canUseTool`: waits for people inside the turn. What still waits after `waitMs` stays held, and the same call later
 * takes the approval up. Rules of the host that would let calls pass for ever are never written.
 */
export const canUseTool =
  (gate: Gate, host: ClaudeHost, asking: InteractOptions = {}): CanUseToolLike =>
  async (toolName, input, options) => {
    try {
      const { toolUseID: id, mcpServer: server, signal, agentID: agent } = options;
      const use = { tool: toolName, input, id, server };
      const request = toolRequest(host, use);
      const letOut = hostRunCallsOf(gate);
      const out = isQuestion(request, asking) ? letOut.take(host, id) : undefined;
      if (out !== undefined) return await answerQuestion(gate, host, { use, out, options, ...asking });
      const admission = await admitToolUse(gate, host, request, signal);
      return await permissionResult(gate, host, request, { admission, agent });
    } catch (error) {
      return { behavior: 'deny', message: adapterMessages.notRun({ reason: failureText(error) }) };
    }
  };
