import { catalogueOf, gatedTools } from '@callgate/adapters/mastra';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { Gate, ToolCatalogue } from '@callgate/gate';
import type { ToolsInput } from '@mastra/core/agent';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import * as z from 'zod';
import { createScript } from './scripted-model.ts';

const hints = { annotations: { readOnlyHint: true, openWorldHint: false } };

/** A tool that tells of its progress in both ways. */
const count = createTool({
  id: 'count',
  description: 'Count',
  inputSchema: z.object({}),
  mcp: hints,
  execute: async (_, { writer }) => {
    await writer?.write({ part: 'half of the answer' });
    await writer?.custom({ type: 'data-part', data: 'more of the answer' });
    return 'the answer';
  },
});

const heard: string[] = [];

/** A tool whose schema makes something else of its input every time. */
const shout = createTool({
  id: 'shout',
  description: 'Shout',
  inputSchema: z.object({ text: z.string().transform((text) => `${text}!`) }),
  mcp: hints,
  execute: async ({ text }) => {
    heard.push(text);
    return text;
  },
});

const tools = { count, shout };

export const catalogue = async (): Promise<ToolCatalogue> =>
  await catalogueOf(tools, { server: 'app', trust: 'owned' });

const agentWith = (gate: Gate, gated: boolean, tool: string, input: object): Agent => {
  const who = { principal: LOCAL_PRINCIPAL, context: 'conversation-1' };
  const { model } = createScript([{ calls: [{ id: `${tool}-1`, tool, input }] }, { text: 'Done.' }]);
  const given: ToolsInput = gated ? gatedTools(gate, tools, { server: 'app', ...who }) : tools;
  return new Agent({ id: 'probe', name: 'probe', instructions: 'Help.', model, tools: given });
};

/** Everything that a stream of the agent brings about the answer, with the states of the calls at that moment. */
export const streamedAnswers = async (
  gate: Gate,
  gated: boolean,
): Promise<readonly (readonly [type: string, states: readonly string[]])[]> => {
  const { fullStream } = await agentWith(gate, gated, 'count', {}).stream('count');
  const seen: (readonly [string, readonly string[]])[] = [];
  for await (const chunk of fullStream) {
    if (!/tool|data/.test(chunk.type) || !/answer/.test(JSON.stringify(chunk))) continue;
    seen.push([chunk.type, (await gate.desk.read.callsAfter('', 10)).map(({ state }) => state)]);
  }
  return seen;
};

/** What the tool got whose schema changes its input. */
export const shouted = async (gate: Gate, gated: boolean): Promise<readonly string[]> => {
  heard.length = 0;
  await agentWith(gate, gated, 'shout', { text: 'x' }).generate('shout');
  return [...heard];
};
