import { answerToolCalls, catalogueOf, readChatStream, recordUserMessages } from '@callgate/adapters/openai';
import OpenAI from 'openai';
import type { Driver, Turn } from '../../packages/adapters/test/suite/driver.ts';
import { scriptedModel } from './scripted-model.ts';
import { definitionsOf, handlersOf } from '../bare/suite-tools.ts';

type ChatMessage = OpenAI.Chat.ChatCompletionMessageParam;
type ChatAnswer = {
  readonly message: OpenAI.Chat.ChatCompletionAssistantMessageParam;
  readonly finish_reason?: string;
};

/** Chat completions. */
export const driver: Driver = {
  framework: 'openai chat',
  style: 'hold',
  canStream: true,
  canParallel: true,
  catalogue: async (tools, trust) => catalogueOf(definitionsOf(tools), { server: 'app', trust }),
  converse: async (gate, tools, { who, server, stream, waitMs }) => {
    const model = await scriptedModel();
    const client = new OpenAI({ apiKey: 'none', baseURL: model.url, maxRetries: 0 });
    const handlers = handlersOf(tools);
    const host = { ...who, server, waitMs };
    const wire = tools.map(({ name, description, inputSchema }): OpenAI.Chat.ChatCompletionTool => ({
      type: 'function',
      function: { name, description, parameters: { ...inputSchema } },
    }));
    const ask = async (messages: ChatMessage[]): Promise<ChatAnswer> => {
      const request = { model: 'scripted', messages, tools: wire };
      if (stream)
        return {
          message: await readChatStream(await client.chat.completions.create({ ...request, stream: true })),
        };
      const { choices } = await client.chat.completions.create(request);
      const [choice] = choices;
      if (choice === undefined) throw new Error('the model said nothing');
      return choice;
    };
    const goOnWith = async (messages: ChatMessage[]): Promise<Turn> => {
      for (;;) {
        const choice = await ask(messages);
        const answers = await answerToolCalls(gate, host, choice, handlers);
        messages.push(choice.message, ...answers);
        if (answers.length === 0) break;
      }
      const told = Object.fromEntries(
        messages.flatMap((message) =>
          message.role === 'tool' ? [[message.tool_call_id, String(message.content)]] : [],
        ),
      );
      return { told, paused: [], kept: messages };
    };
    return {
      say: async (text, script) => {
        model.plays(script);
        const messages: ChatMessage[] = [{ role: 'user', content: text }];
        await recordUserMessages(gate, who, messages);
        return await goOnWith(messages);
      },
      goOn: async (kept, answer, script) => {
        model.plays(script);
        const messages = kept as ChatMessage[];
        const call = messages
          .flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []))
          .find(({ id }) => id === answer.id);
        if (call?.type !== 'function') throw new Error(`there was no call ${answer.id}`);
        if (answer.input !== undefined) call.function.arguments = JSON.stringify(answer.input);
        const answers = await answerToolCalls(gate, host, { message: { tool_calls: [call] } }, handlers);
        const rest = messages.filter(
          (message) => message.role !== 'tool' || message.tool_call_id !== answer.id,
        );
        return await goOnWith([...rest, ...answers]);
      },
      close: model.close,
    };
  },
};
