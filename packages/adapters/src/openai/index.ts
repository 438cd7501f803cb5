/**
 * The gate in a loop around OpenAI's API, for responses and chat completions: tools run only what the gate lets out, and a
 * hosted server gets an approval only for what the gate let out.
 *
 * @example
 * const host = { server: 'app', principal, context: conversationId };
 * await hearMessages(gate, host, input);
 * const response = await openai.responses.create({ model, input, tools });
 * input.push(...response.output, ...(await answerFunctionCalls(gate, host, response, handlers)));
 *
 * @module
 */
export { answerFunctionCall, answerFunctionCalls } from './answer-function-calls.ts';
export { answerToolCalls } from './answer-tool-calls.ts';
export type { ChatToolMessage } from './answer-tool-calls.ts';
export { readChatStream, readResponseStream } from './read-streams.ts';
export type { ChatChunkLike } from './read-streams.ts';
export { answerApprovals, denyPending } from './answer-approvals.ts';
export { settleHosted } from './settle-hosted.ts';
export { HostedTools, OPENAI_TOOLS, definitionsOfListing } from './hosted-tools.ts';
export { recordUserMessages } from './record-user-messages.ts';
export { castPersonVote as answerApproval, findPendingApproval, withdrawCall } from '../host/approvals.ts';
export type { PendingApproval, PersonVote } from '../host/approvals.ts';
export { catalogueFrom as catalogueOf, joinCatalogues } from '../host/catalogue.ts';
export type { McpToolDefinition, ToolServerOptions } from '../host/catalogue.ts';
export type { HostOptions, ConversationRef } from '../host/host-options.ts';
export type { ToolHandler, ToolHandlers } from '../host/model-call.ts';
export type { UnwantedCallAction } from '../host/report-provider-calls.ts';
export { runWithApproval } from '../host/run-with-approval.ts';
export type { WaitingHostOptions } from '../host/run-with-approval.ts';
export type { ExecutionOptions } from '../host/run-tool.ts';
export type { CustomCallOutput, FunctionCallOutput, McpApprovalResponse } from './shapes.ts';
export { requireChosenModel, chooseNextModel } from '../host/choose-model.ts';
export type { ModelRouting, RoutedServer } from '../host/choose-model.ts';
