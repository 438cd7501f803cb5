import { mcpCatalogueOf } from '@callgate/adapters/langchain';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import type { Driver, SuiteTool } from '../../packages/adapters/test/suite/driver.ts';
import { serveSuite } from '../mcp-server/serve-suite.ts';
import { LangChainSuiteConversation } from './langchain-suite-conversation.ts';

const connected = async (tools: readonly SuiteTool[]) => {
  const served = await serveSuite(tools);
  const adapters = new MultiServerMCPClient({
    mcpServers: { app: { transport: 'http', url: served.url } },
  });
  const client = await adapters.getClient('app');
  if (client === undefined) throw new Error('there is no server');
  const close = async (): Promise<void> => {
    await adapters.close();
    await served.close();
  };
  return { adapters, client, close };
};

/** Pausing, with the tools of an MCP server. */
export const driver: Driver = {
  framework: 'langchain, tools of an MCP server',
  style: 'pause',
  canStream: true,
  canParallel: true,
  catalogue: async (tools, trust) => {
    const { client, close } = await connected(tools);
    try {
      return await mcpCatalogueOf(client, { server: 'app', trust });
    } finally {
      await close();
    }
  },
  converse: async (gate, tools, options) => {
    const { adapters, close } = await connected(tools);
    const conversation = new LangChainSuiteConversation(gate, await adapters.getTools(), options, {
      confirm: 'pause',
    });
    return {
      say: async (text, script) => await conversation.say(text, script),
      goOn: async (kept, answer, script) => await conversation.goOn(kept, answer, script),
      close,
    };
  },
};
