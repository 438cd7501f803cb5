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
export { answerReview } from './decisions.ts';
export type { Decision, ReviewRequest, ReviewResponse } from './decisions.ts';
export { castWord, waitingApproval, withdraw } from '../host/approvals.ts';
export type { WaitingApproval, Word } from '../host/approvals.ts';
export { hearMessages } from './words.ts';
export { catalogueOf, definitionOf } from './catalogue.ts';
export { mcpCatalogueOf } from './mcp-catalogue.ts';
export type { McpClientLike } from './mcp-catalogue.ts';
export { catalogueFrom, joinCatalogues } from '../host/catalogue.ts';
export type { Definition, ServerWord } from '../host/catalogue.ts';
export type { HostOptions, Who } from '../host/host.ts';
export type { HoldingHost } from '../host/run-held.ts';
export type { MessageLike, RuntimeLike, ToolLike } from './shapes.ts';
