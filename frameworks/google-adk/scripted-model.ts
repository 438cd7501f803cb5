import type { BaseLlmConnection, LlmRequest, LlmResponse } from '@google/adk';
import { BaseLlm, setLogger } from '@google/adk';
import type { Content } from '@google/genai';

// ADK prints every plugin that is registered
setLogger(null);

export interface AdkScriptedCall {
  readonly id: string;
  readonly tool: string;
  readonly input: object;
}

/** What the model says: a text, or calls of tools. */
export type AdkModelTurn = string | readonly AdkScriptedCall[];

const contentOf = (said: AdkModelTurn): Content => ({
  role: 'model',
  parts:
    typeof said === 'string'
      ? [{ text: said }]
      : said.map(({ id, tool, input }) => ({
          functionCall: { id, name: tool, args: { ...input } as Record<string, unknown> },
        })),
});

/** A model of ADK that says these things in turn. It needs no network. */
export class AdkScriptedModel extends BaseLlm {
  readonly #left: AdkModelTurn[];
  /** What it was shown, at every step. */
  readonly shown: Content[][] = [];

  constructor(said: readonly AdkModelTurn[]) {
    super({ model: 'scripted' });
    this.#left = [...said];
  }

  override async *generateContentAsync(
    { contents }: LlmRequest,
    stream?: boolean,
  ): AsyncGenerator<LlmResponse, void> {
    this.shown.push(contents);
    const said = this.#left.shift() ?? 'I have nothing more to say.';
    if (stream === true && typeof said === 'string')
      for (const [word] of said.matchAll(/\S+\s*/g)) yield { content: contentOf(word), partial: true };
    yield { content: contentOf(said), partial: false };
  }

  override async connect(): Promise<BaseLlmConnection> {
    throw new Error('this model is not live');
  }
}
