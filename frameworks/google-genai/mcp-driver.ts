import { gatedCallableTool } from '@callgate/adapters/google';
import { catalogueOf } from '@callgate/adapters/mcp-client';
import { mcpToTool } from '@google/genai';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Driver, SuiteTool } from '../../packages/adapters/test/suite/driver.ts';
import { serveSuite } from '../mcp-server/serve-suite.ts';
import { callableConversation } from './callable-conversation.ts';

const connected = async (tools: readonly SuiteTool[]) => {
  const served = await serveSuite(tools);
  const client = new Client({ name: 'driver', version: '1.0.0' });
  // the SDK declares its own callbacks without `undefined`
  const transport = new StreamableHTTPClientTransport(new URL(served.url)) as Parameters<
    Client['connect']
  >[0];
  await client.connect(transport);
  const close = async (): Promise<void> => {
    await client.close();
    await served.close();
  };
  return { client, close };
};

/** The same with tools of an MCP server, as `mcpToTool` of the SDK calls them. */
export const driver: Driver = {
  framework: 'google genai, tools of an MCP server',
  style: 'hold',
  canStream: true,
  canParallel: true,
  catalogue: async (tools, trust) => {
    const { client, close } = await connected(tools);
    try {
      return await catalogueOf(client, { server: 'app', trust });
    } finally {
      await close();
    }
  },
  converse: async (gate, tools, options) => {
    const { who, server, waitMs } = options;
    const { client, close } = await connected(tools);
    const tool = gatedCallableTool(gate, mcpToTool(client, {}), { ...who, server, waitMs });
    const conversation = await callableConversation(gate, tool, options);
    return {
      ...conversation,
      close: async () => {
        await conversation.close();
        await close();
      },
    };
  },
};
