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
export { answerFunctionCall, answerFunctionCalls } from './function-calls.ts';
export { answerToolCalls } from './chat-calls.ts';
export type { ChatToolMessage } from './chat-calls.ts';
export { chatMessageOf, responseOf } from './streams.ts';
export type { ChatChunkLike } from './streams.ts';
export { answerApprovals, notYet } from './hosted-approvals.ts';
export { settleHosted } from './hosted-results.ts';
export { HostedTools, OPENAI_TOOLS, definitionsOfListing } from './hosted-tools.ts';
export { hearMessages } from './words.ts';
export { castWord, waitingApproval, withdraw } from '../host/approvals.ts';
export type { WaitingApproval, Word } from '../host/approvals.ts';
export { catalogueFrom as catalogueOf, joinCatalogues } from '../host/catalogue.ts';
export type { Definition, ServerWord } from '../host/catalogue.ts';
export type { HostOptions, Who } from '../host/host.ts';
export type { Handler, Handlers } from '../host/model-call.ts';
export type { Unwanted } from '../host/ran-elsewhere.ts';
export { runHeld } from '../host/run-held.ts';
export type { HoldingHost } from '../host/run-held.ts';
export type { ExecutionOptions } from '../host/run-tool.ts';
export type { CustomCallOutput, FunctionCallOutput, McpApprovalResponse } from './shapes.ts';
export { chosenModel, modelForNextStep } from '../host/choose-model.ts';
export type { ModelRouting, RoutedServer } from '../host/choose-model.ts';
