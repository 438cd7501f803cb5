import { callableTool, catalogueOf } from '@callgate/adapters/google';
import type { CallableTool, FunctionDeclaration } from '@google/genai';
import type { Driver, SuiteTool } from '../../packages/adapters/test/suite/driver.ts';
import { definitionsOf, handlersOf } from '../bare/suite-tools.ts';
import { callableConversation } from './callable-conversation.ts';

const declarationsOf = (tools: readonly SuiteTool[]): FunctionDeclaration[] =>
  tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    parametersJsonSchema: inputSchema,
  }));

const bareTool = (tools: readonly SuiteTool[]): CallableTool => ({
  tool: async () => ({ functionDeclarations: declarationsOf(tools) }),
  callTool: async (calls) =>
    await Promise.all(
      calls.map(async ({ id = '', name = '', args }) => {
        const output = await tools.find((tool) => tool.name === name)?.run(args);
        return { functionResponse: { id, name, response: { output } } };
      }),
    ),
});

/** Automatic function calling: the SDK calls a `CallableTool` by itself. */
export const driver: Driver = {
  framework: 'google genai',
  style: 'hold',
  canStream: true,
  canParallel: true,
  catalogue: async (tools, trust) => catalogueOf(definitionsOf(tools), { server: 'app', trust }),
  converse: async (gate, tools, options) => {
    const { who, server, waitMs } = options;
    const tool = callableTool(gate, declarationsOf(tools), handlersOf(tools), { ...who, server, waitMs });
    return await callableConversation(gate, tool, options);
  },
  bare: async (tools, options) => await callableConversation(undefined, bareTool(tools), options),
};
