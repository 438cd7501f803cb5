/**
 * The gate inside Mastra: tools run only what the gate lets out, and approvals live in the gate alone.
 *
 * @example
 * const who = { principal, context: threadId };
 * const agent = new Agent({ id, name, instructions, model, tools: gatedTools(gate, myTools, { server: 'app', ...who }) });
 * await hearMessages(gate, who, text);
 * const output = await agent.generate(text);
 *
 * @module
 */
export { gatedTools } from './gated-tools.ts';
export { answerApproval } from './answer-approval.ts';
export type { ApprovingAgent } from './answer-approval.ts';
export { findPendingApproval, withdrawCall } from '../host/approvals.ts';
export type { PendingApproval, PersonVote } from '../host/approvals.ts';
export { recordUserMessages } from './record-user-messages.ts';
export { catalogueOf, definitionOf } from './catalogue.ts';
export { catalogueFrom, joinCatalogues } from '../host/catalogue.ts';
export type { McpToolDefinition, ToolServerOptions } from '../host/catalogue.ts';
export type { HostOptions, ConversationRef } from '../host/host-options.ts';
export type { MastraContextLike, MastraMessageLike } from './shapes.ts';
