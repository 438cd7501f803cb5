import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { BaseMessage } from '@langchain/core/messages';
import { AIMessage, AIMessageChunk } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import { ChatGenerationChunk } from '@langchain/core/outputs';

export interface LangChainScriptedCall {
  readonly id: string;
  readonly tool: string;
  readonly input: object;
}

/** What the model says: a text, or calls of tools. */
export type LangChainModelTurn = string | readonly LangChainScriptedCall[];

const toolCallsOf = (calls: readonly LangChainScriptedCall[]) =>
  calls.map(({ id, tool, input }) => ({
    id,
    name: tool,
    args: { ...input } as Record<string, unknown>,
    type: 'tool_call' as const,
  }));

const messageOf = (said: LangChainModelTurn): AIMessage =>
  typeof said === 'string'
    ? new AIMessage(said)
    : new AIMessage({ content: '', tool_calls: toolCallsOf(said) });

const chunksOf = (said: LangChainModelTurn): readonly AIMessageChunk[] =>
  typeof said === 'string'
    ? Array.from(said.matchAll(/\S+\s*/g), ([word]) => new AIMessageChunk(word))
    : said.map(
        ({ id, tool, input }, index) =>
          new AIMessageChunk({
            content: '',
            tool_call_chunks: [
              { id, name: tool, args: JSON.stringify(input), index, type: 'tool_call_chunk' },
            ],
          }),
      );

/** A chat model of LangChain that says these things in turn. It needs no network. */
export class LangChainScriptedModel extends BaseChatModel {
  readonly #left: LangChainModelTurn[];
  /** What it was shown, at every step. */
  readonly shown: BaseMessage[][] = [];

  constructor(said: readonly LangChainModelTurn[]) {
    super({});
    this.#left = [...said];
  }

  override _llmType(): string {
    return 'scripted';
  }

  override bindTools(): this {
    return this;
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const message = messageOf(this.#next(messages));
    return { generations: [{ message, text: message.text }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    _options: this['ParsedCallOptions'],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    for (const message of chunksOf(this.#next(messages))) {
      const chunk = new ChatGenerationChunk({ message, text: message.text });
      yield chunk;
      await runManager?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, { chunk });
    }
  }

  #next(messages: BaseMessage[]): LangChainModelTurn {
    this.shown.push(messages);
    return this.#left.shift() ?? 'I have nothing more to say.';
  }
}
