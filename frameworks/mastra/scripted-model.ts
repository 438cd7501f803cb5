import type { MastraModelConfig } from '@mastra/core/llm';
import { simulateReadableStream } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';

// it would be sent to the vendor
process.env['MASTRA_TELEMETRY_DISABLED'] = '1';

type MastraGenerated = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;
type MastraStream = Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'];
type MastraStreamPart = MastraStream extends ReadableStream<infer P> ? P : never;

/** One call that the model makes. */
export interface MastraScriptedCall {
  readonly id: string;
  readonly tool: string;
  readonly input: object;
}

/** One thing the model says: calls, made at once, or a text. */
export type MastraScriptStep = { readonly calls: readonly MastraScriptedCall[] } | { readonly text: string };

const usage: MastraGenerated['usage'] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

const finishOf = (step: MastraScriptStep): MastraGenerated['finishReason'] => ({
  unified: 'text' in step ? 'stop' : 'tool-calls',
  raw: undefined,
});

const contentOf = (step: MastraScriptStep): MastraGenerated['content'] =>
  'text' in step
    ? [{ type: 'text', text: step.text }]
    : step.calls.map(({ id, tool, input }) => ({
        type: 'tool-call',
        toolCallId: id,
        toolName: tool,
        input: JSON.stringify(input),
      }));

const partsOf = (step: MastraScriptStep): MastraStreamPart[] => [
  { type: 'stream-start', warnings: [] },
  ...contentOf(step).flatMap((part, index): MastraStreamPart[] => {
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

export interface MastraScript {
  readonly model: MastraModelConfig;
  /** What the model was told for each call, by the call's id, when it was asked for the last time. */
  readonly told: () => Readonly<Record<string, string>>;
}

type MastraPrompt = MockLanguageModelV4['doGenerateCalls'][number]['prompt'];

const readCallAnswers = (prompt: MastraPrompt): Record<string, string> => {
  const told: Record<string, string> = {};
  for (const { role, content } of prompt)
    if (role === 'tool')
      for (const part of content)
        if (part.type === 'tool-result') told[part.toolCallId] = JSON.stringify(part.output);
  return told;
};

/** A model that says these things, one after the other, whatever it is told. No network. */
export const createScript = (script: readonly MastraScriptStep[]): MastraScript => {
  const left = [...script];
  let last: MastraPrompt = [];
  const next = (prompt: MastraPrompt): MastraScriptStep => {
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
  return { model: model as MastraModelConfig, told: () => readCallAnswers(last) };
};
