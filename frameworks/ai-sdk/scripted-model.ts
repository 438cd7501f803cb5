import type { LanguageModel } from 'ai';
import { simulateReadableStream } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';

export interface AiSdkScriptedCall {
  readonly id: string;
  readonly tool: string;
  readonly input: object;
}

type AiSdkGenerated = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;
type AiSdkStreamPart =
  Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never;

const usage: AiSdkGenerated['usage'] = {
  inputTokens: { total: 0, noCache: 0, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 0, text: 0, reasoning: undefined },
};

const contentOf = (turn: string | readonly AiSdkScriptedCall[]): AiSdkGenerated['content'] =>
  typeof turn === 'string'
    ? [{ type: 'text', text: turn }]
    : turn.map(({ id, tool, input }) => ({
        type: 'tool-call',
        toolCallId: id,
        toolName: tool,
        input: JSON.stringify(input),
      }));

const finishOf = (turn: string | readonly AiSdkScriptedCall[]): AiSdkGenerated['finishReason'] => ({
  unified: typeof turn === 'string' ? 'stop' : 'tool-calls',
  raw: undefined,
});

const partsOf = (turn: string | readonly AiSdkScriptedCall[]): AiSdkStreamPart[] => [
  { type: 'stream-start', warnings: [] },
  ...contentOf(turn).flatMap((part): AiSdkStreamPart[] => {
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
export const scriptedModel = (turns: readonly (string | readonly AiSdkScriptedCall[])[]): LanguageModel => {
  const left = [...turns];
  const next = (): string | readonly AiSdkScriptedCall[] => left.shift() ?? 'I have nothing more to say.';
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
