import { catalogueOf, gatedTools } from '@callgate/adapters/openai-agents';
import { Agent } from '@openai/agents';
import type { Driver } from '../../packages/adapters/test/suite/driver.ts';
import { PausingConversation } from './pausing-conversation.ts';
import { toolOf } from './suite-tool.ts';

/** An agent that has another one as its tool (`ask_helper`). Both have all tools of the suite. */
export const driver: Driver = {
  framework: 'openai-agents, agents as tools',
  style: 'pause',
  canStream: true,
  canParallel: true,
  catalogue: async (tools, trust) => catalogueOf(tools.map(toolOf), { server: 'app', trust }),
  converse: async (gate, tools, options) => {
    const gated = gatedTools(gate, tools.map(toolOf), { server: options.server, ...options.who });
    return new PausingConversation(gate, options, (model) => {
      const helper = new Agent({ name: 'helper', model, tools: gated });
      const asTool = helper.asTool({ toolName: 'ask_helper', toolDescription: 'Ask the helper' });
      return new Agent({ name: 'suite', model, tools: [...gated, asTool] });
    });
  },
};
