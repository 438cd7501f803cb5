import { gatedTools } from '@callgate/adapters/openai-agents';
import type { FunctionTool, Tool } from '@openai/agents';
import { Agent, getAllMcpTools } from '@openai/agents';
import type { Driver } from '../../packages/adapters/test/suite/driver.ts';
import { catalogueOfSuite, connectSuite } from './connect-suite.ts';
import { PausingConversation } from './pausing-conversation.ts';

const isFunction = (tool: Tool): tool is FunctionTool => tool.type === 'function';

/** Tools of an MCP server as function tools: calls pause the run. */
export const driver: Driver = {
  framework: 'openai-agents, MCP tools as function tools',
  style: 'pause',
  canStream: true,
  canParallel: true,
  catalogue: catalogueOfSuite,
  converse: async (gate, tools, options) => {
    const { server, close } = await connectSuite(tools);
    const listed = (await getAllMcpTools({ mcpServers: [server] })).filter(isFunction);
    const gated = gatedTools(gate, listed, { server: options.server, ...options.who });
    return new PausingConversation(
      gate,
      options,
      (model) => new Agent({ name: 'suite', model, tools: gated }),
      close,
    );
  },
};
