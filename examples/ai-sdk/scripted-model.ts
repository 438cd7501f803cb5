import type { LanguageModel } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';

interface Call {
  readonly id: string;
  readonly tool: string;
  readonly input: object;
}

type Generated = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;

const usage: Generated['usage'] = {
  inputTokens: { total: 0, noCache: 0, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 0, text: 0, reasoning: undefined },
};

/** A model that says these things in turn: texts, or calls of tools. It needs no network. */
export const scriptedModel = (turns: readonly (string | readonly Call[])[]): LanguageModel => {
  const left = [...turns];
  return new MockLanguageModelV4({
    doGenerate: async () => {
      const turn = left.shift() ?? 'I have nothing more to say.';
      const content: Generated['content'] =
        typeof turn === 'string'
          ? [{ type: 'text', text: turn }]
          : turn.map(({ id, tool, input }) => ({
              type: 'tool-call',
              toolCallId: id,
              toolName: tool,
              input: JSON.stringify(input),
            }));
      const unified = typeof turn === 'string' ? 'stop' : 'tool-calls';
      return { content, finishReason: { unified, raw: undefined }, usage, warnings: [] };
    },
  });
};
