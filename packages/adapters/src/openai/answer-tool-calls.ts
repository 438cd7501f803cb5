import type { Gate } from '@callgate/gate';
import { adapterMessages } from '@callgate/messages/adapter';
import type { ToolHandlers, ModelCall } from '../host/model-call.ts';
import { answerModelCalls } from '../host/model-call.ts';
import type { WaitingHostOptions } from '../host/run-with-approval.ts';
import { errorText, resultText } from '../host/error-text.ts';

export type ChatToolCall =
  | {
      readonly type: 'function';
      readonly id: string;
      readonly function: { readonly name: string; readonly arguments: string };
    }
  | {
      readonly type: 'custom';
      readonly id: string;
      readonly custom: { readonly name: string; readonly input: string };
    };

/** The assistant's message. */
export interface ChatMessageLike {
  readonly tool_calls?: readonly ChatToolCall[] | null | undefined;
}

/** A choice of the answer: the message, and why the model stopped. */
export interface ChatChoiceLike {
  readonly message: ChatMessageLike;
  readonly finish_reason?: string | null | undefined;
}

/** The answer to one tool call, for the end of the history. */
export interface ChatToolMessage {
  role: 'tool';
  tool_call_id: string;
  content: string;
}

/** Why a model stops that has said all it had to say. */
const WHOLE: ReadonlySet<string> = new Set(['stop', 'tool_calls', 'function_call']);

const callOf = (call: ChatToolCall, whole: boolean): ModelCall => ({
  id: call.id,
  ...(call.type === 'custom'
    ? { name: call.custom.name, input: { value: { input: call.custom.input } } }
    : { name: call.function.name, input: { text: call.function.arguments } }),
  ...(whole ? {} : { unusable: adapterMessages.answers.cutOff }),
});

/**
 * Answers all tool calls of a choice: judged in their order, then run side by side. Put the messages after the
 * assistant's. A call that may not run is answered with the reason; so are all where the model was cut off, because
 * what is left of a call may read as a whole one.
 */
export const answerToolCalls = async (
  gate: Gate,
  host: WaitingHostOptions,
  { message: { tool_calls: calls }, finish_reason: reason }: ChatChoiceLike,
  handlers: ToolHandlers,
  signal?: AbortSignal,
): Promise<ChatToolMessage[]> => {
  const asked = calls ?? [];
  const came = await answerModelCalls(
    gate,
    host,
    asked.map((call) => callOf(call, WHOLE.has(reason ?? 'stop'))),
    handlers,
    signal,
  );
  return came.map((one, at) => ({
    role: 'tool',
    tool_call_id: asked[at]?.id ?? '',
    content: one.type === 'error' ? errorText(one.error) : resultText(one.value),
  }));
};
