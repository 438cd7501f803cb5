/**
 * The gate in programs on `@google/genai`: tools that the SDK calls by itself, and loops of one's own.
 *
 * @example
 * const host = { server: 'app', principal, context: conversationId };
 * await hearContents(gate, host, contents);
 * const tool = gated(gate, mcpToTool(client), host);
 * await ai.models.generateContent({ model, contents, config: { tools: [tool] } });
 *
 * @module
 */
export { callableTool, gatedCallableTool } from './genai-callable-tool.ts';
export { answerFunctionCalls } from './genai-function-calls.ts';
export type { FunctionCallLike, FunctionResponsePart } from './genai-shapes.ts';
export { GOOGLE_TOOLS, reportServerTools } from './genai-server-tools.ts';
export { recordUserMessages } from './record-user-messages.ts';
export { castPersonVote as answerApproval, findPendingApproval, withdrawCall } from '../host/approvals.ts';
export type { PendingApproval, PersonVote } from '../host/approvals.ts';
export { catalogueFrom as catalogueOf, joinCatalogues } from '../host/catalogue.ts';
export type { McpToolDefinition, ToolServerOptions } from '../host/catalogue.ts';
export type { HostOptions, ConversationRef } from '../host/host-options.ts';
export type { ToolHandler, ToolHandlers } from '../host/model-call.ts';
export type { UnwantedCallAction } from '../host/report-provider-calls.ts';
export type { WaitingHostOptions } from '../host/run-with-approval.ts';
export { gatePlugin } from './adk-plugin.ts';
export { policyEngine } from './adk-policy-engine.ts';
export type { AdkPolicyAnswer } from './adk-policy-engine.ts';
export { answerConfirmation, confirmationsOf } from './adk-confirmation.ts';
export type { ConfirmationRequest } from './adk-confirmation.ts';
export { mcpDefinitionsOf } from './adk-shapes.ts';
export type { AdkSessionLike, AdkToolLike } from './adk-shapes.ts';
