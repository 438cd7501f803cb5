import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { SuiteTool } from '../../packages/adapters/test/suite/driver.ts';

export const listed = ({ run: _, ...tool }: SuiteTool): Tool => JSON.parse(JSON.stringify(tool)) as Tool;

/** A server of SDK version 1 with these tools, which may change, and a client that is connected to it. */
export const connectV1 = async (tools: readonly SuiteTool[]) => {
  const capabilities = { tools: { listChanged: true } };
  const server = new Server({ name: 'app', version: '1.0.0' }, { capabilities });
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: tools.map(listed) }));
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }, { signal, sendNotification, _meta: meta }) => {
      const tool = tools.find(({ name }) => name === params.name);
      if (tool === undefined) throw new Error(`there is no ${params.name}`);
      const { progressToken } = meta ?? {};
      if (progressToken !== undefined)
        await sendNotification({
          method: 'notifications/progress',
          params: { progressToken, progress: 1, total: 2 },
        });
      const text = JSON.stringify(await tool.run(params.arguments ?? {}, signal));
      return { content: [{ type: 'text', text }] };
    },
  );
  const client = new Client({ name: 'program', version: '1.0.0' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  await client.connect(near);
  const close = async (): Promise<void> => {
    await client.close();
    await server.close();
  };
  return { client, close, changed: async () => await server.sendToolListChanged() };
};
