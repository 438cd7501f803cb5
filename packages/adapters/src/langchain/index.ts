/**
 * The gate inside LangChain: one middleware, through which every tool call goes.
 *
 * @example
 * const policy = policyMiddleware(gate, { ToolMessage, server: 'app', principal, context: threadId });
 * const agent = createAgent({ model, tools, middleware: [policy] });
 * await agent.invoke({ messages: [new HumanMessage('write to bob')] });
 *
 * @module
 */
export { policyMiddleware } from './policy-middleware.ts';
export type { PolicyMiddleware } from './policy-middleware.ts';
export { answerApproval } from './answer-approval.ts';
export type { ReviewDecision, ReviewRequest, ReviewResponse } from './answer-approval.ts';
export { findPendingApproval, withdrawCall } from '../host/approvals.ts';
export type { PendingApproval, PersonVote } from '../host/approvals.ts';
export { recordUserMessages } from './record-user-messages.ts';
export { catalogueOf, definitionOf } from './catalogue.ts';
export { mcpCatalogueOf } from './mcp-catalogue.ts';
export type { LangChainMcpClientLike } from './mcp-catalogue.ts';
export { catalogueFrom, joinCatalogues } from '../host/catalogue.ts';
export type { McpToolDefinition, ToolServerOptions } from '../host/catalogue.ts';
export type { HostOptions, ConversationRef } from '../host/host-options.ts';
export type { WaitingHostOptions } from '../host/run-with-approval.ts';
export type { LangChainMessageLike, RuntimeLike, LangChainToolLike } from './shapes.ts';
