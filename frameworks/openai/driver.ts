import {
  answerFunctionCalls,
  catalogueOf,
  recordUserMessages,
  readResponseStream,
} from '@callgate/adapters/openai';
import OpenAI from 'openai';
import type { Conversation, Driver, SuiteTool, Turn } from '../../packages/adapters/test/suite/driver.ts';
import { scriptedModel } from './scripted-model.ts';
import { definitionsOf, handlersOf } from '../bare/suite-tools.ts';

type ResponseItem = OpenAI.Responses.ResponseInputItem;

type FunctionCallOutputs = Awaited<ReturnType<typeof answerFunctionCalls>>;

/** What a gate adds to the loop. */
interface OpenAiSeams {
  readonly hear: (input: readonly ResponseItem[]) => Promise<unknown>;
  readonly answerCalls: (
    output: readonly OpenAI.Responses.ResponseOutputItem[],
  ) => Promise<FunctionCallOutputs>;
}

const bareSeams = (tools: readonly SuiteTool[]): OpenAiSeams => ({
  hear: async () => {},
  answerCalls: async (items) =>
    await Promise.all(
      items
        .filter((item) => item.type === 'function_call')
        .map(async ({ call_id: id, name, arguments: text }) => {
          const input: unknown = JSON.parse(text);
          const output = await tools.find((tool) => tool.name === name)?.run(input);
          return { type: 'function_call_output', call_id: id, output: JSON.stringify(output) } as const;
        }),
    ),
});

/** A loop of one's own over the Responses API. */
const loop = async (
  tools: readonly SuiteTool[],
  stream: boolean,
  { hear, answerCalls }: OpenAiSeams,
): Promise<Conversation> => {
  const model = await scriptedModel();
  const client = new OpenAI({ apiKey: 'none', baseURL: model.url, maxRetries: 0 });
  const wire = tools.map(({ name, description, inputSchema }): OpenAI.Responses.FunctionTool => ({
    type: 'function',
    name,
    description,
    parameters: { ...inputSchema },
    strict: false,
  }));
  const ask = async (input: ResponseItem[]): Promise<OpenAI.Responses.Response> => {
    const request = { model: 'scripted', input, tools: wire };
    return stream
      ? await readResponseStream(await client.responses.create({ ...request, stream: true }))
      : await client.responses.create(request);
  };
  const goOnWith = async (input: ResponseItem[]): Promise<Turn> => {
    for (;;) {
      const response = await ask(input);
      const outputs = await answerCalls(response.output);
      input.push(...(response.output as ResponseItem[]), ...outputs);
      if (outputs.length === 0) break;
    }
    const told = Object.fromEntries(
      input.flatMap((item) =>
        item.type === 'function_call_output' ? [[item.call_id, String(item.output)]] : [],
      ),
    );
    return { told, paused: [], kept: input };
  };
  return {
    say: async (text, script) => {
      model.plays(script);
      const input: ResponseItem[] = [{ role: 'user', content: text }];
      await hear(input);
      return await goOnWith(input);
    },
    goOn: async (kept, answer, script) => {
      model.plays(script);
      const input = kept as ResponseItem[];
      const call = input.find((item) => item.type === 'function_call' && item.call_id === answer.id);
      if (call?.type !== 'function_call') throw new Error(`there was no call ${answer.id}`);
      if (answer.input !== undefined) call.arguments = JSON.stringify(answer.input);
      const outputs = await answerCalls([call]);
      const rest = input.filter((item) => item.type !== 'function_call_output' || item.call_id !== answer.id);
      return await goOnWith([...rest, ...outputs]);
    },
    close: model.close,
  };
};

/** The Responses API. */
export const driver: Driver = {
  framework: 'openai',
  style: 'hold',
  canStream: true,
  canParallel: true,
  catalogue: async (tools, trust) => catalogueOf(definitionsOf(tools), { server: 'app', trust }),
  converse: async (gate, tools, { who, server, stream, waitMs }) => {
    const handlers = handlersOf(tools);
    const host = { ...who, server, waitMs };
    return await loop(tools, stream, {
      hear: async (input) => await recordUserMessages(gate, who, input),
      answerCalls: async (output) => await answerFunctionCalls(gate, host, { output }, handlers),
    });
  },
  bare: async (tools, { stream }) => await loop(tools, stream, bareSeams(tools)),
};
