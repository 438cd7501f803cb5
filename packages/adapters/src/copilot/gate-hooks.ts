import { isUserPrompt } from '@callgate/core/host-tools';
import type { FinishedCall, Gate, StoppedCall, DispatchResult } from '@callgate/gate';
import { adapterMessages } from '@callgate/messages/adapter';
import type { ConversationRef } from '../host/host-options.ts';
import { toJson } from '../host/host-options.ts';
import { hostRunCallsOf } from '../host/host-run-calls.ts';
import { failureText } from '../host/error-text.ts';
import { recordUserTexts } from '../host/record-user-texts.ts';
import type {
  CopilotInvocationLike,
  CopilotPostToolUseFailureInput,
  CopilotPostToolUseInput,
  PostToolUseOutput,
  PreToolUseOutput,
  CopilotPromptInput,
  ToolHookInput,
} from './shapes.ts';
import type { CopilotHost } from './tool-request.ts';
import { requestByToolName } from './tool-request.ts';

/**
 * For `onPreToolUse`. The hook is not told which call it is about, so it says nothing but that leave must be asked for;
 * the runtime would not ask about everything by itself, as for tools that call themselves read-only.
 */
export const onPreToolUse = (): (() => Promise<PreToolUseOutput>) => async () => ({
  permissionDecision: 'ask',
  permissionDecisionReason: adapterMessages.answers.gateDecides,
});

const settleToolUse = async (
  gate: Gate,
  host: CopilotHost,
  { toolName, toolArgs }: ToolHookInput,
  told: DispatchResult,
): Promise<FinishedCall | StoppedCall | undefined> => {
  const letOut = hostRunCallsOf(gate);
  const request = requestByToolName(gate, host, toolName, toolArgs);
  const out = letOut.takeAlike(host, request);
  // its own function has settled it
  if (out === undefined && letOut.isRunHere(host, request)) return undefined;
  return await letOut.ran(host, out, request, told);
};

const withheldOutput = (why: string): PostToolUseOutput => {
  const text = adapterMessages.withheld({ reason: why });
  return { modifiedResult: { textResultForLlm: text, resultType: 'failure', error: text } };
};

const releasedOutput = (finished: FinishedCall | StoppedCall | undefined): PostToolUseOutput | undefined => {
  if (finished === undefined) return undefined;
  if ('reasons' in finished) return withheldOutput(finished.reasons.join('; '));
  return finished.answer.type === 'result' ? undefined : withheldOutput(finished.answer.message);
};

/** For `onPostToolUse`: settles what the runtime ran. Of an answer that could not be recorded the model gets nothing. */
export const onPostToolUse =
  (gate: Gate, host: CopilotHost) =>
  async (input: CopilotPostToolUseInput): Promise<PostToolUseOutput | undefined> => {
    try {
      const {
        toolTelemetry: _,
        ...result
      }: CopilotPostToolUseInput['toolResult'] & { toolTelemetry?: unknown } = input.toolResult;
      return releasedOutput(
        await settleToolUse(gate, host, input, { type: 'result', result: toJson(result) }),
      );
    } catch (error) {
      return withheldOutput(failureText(error));
    }
  };

/** For `onPostToolUseFailure`: a tool that answered with an error has run. */
export const onPostToolUseFailure =
  (gate: Gate, host: CopilotHost) =>
  async (input: CopilotPostToolUseFailureInput): Promise<undefined> => {
    await settleToolUse(gate, host, input, { type: 'result', result: { error: input.error }, isError: true });
  };

/**
 * For `onUserPromptSubmitted`: hears what the person says. What an agent writes to another is nobody's word, and neither
 * is what the runtime says about agents in the background.
 */
export const onUserPromptSubmitted =
  (gate: Gate, who: ConversationRef) =>
  async (
    { sessionId, prompt }: CopilotPromptInput,
    invocation: CopilotInvocationLike,
  ): Promise<undefined> => {
    if (sessionId === invocation.sessionId && isUserPrompt(prompt))
      await recordUserTexts(gate, who, [prompt]);
  };

/** For `onSessionEnd`, which comes at the end of each turn. */
export const onSessionEnd =
  (gate: Gate, who: ConversationRef) =>
  async (
    { sessionId }: { readonly sessionId: string },
    invocation: CopilotInvocationLike,
  ): Promise<undefined> => {
    if (sessionId === invocation.sessionId) await hostRunCallsOf(gate).endTurn(who);
  };

/**
 * Call it when a session is over, however it ended. What was let out and never run has failed, and of a tool of the
 * runtime whose end was not seen nobody knows what came of it. Returns how many calls that were.
 */
export const endTurn = async (gate: Gate, who: ConversationRef): Promise<number> => {
  const letOut = hostRunCallsOf(gate);
  const ended = await letOut.endTurn(who);
  letOut.forgetTools(who);
  return ended;
};

export interface CopilotGateHooks {
  readonly onPreToolUse: ReturnType<typeof onPreToolUse>;
  readonly onPostToolUse: ReturnType<typeof onPostToolUse>;
  readonly onPostToolUseFailure: ReturnType<typeof onPostToolUseFailure>;
  readonly onUserPromptSubmitted: ReturnType<typeof onUserPromptSubmitted>;
  readonly onSessionEnd: ReturnType<typeof onSessionEnd>;
}

/** For `hooks` of a session: all that the gate needs besides `permissionHandler`. */
export const gateHooks = (gate: Gate, host: CopilotHost): CopilotGateHooks => ({
  onPreToolUse: onPreToolUse(),
  onPostToolUse: onPostToolUse(gate, host),
  onPostToolUseFailure: onPostToolUseFailure(gate, host),
  onUserPromptSubmitted: onUserPromptSubmitted(gate, host),
  onSessionEnd: onSessionEnd(gate, host),
});
