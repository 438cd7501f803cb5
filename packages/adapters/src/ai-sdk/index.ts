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
export { waitingApproval, withdraw } from '../host/approvals.ts';
export type { WaitingApproval, Word } from '../host/approvals.ts';
export { answerApproval } from './tool-approval.ts';
export { hearMessages } from './words.ts';
export { endTurn } from '../host/pending.ts';
export { settleClientResults } from './client-results.ts';
export { catalogueOf, definitionOf } from './catalogue.ts';
export { mcpTools } from './mcp-tools.ts';
export { prepareStep } from './prepare-step.ts';
export type { StepRouting } from './prepare-step.ts';
export type { ModelRouting, RoutedServer } from '../host/choose-model.ts';
export { joinCatalogues } from '../host/catalogue.ts';
export type { Definition, ServerWord } from '../host/catalogue.ts';
export type { HostOptions, Who } from '../host/host.ts';
export type { MessageLike, ToolsLike } from './shapes.ts';
