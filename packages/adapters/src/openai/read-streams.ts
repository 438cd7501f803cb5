import { CallgateError } from '@callgate/core';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import type { ChatToolCall } from './answer-tool-calls.ts';
import type { ResponseLike } from './shapes.ts';

/** An event of a streamed response. */
export interface ResponseEventLike {
  readonly type: string;
}

const responseIn = (event: ResponseEventLike): ResponseLike | undefined => {
  if (event.type !== 'response.completed' || !('response' in event)) return undefined;
  const { response } = event;
  if (typeof response !== 'object' || response === null || !('output' in response)) return undefined;
  return Array.isArray(response.output) ? (response as ResponseLike) : undefined;
};

/**
 * Reads a streamed response to its end: calls are judged only once they are whole. Throws where the stream ended before
 * the response did. `on` gets every event as it comes.
 */
export const readResponseStream = async <E extends ResponseEventLike>(
  events: AsyncIterable<E>,
  on?: (event: E) => void,
): Promise<CompletedResponse<E>> => {
  let completed: ResponseLike | undefined;
  for await (const event of events) {
    on?.(event);
    completed = responseIn(event) ?? completed;
  }
  if (completed === undefined) throw new CallgateError(adapterErrors.streamIncomplete());
  return completed as CompletedResponse<E>;
};

/** The response of the event that says it is complete. */
export type CompletedResponse<E> =
  Extract<E, { readonly type: 'response.completed'; readonly response: unknown }> extends {
    readonly response: infer R;
  }
    ? R & ResponseLike
    : ResponseLike;

/** A chunk of a streamed chat completion. */
export interface ChatChunkLike {
  readonly choices: readonly {
    readonly index: number;
    readonly delta: {
      readonly content?: string | null | undefined;
      readonly refusal?: string | null | undefined;
      readonly tool_calls?: readonly ToolCallDelta[] | undefined;
    };
    readonly finish_reason?: string | null | undefined;
  }[];
}

export interface ToolCallDelta {
  readonly index: number;
  readonly id?: string | undefined;
  readonly type?: string | undefined;
  readonly function?:
    | { readonly name?: string | undefined; readonly arguments?: string | undefined }
    | undefined;
}

/** The assistant's message that the chunks made. */
export interface AssembledMessage {
  role: 'assistant';
  content: string | null;
  tool_calls?: AssembledCall[];
}

export type AssembledCall = Extract<ChatToolCall, { type: 'function' }> & {
  type: 'function';
  id: string;
  function: { name: string; arguments: string };
};

const WHOLE: ReadonlySet<string> = new Set(['tool_calls', 'stop', 'function_call']);

const add = (calls: Map<number, AssembledCall>, { index, id, function: part }: ToolCallDelta): void => {
  const call = calls.get(index) ?? { type: 'function', id: '', function: { name: '', arguments: '' } };
  calls.set(index, {
    type: 'function',
    // some endpoints say them in every chunk
    id: id ?? call.id,
    function: {
      name: part?.name ?? call.function.name,
      arguments: call.function.arguments + (part?.arguments ?? ''),
    },
  });
};

/**
 * Reads a streamed chat completion to its end, for its first choice. Throws where it was cut off: half a call is none.
 * `on` gets every chunk as it comes.
 */
export const readChatStream = async <C extends ChatChunkLike>(
  chunks: AsyncIterable<C>,
  on?: (chunk: C) => void,
): Promise<AssembledMessage> => {
  const calls = new Map<number, AssembledCall>();
  let content: string | null = null;
  let finish: string | undefined;
  for await (const chunk of chunks) {
    on?.(chunk);
    for (const { index, delta, finish_reason: reason } of chunk.choices) {
      if (index !== 0) continue;
      if (typeof delta.content === 'string') content = (content ?? '') + delta.content;
      for (const part of delta.tool_calls ?? []) add(calls, part);
      finish = reason ?? finish;
    }
  }
  if (finish === undefined) throw new CallgateError(adapterErrors.streamEnded());
  if (calls.size > 0 && !WHOLE.has(finish)) throw new CallgateError(adapterErrors.streamCut());
  const whole = Array.from(calls.keys())
    .toSorted((a, b) => a - b)
    .flatMap((index) => calls.get(index) ?? []);
  return { role: 'assistant', content, ...(whole.length === 0 ? {} : { tool_calls: whole }) };
};
