import type { MastraModelConfig } from '@mastra/core/llm';
import { simulateReadableStream } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';

// it would be sent to the vendor
process.env['MASTRA_TELEMETRY_DISABLED'] = '1';

type Generated = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;
type Streamed = Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'];
type Part = Streamed extends ReadableStream<infer P> ? P : never;

/** One call that the model makes. */
export interface ModelCall {
  readonly id: string;
  readonly tool: string;
  readonly input: object;
}

/** One thing the model says: calls, made at once, or a text. */
export type Says = { readonly calls: readonly ModelCall[] } | { readonly text: string };

const usage: Generated['usage'] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

const finishOf = (step: Says): Generated['finishReason'] => ({
  unified: 'text' in step ? 'stop' : 'tool-calls',
  raw: undefined,
});

const contentOf = (step: Says): Generated['content'] =>
  'text' in step
    ? [{ type: 'text', text: step.text }]
    : step.calls.map(({ id, tool, input }) => ({
        type: 'tool-call',
        toolCallId: id,
        toolName: tool,
        input: JSON.stringify(input),
      }));

const partsOf = (step: Says): Part[] => [
  { type: 'stream-start', warnings: [] },
  ...contentOf(step).flatMap((part, index): Part[] => {
    if (part.type === 'tool-call') return [part];
    if (part.type !== 'text') return [];
    const id = String(index);
    return [
      { type: 'text-start', id },
      { type: 'text-delta', id, delta: part.text },
      { type: 'text-end', id },
    ];
  }),
  { type: 'finish', finishReason: finishOf(step), usage },
];

export interface Script {
  readonly model: MastraModelConfig;
  /** What the model was told for each call, by the call's id, when it was asked for the last time. */
  readonly told: () => Readonly<Record<string, string>>;
}

type Prompt = MockLanguageModelV4['doGenerateCalls'][number]['prompt'];

const toldIn = (prompt: Prompt): Record<string, string> => {
  const told: Record<string, string> = {};
  for (const { role, content } of prompt)
    if (role === 'tool')
      for (const part of content)
        if (part.type === 'tool-result') told[part.toolCallId] = JSON.stringify(part.output);
  return told;
};

/** A model that says these things, one after the other, whatever it is told. No network. */
export const scripted = (script: readonly Says[]): Script => {
  const left = [...script];
  let last: Prompt = [];
  const next = (prompt: Prompt): Says => {
    last = prompt;
    return left.shift() ?? { text: 'There is nothing more to say.' };
  };
  const model = new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const step = next(prompt);
      return { content: contentOf(step), finishReason: finishOf(step), usage, warnings: [] };
    },
    doStream: async ({ prompt }) => ({
      stream: simulateReadableStream({
        chunks: partsOf(next(prompt)),
        initialDelayInMs: null,
        chunkDelayInMs: null,
      }),
    }),
  });
  // one specification, declared twice: that of Mastra differs in what may be undefined
  return { model: model as MastraModelConfig, told: () => toldIn(last) };
};
