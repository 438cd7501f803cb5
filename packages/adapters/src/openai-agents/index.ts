/**
 * The gate inside the OpenAI Agents SDK: function tools and MCP servers run only what the gate lets out, and approvals
 * live in the gate alone.
 *
 * @example
 * const who = { principal, context: conversationId };
 * const agent = new Agent({ name, model, tools: gatedTools(gate, myTools, { server: 'app', ...who }) });
 * await hearInput(gate, who, text);
 * const result = await run(agent, text);
 *
 * @module
 */
export { gatedTools } from './gated-tools.ts';
export type { AgentsHost } from './gated-tools.ts';
export { gatedServer } from './gated-server.ts';
export { hostedApproval, settleHosted } from './hosted-approval.ts';
export { answerApproval, findPendingInterruption } from './answer-approval.ts';
export { findPendingApproval, withdrawCall } from '../host/approvals.ts';
export type { PendingApproval, PersonVote } from '../host/approvals.ts';
export { recordUserMessages } from './record-user-messages.ts';
export { endTurn } from '../host/unstarted-calls.ts';
export { withHints } from './catalogue.ts';
export { catalogueOf, catalogueOfServer, definitionOf } from './catalogue.ts';
export { catalogueFrom, joinCatalogues } from '../host/catalogue.ts';
export type { McpToolDefinition, ToolServerOptions } from '../host/catalogue.ts';
export type { HostOptions, ConversationRef } from '../host/host-options.ts';
export type { WaitingHostOptions } from '../host/run-with-approval.ts';
export type { FunctionToolLike } from './shapes.ts';
