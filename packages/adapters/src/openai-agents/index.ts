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
export { hostedApproval, settleHosted } from './hosted.ts';
export { answerInterruption, waitingInterruption } from './answer-interruption.ts';
export { waitingApproval, withdraw } from '../host/approvals.ts';
export type { WaitingApproval, Word } from '../host/approvals.ts';
export { hearInput } from './words.ts';
export { endTurn } from '../host/pending.ts';
export { withHints } from './catalogue.ts';
export { catalogueOf, catalogueOfServer, definitionOf } from './catalogue.ts';
export { catalogueFrom, joinCatalogues } from '../host/catalogue.ts';
export type { Definition, ServerWord } from '../host/catalogue.ts';
export type { HostOptions, Who } from '../host/host.ts';
export type { HoldingHost } from '../host/run-held.ts';
export type { FunctionToolLike } from './shapes.ts';
