/** What the adapter takes and gives, against the vendor's own types. Compiled, never run. */
import type { MCPClient } from '@ai-sdk/mcp';
import type {
  HostOptions,
  AiSdkMessageLike,
  AiSdkToolsLike,
  ConversationRef,
  PendingApproval,
} from '@callgate/adapters/ai-sdk';
import {
  answerApproval,
  catalogueOf,
  gatedTools,
  recordUserMessages,
  mcpTools,
  settleClientResults,
  toolApproval,
} from '@callgate/adapters/ai-sdk';
import type { Gate, GateOptions } from '@callgate/gate';
import type { GenericToolApprovalFunction, LanguageModel, ModelMessage, ToolModelMessage, ToolSet } from 'ai';
import { ToolLoopAgent, asSchema, dynamicTool, generateText, jsonSchema, streamText, tool } from 'ai';
import * as z from 'zod';

declare const gate: Gate;
declare const who: ConversationRef;
declare const model: LanguageModel;
declare const messages: ModelMessage[];
declare const client: MCPClient;
declare const waiting: PendingApproval & { readonly question: NonNullable<PendingApproval['question']> };
const host: HostOptions = { server: 'app', ...who };

const save_note = tool({
  inputSchema: z.object({ text: z.string() }),
  metadata: { annotations: { readOnlyHint: false, modelPreferences: { intelligencePriority: 0.9 } } },
  execute: async ({ text }) => `saved: ${text}`,
});
const dynamic = dynamicTool({ inputSchema: jsonSchema({ type: 'object' }), execute: async () => null });
const ofServer = await mcpTools(client);
ofServer satisfies ToolSet;

const set = { save_note, dynamic };
set satisfies AiSdkToolsLike;
(await catalogueOf(set, { server: 'app', asSchema })) satisfies GateOptions['catalogue'];
await catalogueOf(ofServer, { server: 'notes', trust: 'trusted' });

const tools: typeof set = gatedTools(gate, set, host);
const all = { ...tools, ...gatedTools(gate, ofServer, { ...host, server: 'notes' }) };
toolApproval(gate) satisfies GenericToolApprovalFunction<typeof all, never, never>;
const call = { model, messages, tools: all, toolApproval: toolApproval(gate) };
await generateText(call);
streamText(call).consumeStream();
new ToolLoopAgent({ model, tools, toolApproval: toolApproval(gate) }).tools satisfies typeof set;

messages satisfies readonly AiSdkMessageLike[];
await recordUserMessages(gate, who, messages);
await settleClientResults(gate, who, messages);

const word = { question: waiting.question, approved: true, subject: 'ann', opened: true };
const { response } = await answerApproval(gate, { ...word, approvalId: 'approval-1' });
if (response !== undefined) ({ role: 'tool', content: [response] }) satisfies ToolModelMessage;

// @ts-expect-error a host that does not say where its tools come from
gatedTools(gate, set, who);
// @ts-expect-error a vote on nothing that was seen
await answerApproval(gate, { approvalId: 'approval-1', approved: true, subject: 'ann', opened: true });
// @ts-expect-error a trust that there is not
await catalogueOf(set, { server: 'app', trust: 'full' });
