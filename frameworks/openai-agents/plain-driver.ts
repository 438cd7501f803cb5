import { catalogueOf, gatedTools } from '@callgate/adapters/openai-agents';
import { Agent } from '@openai/agents';
import type { Driver } from '../../packages/adapters/test/suite/driver.ts';
import { PausingConversation } from './pausing-conversation.ts';
import { plainToolOf } from './suite-tool.ts';

export const driver: Driver = {
  framework: 'openai-agents, tools as the SDK makes them',
  style: 'pause',
  canStream: true,
  canParallel: true,
  catalogue: async (tools, trust) => catalogueOf(tools.map(plainToolOf), { server: 'app', trust }),
  converse: async (gate, tools, options) => {
    const gated = gatedTools(gate, tools.map(plainToolOf), { server: options.server, ...options.who });
    return new PausingConversation(
      gate,
      options,
      (model) => new Agent({ name: 'suite', model, tools: gated }),
    );
  },
};
