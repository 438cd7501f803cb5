import { catalogueOf } from '@callgate/adapters/langchain';
import type { Driver } from '../../packages/adapters/test/suite/driver.ts';
import { LangChainSuiteConversation, toolsOf } from './langchain-suite-conversation.ts';

/** A call that needs a person waits inside the turn. */
export const driver: Driver = {
  framework: 'langchain',
  style: 'hold',
  canStream: true,
  canParallel: true,
  catalogue: async (tools, trust) => await catalogueOf(toolsOf(tools), { server: 'app', trust }),
  converse: async (gate, tools, options) =>
    new LangChainSuiteConversation(gate, toolsOf(tools), options, { confirm: 'hold' }),
  bare: async (tools, options) =>
    new LangChainSuiteConversation(undefined, toolsOf(tools), options, { confirm: 'hold' }),
};
