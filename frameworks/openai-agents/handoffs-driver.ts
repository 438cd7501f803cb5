import { catalogueOf, gatedTools } from '@callgate/adapters/openai-agents';
import { Agent } from '@openai/agents';
import type { Driver } from '../../packages/adapters/test/suite/driver.ts';
import { PausingConversation } from './pausing-conversation.ts';
import { toolOf } from './suite-tool.ts';

/** Two agents: the second alone can send mails, and the first hands over to it (`transfer_to_mailer`). */
export const driver: Driver = {
  framework: 'openai-agents, handoffs',
  style: 'pause',
  canStream: true,
  canParallel: true,
  catalogue: async (tools, trust) => catalogueOf(tools.map(toolOf), { server: 'app', trust }),
  converse: async (gate, tools, options) => {
    const gated = gatedTools(gate, tools.map(toolOf), { server: options.server, ...options.who });
    const mails = gated.filter(({ name }) => name === 'send_mail');
    const others = gated.filter(({ name }) => name !== 'send_mail');
    return new PausingConversation(gate, options, (model) => {
      const mailer = new Agent({ name: 'mailer', model, tools: mails });
      return new Agent({ name: 'suite', model, tools: others, handoffs: [mailer] });
    });
  },
};
