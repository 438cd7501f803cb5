import { MCPToolset } from '@google/adk';
import { catalogueOf, mcpDefinitionsOf } from '@callgate/adapters/google';
import type { Driver, SuiteTool } from '../../packages/adapters/test/suite/driver.ts';
import { serveSuite } from '../mcp-server/serve-suite.ts';
import { AdkSuiteConversation } from './adk-suite-conversation.ts';

const connected = async (tools: readonly SuiteTool[]) => {
  const served = await serveSuite(tools);
  const toolset = new MCPToolset({ type: 'StreamableHTTPConnectionParams', url: served.url });
  const close = async (): Promise<void> => {
    await toolset.close();
    await served.close();
  };
  return { toolset, close };
};

/** With the tools of an MCP server. */
export const driver: Driver = {
  framework: 'google-adk, tools of an MCP server',
  style: 'pause',
  canStream: true,
  canParallel: true,
  catalogue: async (tools, trust) => {
    const { toolset, close } = await connected(tools);
    try {
      return catalogueOf(mcpDefinitionsOf(await toolset.getTools()), { server: 'app', trust });
    } finally {
      await close();
    }
  },
  converse: async (gate, tools, options) => {
    const { toolset, close } = await connected(tools);
    const conversation = new AdkSuiteConversation(gate, await toolset.getTools(), options);
    return {
      say: async (text, script) => await conversation.say(text, script),
      goOn: async (kept, answer, script) => await conversation.goOn(kept, answer, script),
      close,
    };
  },
};
