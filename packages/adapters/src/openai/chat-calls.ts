import type { Gate } from '@callgate/gate';
import type { Handlers, ModelCall } from '../host/model-call.ts';
import { answerModelCalls } from '../host/model-call.ts';
import type { HoldingHost } from '../host/run-held.ts';
import { errorText, resultText } from '../host/told.ts';

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

/** The answer to one tool call, for the end of the history. */
export interface ChatToolMessage {
  role: 'tool';
  tool_call_id: string;
  content: string;
}

const callOf = (call: ChatToolCall): ModelCall =>
  call.type === 'custom'
    ? { name: call.custom.name, id: call.id, input: { value: { input: call.custom.input } } }
    : { name: call.function.name, id: call.id, input: { text: call.function.arguments } };

/**
 * Answers all tool calls of a chat message: judged in their order, then run side by side. Put the messages after the
 * assistant's. A call that may not run is answered with the reason.
 */
export const answerToolCalls = async (
  gate: Gate,
  host: HoldingHost,
  { tool_calls: calls }: ChatMessageLike,
  handlers: Handlers,
  signal?: AbortSignal,
): Promise<ChatToolMessage[]> => {
  const asked = calls ?? [];
  const came = await answerModelCalls(gate, host, asked.map(callOf), handlers, signal);
  return came.map((one, at) => ({
    role: 'tool',
    tool_call_id: asked[at]?.id ?? '',
    content: one.type === 'error' ? errorText(one.error) : resultText(one.value),
  }));
};
