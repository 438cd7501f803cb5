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
export type { ApprovalQuestion, ToolApproval } from './tool-approval.ts';
export { answerApproval, waitingApproval, withdraw } from './approvals.ts';
export type { Answered, ApprovalAnswer, WaitingApproval } from './approvals.ts';
export { hearMessages } from './words.ts';
export { endTurn } from './pending.ts';
export { settleClientResults } from './client-results.ts';
export { catalogueOf, definitionOf, joinCatalogues } from './catalogue.ts';
export type { CatalogueOptions, OperatorWord } from './catalogue.ts';
export type { AsSchema } from './json-schema.ts';
export type { HostOptions, Who } from './host.ts';
export type {
  ApprovalResponse,
  ApprovalStatus,
  MessageLike,
  ToolCallLike,
  ToolLike,
  ToolsLike,
} from './shapes.ts';
