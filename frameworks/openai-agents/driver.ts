import { catalogueOf, gatedTools } from '@callgate/adapters/openai-agents';
import { Agent } from '@openai/agents';
import type { Driver } from '../../packages/adapters/test/suite/driver.ts';
import { PausingConversation } from './pausing-conversation.ts';
import { toolOf } from './suite-tool.ts';

export const driver: Driver = {
  framework: 'openai-agents',
  style: 'pause',
  canStream: true,
  canParallel: true,
  catalogue: async (tools, trust) => catalogueOf(tools.map(toolOf), { server: 'app', trust }),
  converse: async (gate, tools, options) => {
    const gated = gatedTools(gate, tools.map(toolOf), { server: options.server, ...options.who });
    return new PausingConversation(
      gate,
      options,
      (model) => new Agent({ name: 'suite', model, tools: gated }),
    );
  },
  bare: async (tools, options) =>
    new PausingConversation(
      undefined,
      options,
      (model) => new Agent({ name: 'suite', model, tools: tools.map(toolOf) }),
    ),
};
