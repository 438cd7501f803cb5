import { answerFunctionCalls, catalogueOf, hearMessages, responseOf } from '@callgate/adapters/openai';
import OpenAI from 'openai';
import type { Driver, Turn } from '../../packages/adapters/test/suite/driver.ts';
import { scriptedModel } from './scripted-model.ts';
import { definitionsOf, handlersOf } from '../bare/suite-tools.ts';

type Item = OpenAI.Responses.ResponseInputItem;

/** The Responses API. */
export const driver: Driver = {
  framework: 'openai',
  style: 'hold',
  canStream: true,
  canParallel: true,
  catalogue: async (tools, trust) => catalogueOf(definitionsOf(tools), { server: 'app', trust }),
  converse: async (gate, tools, { who, server, stream, waitMs }) => {
    const model = await scriptedModel();
    const client = new OpenAI({ apiKey: 'none', baseURL: model.url, maxRetries: 0 });
    const handlers = handlersOf(tools);
    const host = { ...who, server, waitMs };
    const wire = tools.map(({ name, description, inputSchema }): OpenAI.Responses.FunctionTool => ({
      type: 'function',
      name,
      description,
      parameters: { ...inputSchema },
      strict: false,
    }));
    const ask = async (input: Item[]): Promise<OpenAI.Responses.Response> => {
      const request = { model: 'scripted', input, tools: wire };
      return stream
        ? await responseOf(await client.responses.create({ ...request, stream: true }))
        : await client.responses.create(request);
    };
    const goOnWith = async (input: Item[]): Promise<Turn> => {
      for (;;) {
        const response = await ask(input);
        const outputs = await answerFunctionCalls(gate, host, response, handlers);
        input.push(...(response.output as Item[]), ...outputs);
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
        const input: Item[] = [{ role: 'user', content: text }];
        await hearMessages(gate, who, input);
        return await goOnWith(input);
      },
      goOn: async (kept, answer, script) => {
        model.plays(script);
        const input = kept as Item[];
        const call = input.find((item) => item.type === 'function_call' && item.call_id === answer.id);
        if (call?.type !== 'function_call') throw new Error(`there was no call ${answer.id}`);
        if (answer.input !== undefined) call.arguments = JSON.stringify(answer.input);
        const outputs = await answerFunctionCalls(gate, host, { output: [call] }, handlers);
        const rest = input.filter(
          (item) => item.type !== 'function_call_output' || item.call_id !== answer.id,
        );
        return await goOnWith([...rest, ...outputs]);
      },
      close: model.close,
    };
  },
};
