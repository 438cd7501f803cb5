import { isPersonsPrompt } from '@callgate/core/host-tools';
import type { Finished, Gate, Stopped, DispatchResult } from '@callgate/gate';
import type { Who } from '../host/host.ts';
import { asJson } from '../host/host.ts';
import { letOutOf } from '../host/let-out.ts';
import { whyNot } from '../host/error-text.ts';
import { hearWords } from '../host/words.ts';
import type {
  Invocation,
  PostToolUseFailureInput,
  PostToolUseInput,
  PostToolUseOutput,
  PreToolUseOutput,
  PromptInput,
  ToolHookInput,
} from './shapes.ts';
import type { CopilotHost } from './tool-request.ts';
import { namedRequest } from './tool-request.ts';

/**
 * For `onPreToolUse`. The hook is not told which call it is about, so it says nothing but that leave must be asked for;
 * the runtime would not ask about everything by itself, as for tools that call themselves read-only.
 */
export const onPreToolUse = (): (() => Promise<PreToolUseOutput>) => async () => ({
  permissionDecision: 'ask',
  permissionDecisionReason: 'the gate decides',
});

const settled = async (
  gate: Gate,
  host: CopilotHost,
  { toolName, toolArgs }: ToolHookInput,
  told: DispatchResult,
): Promise<Finished | Stopped | undefined> => {
  const letOut = letOutOf(gate);
  const request = namedRequest(gate, host, toolName, toolArgs);
  const out = letOut.takeAlike(host, request);
  // its own function has settled it
  if (out === undefined && letOut.isRunHere(host, request)) return undefined;
  return await letOut.ran(host, out, request, told);
};

const withheld = (why: string): PostToolUseOutput => {
  const text = `the answer is withheld: ${why}`;
  return { modifiedResult: { textResultForLlm: text, resultType: 'failure', error: text } };
};

const released = (finished: Finished | Stopped | undefined): PostToolUseOutput | undefined => {
  if (finished === undefined) return undefined;
  if ('reasons' in finished) return withheld(finished.reasons.join('; '));
  return finished.answer.type === 'result' ? undefined : withheld(finished.answer.message);
};

/** For `onPostToolUse`: settles what the runtime ran. Of an answer that could not be recorded the model gets nothing. */
export const onPostToolUse =
  (gate: Gate, host: CopilotHost) =>
  async (input: PostToolUseInput): Promise<PostToolUseOutput | undefined> => {
    try {
      const { toolTelemetry: _, ...result }: PostToolUseInput['toolResult'] & { toolTelemetry?: unknown } =
        input.toolResult;
      return released(await settled(gate, host, input, { type: 'result', result: asJson(result) }));
    } catch (error) {
      return withheld(whyNot(error));
    }
  };

/** For `onPostToolUseFailure`: a tool that answered with an error has run. */
export const onPostToolUseFailure =
  (gate: Gate, host: CopilotHost) =>
  async (input: PostToolUseFailureInput): Promise<undefined> => {
    await settled(gate, host, input, { type: 'result', result: { error: input.error }, isError: true });
  };

/**
 * For `onUserPromptSubmitted`: hears what the person says. What an agent writes to another is nobody's word, and neither
 * is what the runtime says about agents in the background.
 */
export const onUserPromptSubmitted =
  (gate: Gate, who: Who) =>
  async ({ sessionId, prompt }: PromptInput, invocation: Invocation): Promise<undefined> => {
    if (sessionId === invocation.sessionId && isPersonsPrompt(prompt)) await hearWords(gate, who, [prompt]);
  };

/** For `onSessionEnd`, which comes at the end of each turn. */
export const onSessionEnd =
  (gate: Gate, who: Who) =>
  async ({ sessionId }: { readonly sessionId: string }, invocation: Invocation): Promise<undefined> => {
    if (sessionId === invocation.sessionId) await letOutOf(gate).endTurn(who);
  };

/**
 * Call it when a session is over, however it ended. What was let out and never run has failed, and of a tool of the
 * runtime whose end was not seen nobody knows what came of it. Returns how many calls that were.
 */
export const endTurn = async (gate: Gate, who: Who): Promise<number> => {
  const letOut = letOutOf(gate);
  const ended = await letOut.endTurn(who);
  letOut.forgetTools(who);
  return ended;
};

export interface GateHooks {
  readonly onPreToolUse: ReturnType<typeof onPreToolUse>;
  readonly onPostToolUse: ReturnType<typeof onPostToolUse>;
  readonly onPostToolUseFailure: ReturnType<typeof onPostToolUseFailure>;
  readonly onUserPromptSubmitted: ReturnType<typeof onUserPromptSubmitted>;
  readonly onSessionEnd: ReturnType<typeof onSessionEnd>;
}

/** For `hooks` of a session: all that the gate needs besides `permissionHandler`. */
export const gateHooks = (gate: Gate, host: CopilotHost): GateHooks => ({
  onPreToolUse: onPreToolUse(),
  onPostToolUse: onPostToolUse(gate, host),
  onPostToolUseFailure: onPostToolUseFailure(gate, host),
  onUserPromptSubmitted: onUserPromptSubmitted(gate, host),
  onSessionEnd: onSessionEnd(gate, host),
});
