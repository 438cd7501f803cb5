import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { CallToolResult, InputRequiredResult, Tool } from '@modelcontextprotocol/server';
import { Server, createMcpHandler } from '@modelcontextprotocol/server';
import type { SuiteTool } from '../../packages/adapters/test/suite/driver.ts';

const listed = ({ run: _, ...tool }: SuiteTool): Tool => JSON.parse(JSON.stringify(tool)) as Tool;

/** What a server asks for in the first round of a call, and what it was answered in a later one. */
export type AskForInput = (
  params: Record<string, unknown>,
  answers: Record<string, unknown> | undefined,
) => InputRequiredResult | undefined;

/** A server of SDK version 2 with these tools, in the revision 2026-07-28, and a client that is connected to it without a network. */
export const connectV2 = async (
  tools: readonly SuiteTool[],
  ask: AskForInput = () => undefined,
  onChanged: () => void = () => {},
) => {
  const handler = createMcpHandler(() => {
    const capabilities = { tools: { listChanged: true } };
    const server = new Server({ name: 'app', version: '1.0.0' }, { capabilities });
    server.setRequestHandler('tools/list', async () => ({ tools: tools.map(listed) }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const asked = ask(params.arguments ?? {}, mcpReq.inputResponses);
      if (asked !== undefined) return asked;
      const tool = tools.find(({ name }) => name === params.name);
      if (tool === undefined) throw new Error(`there is no ${params.name}`);
      const text = JSON.stringify(await tool.run(params.arguments ?? {}, mcpReq.signal));
      const result: CallToolResult = { content: [{ type: 'text', text }] };
      return result;
    });
    return server;
  });
  const client = new Client(
    { name: 'program', version: '1.0.0' },
    {
      versionNegotiation: { mode: { pin: '2026-07-28' } },
      capabilities: { elicitation: {} },
      listChanged: { tools: { autoRefresh: false, onChanged } },
    },
  );
  const transport = new StreamableHTTPClientTransport(new URL('http://app.test/mcp'), {
    fetch: async (url, init) => await handler.fetch(new Request(url, init)),
  });
  await client.connect(transport);
  const close = async (): Promise<void> => {
    await client.close();
    await handler.close();
  };
  return { client, close, changed: () => handler.notify.toolsChanged() };
};
