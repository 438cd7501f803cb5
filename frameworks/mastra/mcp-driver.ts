import { catalogueOf, gatedTools } from '@callgate/adapters/mastra';
import type { ToolsInput } from '@mastra/core/agent';
import { MCPClient } from '@mastra/mcp';
import type { Driver, SuiteTool } from '../../packages/adapters/test/suite/driver.ts';
import { serveSuite } from '../mcp-server/serve-suite.ts';
import { MastraConversation, agentWith } from './mastra-conversation.ts';

/** The suite's tools behind a real MCP server, reached by Mastra's own client. */
const connected = async (suite: readonly SuiteTool[]) => {
  const served = await serveSuite(suite);
  const client = new MCPClient({ id: served.url, servers: { app: { url: new URL(served.url) } } });
  const close = async (): Promise<void> => {
    await client.disconnect();
    await served.close();
  };
  const { app: tools = {} } = await client.listToolsets();
  return { tools, close };
};

export const driver: Driver = {
  framework: 'mastra, MCP servers',
  style: 'pause',
  canStream: true,
  canParallel: true,
  catalogue: async (suite, trust) => {
    const { tools, close } = await connected(suite);
    try {
      return await catalogueOf(tools, { server: 'app', trust });
    } finally {
      await close();
    }
  },
  converse: async (gate, suite, options) => {
    const { tools, close } = await connected(suite);
    const gated: ToolsInput = gatedTools(gate, tools, { server: options.server, ...options.who });
    return new MastraConversation(gate, options, agentWith(gated), close);
  },
};
