import Anthropic from '@anthropic-ai/sdk';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import { catalogueOf, gatedTools, recordUserMessages } from '@callgate/adapters/anthropic';
import type { Driver, Turn } from '../../packages/adapters/test/suite/driver.ts';
import { definitionsOf } from '../bare/suite-tools.ts';
import { scriptedModel } from './scripted-model.ts';

type RunnerMessage = Anthropic.Beta.BetaMessageParam;

const blocksOf = ({ role, content }: RunnerMessage): readonly Anthropic.Beta.BetaContentBlockParam[] =>
  role === 'system' || typeof content === 'string' ? [] : content;

/** The tool runner. */
export const driver: Driver = {
  framework: 'anthropic tool runner',
  style: 'hold',
  canStream: true,
  canParallel: true,
  catalogue: async (tools, trust) => catalogueOf(definitionsOf(tools), { server: 'app', trust }),
  converse: async (gate, tools, { who, server, stream, waitMs }) => {
    const model = await scriptedModel();
    const client = new Anthropic({ apiKey: 'none', baseURL: model.url, maxRetries: 0 });
    const runnable = gatedTools(
      gate,
      tools.map(({ name, description, inputSchema, run }) =>
        betaTool({
          name,
          description,
          inputSchema: { ...inputSchema, type: 'object' },
          run: async (input, context) => JSON.stringify(await run(input, context?.signal ?? undefined)),
        }),
      ),
      { ...who, server, waitMs },
    );
    const runnerOf = (messages: RunnerMessage[]) => {
      const request = { model: 'scripted', max_tokens: 1000, messages, tools: runnable };
      return stream
        ? client.beta.messages.toolRunner({ ...request, stream: true, runToolsEagerly: true })
        : client.beta.messages.toolRunner(request);
    };
    const goOnWith = async (start: RunnerMessage[]): Promise<Turn> => {
      const runner = runnerOf(start);
      await runner.runUntilDone();
      const { messages } = runner.params;
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
        const messages: RunnerMessage[] = [{ role: 'user', content: text }];
        await recordUserMessages(gate, who, messages);
        return await goOnWith(messages);
      },
      goOn: async (kept, answer, script) => {
        model.plays(script);
        const history = kept as RunnerMessage[];
        const at = history.findIndex((message) =>
          blocksOf(message).some((block) => block.type === 'tool_use' && block.id === answer.id),
        );
        const call = history.flatMap(blocksOf).find((block) => block.type === 'tool_use');
        if (at === -1 || call?.type !== 'tool_use') throw new Error(`there was no call ${answer.id}`);
        if (answer.input !== undefined) call.input = answer.input;
        const messages = history.slice(0, at + 1);
        const results = await runnerOf(messages).generateToolResponse();
        if (results === null) throw new Error('the runner has nothing to answer');
        return await goOnWith([...messages, results]);
      },
      close: model.close,
    };
  },
};
