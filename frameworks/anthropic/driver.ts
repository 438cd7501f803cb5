import Anthropic from '@anthropic-ai/sdk';
import { answerToolUses, catalogueOf, recordUserMessages } from '@callgate/adapters/anthropic';
import type { Conversation, Driver, SuiteTool, Turn } from '../../packages/adapters/test/suite/driver.ts';
import { definitionsOf, handlersOf } from '../bare/suite-tools.ts';
import { scriptedModel } from './scripted-model.ts';

type AnthropicMessage = Anthropic.MessageParam;

const blocksOf = ({ content }: AnthropicMessage): readonly Anthropic.ContentBlockParam[] =>
  typeof content === 'string' ? [] : content;

type ToolUseResults = Awaited<ReturnType<typeof answerToolUses>>;

interface Answerable {
  readonly content: readonly Anthropic.ContentBlockParam[];
  readonly stop_reason?: string | null;
}

/** What a gate adds to the loop. */
interface AnthropicSeams {
  readonly hear: (messages: readonly AnthropicMessage[]) => Promise<unknown>;
  readonly answerUses: (message: Answerable) => Promise<ToolUseResults>;
}

const bareSeams = (tools: readonly SuiteTool[]): AnthropicSeams => ({
  hear: async () => {},
  answerUses: async ({ content }) =>
    await Promise.all(
      content
        .filter((block) => block.type === 'tool_use')
        .map(async ({ id, name, input }) => {
          const output = await tools.find((tool) => tool.name === name)?.run(input);
          return { type: 'tool_result', tool_use_id: id, content: JSON.stringify(output) } as const;
        }),
    ),
});

/** A loop of one's own over the Messages API. */
const loop = async (
  tools: readonly SuiteTool[],
  stream: boolean,
  { hear, answerUses }: AnthropicSeams,
): Promise<Conversation> => {
  const model = await scriptedModel();
  const client = new Anthropic({ apiKey: 'none', baseURL: model.url, maxRetries: 0 });
  const wire = tools.map(({ name, description, inputSchema }): Anthropic.Tool => ({
    name,
    description,
    input_schema: { ...inputSchema, type: 'object' },
  }));
  const goOnWith = async (messages: AnthropicMessage[]): Promise<Turn> => {
    for (;;) {
      const request = { model: 'scripted', max_tokens: 1000, messages, tools: wire };
      const message = stream
        ? await client.messages.stream(request).finalMessage()
        : await client.messages.create(request);
      messages.push({ role: 'assistant', content: message.content });
      const results = await answerUses(message);
      if (results.length === 0) break;
      messages.push({ role: 'user', content: results });
    }
    const told = Object.fromEntries(
      messages
        .flatMap(blocksOf)
        .flatMap((block) =>
          block.type === 'tool_result' ? [[block.tool_use_id, String(block.content)]] : [],
        ),
    );
    return { told, paused: [], kept: messages };
  };
  return {
    say: async (text, script) => {
      model.plays(script);
      const messages: AnthropicMessage[] = [{ role: 'user', content: text }];
      await hear(messages);
      return await goOnWith(messages);
    },
    goOn: async (kept, answer, script) => {
      model.plays(script);
      const messages = kept as AnthropicMessage[];
      const at = messages.findIndex((message) =>
        blocksOf(message).some((block) => block.type === 'tool_use' && block.id === answer.id),
      );
      const call = messages.flatMap(blocksOf).find((block) => block.type === 'tool_use');
      if (at === -1 || call?.type !== 'tool_use') throw new Error(`there was no call ${answer.id}`);
      if (answer.input !== undefined) call.input = answer.input;
      const results = await answerUses({ content: [call] });
      return await goOnWith([...messages.slice(0, at + 1), { role: 'user', content: results }]);
    },
    close: model.close,
  };
};

export const driver: Driver = {
  framework: 'anthropic',
  style: 'hold',
  canStream: true,
  canParallel: true,
  catalogue: async (tools, trust) => catalogueOf(definitionsOf(tools), { server: 'app', trust }),
  converse: async (gate, tools, { who, server, stream, waitMs }) => {
    const handlers = handlersOf(tools);
    const host = { ...who, server, waitMs };
    return await loop(tools, stream, {
      hear: async (messages) => await recordUserMessages(gate, who, messages),
      answerUses: async (message) => await answerToolUses(gate, host, message, handlers),
    });
  },
  bare: async (tools, { stream }) => await loop(tools, stream, bareSeams(tools)),
};
