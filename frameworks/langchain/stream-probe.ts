import { catalogueOf, policyMiddleware } from '@callgate/adapters/langchain';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { Gate, ToolCatalogue } from '@callgate/gate';
import type { LangGraphRunnableConfig } from '@langchain/langgraph';
import { ToolMessage, createAgent, tool } from 'langchain';
import * as z from 'zod';
import { LangChainScriptedModel } from './scripted-model.ts';

/** A tool that tells of its progress, and asks a model whose words could be streamed. */
const count = tool(
  async (_, config: LangGraphRunnableConfig) => {
    config.writer?.('half of the answer');
    await new LangChainScriptedModel(['thinking of the answer']).invoke('count', config);
    return 'the answer';
  },
  {
    name: 'count',
    description: 'Count',
    schema: z.object({}),
    metadata: { annotations: { readOnlyHint: true, openWorldHint: false } },
  },
);

export const catalogue = async (): Promise<ToolCatalogue> =>
  await catalogueOf([count], { server: 'app', trust: 'owned' });

/** Everything that a stream of the agent brings about the answer, with the states of the calls at that moment. */
export const streamedAnswers = async (
  gate: Gate,
  gated: boolean,
): Promise<readonly (readonly [mode: string, states: readonly string[]])[]> => {
  const who = { principal: LOCAL_PRINCIPAL, context: 'conversation-1' };
  const agent = createAgent({
    model: new LangChainScriptedModel([[{ id: 'count-1', tool: 'count', input: {} }], 'Done.']),
    tools: [count],
    middleware: gated ? [policyMiddleware(gate, { ToolMessage, server: 'app', ...who })] : [],
  });
  const messages = [{ role: 'user', content: 'count' }];
  const streamMode = ['custom', 'messages', 'tools', 'updates'] as const;
  const seen: (readonly [string, readonly string[]])[] = [];
  for await (const [mode, chunk] of await agent.stream({ messages }, { streamMode: [...streamMode] })) {
    if (!/answer/.test(JSON.stringify(chunk))) continue;
    seen.push([mode, (await gate.desk.read.callsAfter('', 10)).map(({ state }) => state)]);
  }
  return seen;
};
