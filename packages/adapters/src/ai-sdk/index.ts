/**
 * The gate inside the AI SDK: tools run only what the gate lets out, and approvals live in the gate alone.
 *
 * @example
 * const who = { principal, context: conversationId };
 * await hearMessages(gate, who, messages);
 * const tools = gatedTools(gate, myTools, { server: 'app', ...who });
 * await generateText({ model, tools, toolApproval: toolApproval(gate), messages });
 *
 * @module
 */
export { gatedTools } from './gated-tools.ts';
export { toolApproval } from './tool-approval.ts';
export { findPendingApproval, withdrawCall } from '../host/approvals.ts';
export type { PendingApproval, PersonVote } from '../host/approvals.ts';
export { answerApproval } from './tool-approval.ts';
export { recordUserMessages } from './record-user-messages.ts';
export { endTurn } from '../host/unstarted-calls.ts';
export { settleClientResults } from './settle-client-results.ts';
export { catalogueOf, definitionOf } from './catalogue.ts';
export { mcpTools } from './mcp-tools.ts';
export { prepareStep } from './prepare-step.ts';
export type { StepRouting } from './prepare-step.ts';
export type { ModelRouting, RoutedServer } from '../host/choose-model.ts';
export { joinCatalogues } from '../host/catalogue.ts';
export type { McpToolDefinition, ToolServerOptions } from '../host/catalogue.ts';
export type { HostOptions, ConversationRef } from '../host/host-options.ts';
export type { AiSdkMessageLike, AiSdkToolsLike } from './shapes.ts';
