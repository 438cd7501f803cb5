/** What the adapter takes and gives, held against the types of the package. Compiled, never run. */
import type {
  ChatToolMessage,
  CustomCallOutput,
  FunctionCallOutput,
  WaitingHostOptions,
  McpApprovalResponse,
} from '@callgate/adapters/openai';
import {
  HostedTools,
  answerApprovals,
  answerFunctionCall,
  answerFunctionCalls,
  answerToolCalls,
  readChatStream,
  definitionsOfListing,
  recordUserMessages,
  readResponseStream,
  settleHosted,
} from '@callgate/adapters/openai';
import type { Gate } from '@callgate/gate';
import type OpenAI from 'openai';

declare const gate: Gate;
declare const host: WaitingHostOptions;
declare const client: OpenAI;
declare const response: OpenAI.Responses.Response;
declare const choice: OpenAI.Chat.ChatCompletion.Choice;
declare const item: OpenAI.Responses.ResponseFunctionToolCall;
declare const listing: OpenAI.Responses.ResponseOutputItem.McpListTools;

const handlers = {
  save: ({ text }: { readonly text: string }) => text,
  wait: async (_: object, { abortSignal }: { readonly abortSignal?: AbortSignal | undefined }) =>
    abortSignal?.aborted,
};

// what comes back goes into the next request as it is
(await answerFunctionCalls(gate, host, response, handlers)) satisfies OpenAI.Responses.ResponseInputItem[];
(await answerFunctionCall(gate, host, item, handlers)) satisfies OpenAI.Responses.ResponseInputItem;
(await answerToolCalls(gate, host, choice, handlers)) satisfies OpenAI.Chat.ChatCompletionMessageParam[];
(await answerApprovals(gate, host, response)).responses satisfies OpenAI.Responses.ResponseInputItem[];
await settleHosted(gate, host, response, { sent: (await answerApprovals(gate, host, response)).responses });
await new HostedTools({ crm: { trust: 'trusted' } }).learn(gate, response);
definitionsOfListing(listing) satisfies readonly { readonly name: string }[];

// streams are read to the types of the package
const events = await client.responses.create({ model: 'm', input: 'x', stream: true });
(await readResponseStream(events)) satisfies OpenAI.Responses.Response;
const chunks = await client.chat.completions.create({ model: 'm', messages: [], stream: true });
const assembled = await readChatStream(chunks);
assembled satisfies OpenAI.Chat.ChatCompletionMessageParam;
await answerToolCalls(gate, host, { message: assembled }, handlers);

// words are heard from both kinds of input
declare const input: OpenAI.Responses.ResponseInput;
declare const messages: OpenAI.Chat.ChatCompletionMessageParam[];
await recordUserMessages(gate, host, input);
await recordUserMessages(gate, host, messages);
await recordUserMessages(gate, host, 'text');

export type OpenAiOutputs = [
  FunctionCallOutput extends OpenAI.Responses.ResponseInputItem.FunctionCallOutput ? true : never,
  CustomCallOutput extends OpenAI.Responses.ResponseCustomToolCallOutput ? true : never,
  McpApprovalResponse extends OpenAI.Responses.ResponseInputItem.McpApprovalResponse ? true : never,
  ChatToolMessage extends OpenAI.Chat.ChatCompletionToolMessageParam ? true : never,
];
export const outputs: OpenAiOutputs = [true, true, true, true];

// @ts-expect-error a host must say whose conversation it is
await answerFunctionCalls(gate, { server: 'app' }, response, handlers);
// @ts-expect-error a handler is a function
await answerFunctionCalls(gate, host, response, { save: 'text' });
// @ts-expect-error a chat message has no output
await answerFunctionCalls(gate, host, message, handlers);
