/**
 * The gate in a loop around Anthropic's API, in its tool runner, and before its MCP connector.
 *
 * @example
 * const host = { server: 'app', principal, context: conversationId };
 * await hearMessages(gate, host, messages);
 * const runner = anthropic.beta.messages.toolRunner({ model, max_tokens, messages, tools: gatedTools(gate, tools, host) });
 *
 * @module
 */
export { answerToolUses } from './tool-uses.ts';
export { definitionsOf, gated, gatedTools } from './gated-tools.ts';
export { deferToolCalls } from './defer.ts';
export { toolsetFor, toolsetsFor } from './mcp-connector.ts';
export type { McpToolset } from './mcp-connector.ts';
export { ANTHROPIC_TOOLS, reportServerTools } from './server-tools.ts';
export { hearMessages } from './words.ts';
export { castWord, waitingApproval, withdraw } from '../host/approvals.ts';
export type { WaitingApproval, Word } from '../host/approvals.ts';
export { catalogueFrom as catalogueOf, joinCatalogues } from '../host/catalogue.ts';
export type { Definition, ServerWord } from '../host/catalogue.ts';
export type { HostOptions, Who } from '../host/host.ts';
export type { Handler, Handlers } from '../host/model-call.ts';
export type { Unwanted } from '../host/ran-elsewhere.ts';
export { runHeld } from '../host/run-held.ts';
export type { HoldingHost } from '../host/run-held.ts';
export type { ToolResultBlock } from './shapes.ts';
export { chosenModel, modelForNextStep } from '../host/choose-model.ts';
export type { ModelRouting, RoutedServer } from '../host/choose-model.ts';
