import { catalogueOfServer } from '@callgate/adapters/openai-agents';
import { MCPServerStreamableHttp } from '@openai/agents';
import type { Driver, SuiteTool } from '../../packages/adapters/test/suite/driver.ts';
import { serveSuite } from '../mcp-server/serve-suite.ts';

export interface ConnectedSuite {
  readonly server: MCPServerStreamableHttp;
  readonly close: () => Promise<void>;
}

/** The suite's tools behind a real MCP server, reached by the SDK's own client. */
export const connectSuite = async (tools: readonly SuiteTool[]): Promise<ConnectedSuite> => {
  const served = await serveSuite(tools);
  const server = new MCPServerStreamableHttp({
    url: served.url,
    name: 'suite',
    cacheToolsList: true,
    errorFunction: null,
  });
  await server.connect();
  const close = async (): Promise<void> => {
    await server.close();
    await served.close();
  };
  return { server, close };
};

export const catalogueOfSuite: Driver['catalogue'] = async (tools, trust) => {
  const { server, close } = await connectSuite(tools);
  try {
    return await catalogueOfServer(server, { server: 'app', trust });
  } finally {
    await close();
  }
};
