import { gatedTools } from '@callgate/adapters/mastra';
import { Agent } from '@mastra/core/agent';
import type { Driver } from '../../packages/adapters/test/suite/driver.ts';
import { MastraConversation } from './mastra-conversation.ts';
import { driver as plain, toolsOf } from './driver.ts';

/** An agent that has another one (`agent-helper`). Both have all tools of the suite. */
export const driver: Driver = {
  ...plain,
  framework: 'mastra, sub-agents',
  converse: async (gate, suite, options) => {
    const tools = gatedTools(gate, toolsOf(suite), { server: options.server, ...options.who });
    const instructions = 'Help.';
    return new MastraConversation(gate, options, (model) => {
      const about = { description: 'Helps', instructions, model, tools };
      const helper = new Agent({ id: 'helper', name: 'helper', ...about });
      return new Agent({ id: 'suite', name: 'suite', instructions, model, tools, agents: { helper } });
    });
  },
};
