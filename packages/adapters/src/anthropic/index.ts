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
export { answerToolUses } from './answer-tool-uses.ts';
export { definitionsOf, gatedTool, gatedTools } from './gated-tools.ts';
export { deferToolCalls } from './defer-tool-calls.ts';
export { createToolset, createToolsets } from './mcp-connector.ts';
export type { McpToolset } from './mcp-connector.ts';
export { ANTHROPIC_TOOLS, reportServerTools } from './report-server-tools.ts';
export { recordUserMessages } from './record-user-messages.ts';
export { castPersonVote as answerApproval, findPendingApproval, withdrawCall } from '../host/approvals.ts';
export type { PendingApproval, PersonVote } from '../host/approvals.ts';
export { catalogueFrom as catalogueOf, joinCatalogues } from '../host/catalogue.ts';
export type { McpToolDefinition, ToolServerOptions } from '../host/catalogue.ts';
export type { HostOptions, ConversationRef } from '../host/host-options.ts';
export type { ToolHandler, ToolHandlers } from '../host/model-call.ts';
export type { UnwantedCallAction } from '../host/report-provider-calls.ts';
export { runWithApproval } from '../host/run-with-approval.ts';
export type { WaitingHostOptions } from '../host/run-with-approval.ts';
export type { ToolResultBlock } from './shapes.ts';
export { requireChosenModel, chooseNextModel } from '../host/choose-model.ts';
export type { ModelRouting, RoutedServer } from '../host/choose-model.ts';
