import { catalogueOf } from '@callgate/adapters/google';
import type { McpToolDefinition } from '@callgate/adapters/google';
import type { Driver, SuiteTool } from '../../packages/adapters/test/suite/driver.ts';
import { AdkSuiteConversation, toolsOf } from './adk-suite-conversation.ts';

/** Tools of ADK have no place for hints: the definitions say them. */
const definitionOf = ({ run: _, ...tool }: SuiteTool): McpToolDefinition =>
  JSON.parse(JSON.stringify(tool)) as McpToolDefinition;

/** The gate's own plugin alone. */
export const driver: Driver = {
  framework: 'google-adk',
  style: 'pause',
  canStream: true,
  canParallel: true,
  catalogue: async (tools, trust) => catalogueOf(tools.map(definitionOf), { server: 'app', trust }),
  converse: async (gate, tools, options) => new AdkSuiteConversation(gate, toolsOf(tools), options),
  bare: async (tools, options) => new AdkSuiteConversation(undefined, toolsOf(tools), options),
};
