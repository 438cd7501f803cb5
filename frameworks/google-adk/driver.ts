import { catalogueOf } from '@callgate/adapters/google';
import type { Definition } from '@callgate/adapters/google';
import type { Driver, SuiteTool } from '../../packages/adapters/test/suite/driver.ts';
import { AdkConversation, toolsOf } from './conversation.ts';

/** Tools of ADK have no place for hints: the definitions say them. */
const definitionOf = ({ run: _, ...tool }: SuiteTool): Definition =>
  JSON.parse(JSON.stringify(tool)) as Definition;

/** The gate's own plugin alone. */
export const driver: Driver = {
  framework: 'google-adk',
  style: 'pause',
  canStream: true,
  canParallel: true,
  catalogue: async (tools, trust) => catalogueOf(tools.map(definitionOf), { server: 'app', trust }),
  converse: async (gate, tools, options) => new AdkConversation(gate, toolsOf(tools), options),
  bare: async (tools, options) => new AdkConversation(undefined, toolsOf(tools), options),
};
