import { catalogueOf, gatedTools } from '@callgate/adapters/mastra';
import type { MCPToolProperties } from '@mastra/core/tools';
import { createTool } from '@mastra/core/tools';
import type { Driver, SuiteTool } from '../../packages/adapters/test/suite/driver.ts';
import { MastraConversation, agentWith } from './mastra-conversation.ts';

const toolOf = ({ name, description, inputSchema, annotations, _meta, run }: SuiteTool) =>
  createTool({
    id: name,
    description,
    inputSchema: inputSchema as object,
    mcp: JSON.parse(JSON.stringify({ annotations, _meta })) as MCPToolProperties,
    execute: async (input, { abortSignal }) => await run(input, abortSignal),
  });

export type SuiteTools = Record<string, ReturnType<typeof toolOf>>;

export const toolsOf = (tools: readonly SuiteTool[]): SuiteTools =>
  Object.fromEntries(tools.map((tool) => [tool.name, toolOf(tool)]));

export const driver: Driver = {
  framework: 'mastra',
  style: 'pause',
  canStream: true,
  canParallel: true,
  catalogue: async (tools, trust) => await catalogueOf(toolsOf(tools), { server: 'app', trust }),
  converse: async (gate, tools, options) => {
    const host = { server: options.server, ...options.who };
    return new MastraConversation(gate, options, agentWith(gatedTools(gate, toolsOf(tools), host)));
  },
  bare: async (tools, options) => new MastraConversation(undefined, options, agentWith(toolsOf(tools))),
};
