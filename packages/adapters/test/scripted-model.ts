import type { ModelMessage } from 'ai';
import { simulateReadableStream } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';

type Generated = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;
type Content = Generated['content'];
type StreamPart =
  Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never;

const usage: Generated['usage'] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

export type FinishReason = Generated['finishReason']['unified'];

/** One thing the model says: a text, or calls of tools by id. */
export interface Turn {
  readonly content: Content;
  readonly finish: FinishReason;
}

export const textTurn = (text: string): Turn => ({ content: [{ type: 'text', text }], finish: 'stop' });

export interface ScriptedCall {
  readonly id: string;
  readonly tool: string;
  readonly input: object;
  readonly providerExecuted?: boolean;
}

export const callsTurn = (list: readonly ScriptedCall[], finish: FinishReason = 'tool-calls'): Turn => ({
  content: list.map(({ id, tool, input, providerExecuted = false }) => ({
    type: 'tool-call',
    toolCallId: id,
    toolName: tool,
    input: JSON.stringify(input),
    ...(providerExecuted ? { providerExecuted } : {}),
  })),
  finish,
});

const streamOf = ({ content, finish }: Turn): StreamPart[] => [
  { type: 'stream-start', warnings: [] },
  ...content.flatMap((part, index): StreamPart[] =>
    part.type === 'text'
      ? [
          { type: 'text-start', id: String(index) },
          { type: 'text-delta', id: String(index), delta: part.text },
          { type: 'text-end', id: String(index) },
        ]
      : part.type === 'tool-call'
        ? [part]
        : [],
  ),
  { type: 'finish', finishReason: { unified: finish, raw: undefined }, usage },
];

export interface Script {
  readonly model: MockLanguageModelV4;
  /** What the model was shown before each thing it said. */
  readonly shown: string[];
}

/** A model that says these things, one after the other, whatever it is told. `before` is called before each. */
export const createScript = (
  turns: readonly Turn[],
  before: () => Promise<void> = async () => {},
): Script => {
  const shown: string[] = [];
  const left = [...turns];
  const next = async (prompt: unknown): Promise<Turn> => {
    shown.push(JSON.stringify(prompt));
    await before();
    return left.shift() ?? textTurn('there is nothing more to say');
  };
  const model = new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const { content, finish } = await next(prompt);
      return { content, finishReason: { unified: finish, raw: undefined }, usage, warnings: [] };
    },
    doStream: async ({ prompt }) => ({
      stream: simulateReadableStream({
        chunks: streamOf(await next(prompt)),
        initialDelayInMs: null,
        chunkDelayInMs: null,
      }),
    }),
  });
  return { model, shown };
};

/** The approval request for a tool call, in the messages that a turn has left. */
export const approvalIdOf = (messages: readonly ModelMessage[], toolCallId: string): string => {
  for (const { role, content } of messages)
    if (role === 'assistant' && typeof content !== 'string')
      for (const part of content)
        if (part.type === 'tool-approval-request' && part.toolCallId === toolCallId) return part.approvalId;
  throw new Error(`nobody was asked about ${toolCallId}`);
};
