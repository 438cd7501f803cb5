import type { Driver } from '../../packages/adapters/test/suite/driver.ts';
import { LangChainSuiteConversation, toolsOf } from './langchain-suite-conversation.ts';
import { driver as holding } from './driver.ts';

/** A call that needs a person pauses the graph, as with `humanInTheLoopMiddleware`. */
export const driver: Driver = {
  ...holding,
  framework: 'langchain, pausing',
  style: 'pause',
  converse: async (gate, tools, options) =>
    new LangChainSuiteConversation(gate, toolsOf(tools), options, { confirm: 'pause' }),
};
