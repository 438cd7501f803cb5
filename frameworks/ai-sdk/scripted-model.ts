import type { LanguageModel } from 'ai';
import { simulateReadableStream } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';

export interface Call {
  readonly id: string;
  readonly tool: string;
  readonly input: object;
}

type Generated = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;
type StreamPart =
  Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never;

const usage: Generated['usage'] = {
  inputTokens: { total: 0, noCache: 0, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 0, text: 0, reasoning: undefined },
};

const contentOf = (turn: string | readonly Call[]): Generated['content'] =>
  typeof turn === 'string'
    ? [{ type: 'text', text: turn }]
    : turn.map(({ id, tool, input }) => ({
        type: 'tool-call',
        toolCallId: id,
        toolName: tool,
        input: JSON.stringify(input),
      }));

const finishOf = (turn: string | readonly Call[]): Generated['finishReason'] => ({
  unified: typeof turn === 'string' ? 'stop' : 'tool-calls',
  raw: undefined,
});

const partsOf = (turn: string | readonly Call[]): StreamPart[] => [
  { type: 'stream-start', warnings: [] },
  ...contentOf(turn).flatMap((part): StreamPart[] => {
    if (part.type === 'tool-call') return [part];
    if (part.type !== 'text') return [];
    const id = 'text';
    return [
      { type: 'text-start', id },
      { type: 'text-delta', id, delta: part.text },
      { type: 'text-end', id },
    ];
  }),
  { type: 'finish', finishReason: finishOf(turn), usage },
];

/** A model that says these things in turn: texts, or calls of tools. It needs no network. */
export const scriptedModel = (turns: readonly (string | readonly Call[])[]): LanguageModel => {
  const left = [...turns];
  const next = (): string | readonly Call[] => left.shift() ?? 'I have nothing more to say.';
  return new MockLanguageModelV4({
    doGenerate: async () => {
      const turn = next();
      return { content: contentOf(turn), finishReason: finishOf(turn), usage, warnings: [] };
    },
    doStream: async () => ({
      stream: simulateReadableStream({
        chunks: partsOf(next()),
        initialDelayInMs: null,
        chunkDelayInMs: null,
      }),
    }),
  });
};
