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
export { answerToolCall } from './answer-tool-call.ts';
export type { ApprovingAgent } from './answer-tool-call.ts';
export { waitingApproval, withdraw } from '../host/approvals.ts';
export type { WaitingApproval, Word } from '../host/approvals.ts';
export { hearMessages } from './words.ts';
export { catalogueOf, definitionOf } from './catalogue.ts';
export { catalogueFrom, joinCatalogues } from '../host/catalogue.ts';
export type { Definition, ServerWord } from '../host/catalogue.ts';
export type { HostOptions, Who } from '../host/host.ts';
export type { ContextLike, MessageLike } from './shapes.ts';
