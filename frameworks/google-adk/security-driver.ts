import type { Driver } from '../../packages/adapters/test/suite/driver.ts';
import { AdkSuiteConversation, toolsOf } from './adk-suite-conversation.ts';
import { driver as alone } from './driver.ts';

/** Behind ADK's `SecurityPlugin`, which asks the gate as its policy engine. */
export const driver: Driver = {
  ...alone,
  framework: 'google-adk, with the security plugin',
  converse: async (gate, tools, options) =>
    new AdkSuiteConversation(gate, toolsOf(tools), options, {
      plugins: ({ gated, security }) => [security, gated],
    }),
};
