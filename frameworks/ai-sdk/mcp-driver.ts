import { createMCPClient } from '@ai-sdk/mcp';
import { catalogueOf, mcpTools } from '@callgate/adapters/ai-sdk';
import type { Driver, SuiteTool } from '../../packages/adapters/test/suite/driver.ts';
import { serveSuite } from '../mcp-server/serve-suite.ts';
import { AiSdkConversation } from './driver.ts';

const connected = async (tools: readonly SuiteTool[]) => {
  const served = await serveSuite(tools);
  const client = await createMCPClient({ transport: { type: 'http', url: served.url } });
  const close = async (): Promise<void> => {
    await client.close();
    await served.close();
  };
  return { client, close };
};

/** The same SDK with the tools of an MCP server. */
export const driver: Driver = {
  framework: 'ai-sdk, tools of an MCP server',
  style: 'pause',
  canStream: true,
  canParallel: true,
  catalogue: async (tools, trust) => {
    const { client, close } = await connected(tools);
    try {
      return await catalogueOf(await mcpTools(client), { server: 'app', trust });
    } finally {
      await close();
    }
  },
  converse: async (gate, tools, options) => {
    const { client, close } = await connected(tools);
    const conversation = new AiSdkConversation(gate, await mcpTools(client), options);
    return {
      say: async (text, script) => await conversation.say(text, script),
      goOn: async (kept, answer, script) => await conversation.goOn(kept, answer, script),
      close,
    };
  },
};
