/** Compiled and never run: what the adapter takes and gives, against LangChain's own types. */
import type {
  LangChainMcpClientLike,
  LangChainMessageLike,
  PolicyMiddleware,
  ReviewRequest,
  ReviewResponse,
  RuntimeLike,
  LangChainToolLike,
} from '@callgate/adapters/langchain';
import {
  answerApproval,
  catalogueOf,
  recordUserMessages,
  mcpCatalogueOf,
  policyMiddleware,
} from '@callgate/adapters/langchain';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import type { StructuredToolInterface } from '@langchain/core/tools';
import { toJsonSchema } from '@langchain/core/utils/json_schema';
import { Command, MemorySaver } from '@langchain/langgraph';
import type { MultiServerMCPClient } from '@langchain/mcp-adapters';
import type {
  AgentMiddleware,
  BaseMessage,
  HITLRequest,
  HITLResponse,
  Runtime,
  WrapToolCallHook,
} from 'langchain';
import { ToolMessage, createAgent, createMiddleware, tool } from 'langchain';
import * as z from 'zod';
import { LangChainScriptedModel } from './scripted-model.ts';

declare const gate: Gate;
const who = { principal: LOCAL_PRINCIPAL, context: 'thread-1' };

const note = tool(async ({ text }) => text, {
  name: 'note',
  description: 'Note something',
  schema: z.object({ text: z.string() }),
  metadata: { annotations: { readOnlyHint: true } },
});
note satisfies LangChainToolLike;

const policy = policyMiddleware(gate, { ToolMessage, server: 'app', ...who, confirm: 'pause' });
policy satisfies PolicyMiddleware<ToolMessage>;
policy satisfies AgentMiddleware;
policy.wrapToolCall satisfies WrapToolCallHook;

/** With and without `createMiddleware`, alone and beside others. */
export const agents = [
  createAgent({ model: new LangChainScriptedModel([]), tools: [note], middleware: [policy] }),
  createAgent({
    model: 'openai:gpt-5',
    tools: [note],
    middleware: [createMiddleware({ name: 'Other' }), createMiddleware(policy)],
    checkpointer: new MemorySaver(),
  }),
] as const;

/** One agent for all threads. */
export const shared = policyMiddleware(gate, {
  ToolMessage,
  server: 'app',
  serverOf: (name) => (name.startsWith('mcp__') ? 'mcp' : undefined),
  who: ({ configurable }) => ({ principal: LOCAL_PRINCIPAL, context: String(configurable?.['thread_id']) }),
  reviewer: ({ context }) => (typeof context === 'string' ? context : undefined),
});

export const fits = async (
  runtime: Runtime,
  messages: BaseMessage[],
  request: ReviewRequest,
  response: ReviewResponse,
  client: MultiServerMCPClient,
  structured: StructuredToolInterface[],
): Promise<void> => {
  runtime satisfies RuntimeLike;
  messages satisfies readonly LangChainMessageLike[];
  request satisfies HITLRequest;
  response satisfies HITLResponse;
  await recordUserMessages(gate, who, messages);
  await catalogueOf([note, ...structured], { server: 'app', toJsonSchema });
  const server = await client.getClient('app');
  server satisfies LangChainMcpClientLike | undefined;
  if (server !== undefined) await mcpCatalogueOf(server, { server: 'app' });
  const question = { call: 'id', binding: 'what was seen' };
  const { resume } = await answerApproval(gate, { question, approved: true, subject: 'ann', opened: true });
  void new Command({ resume });
};

// @ts-expect-error the model could not be answered
policyMiddleware(gate, { server: 'app', ...who });
// @ts-expect-error whose conversation is it
policyMiddleware(gate, { ToolMessage, server: 'app' });
// @ts-expect-error which tools are these
policyMiddleware(gate, { ToolMessage, ...who });
// @ts-expect-error a call that needs a person waits or pauses, and does not run
policyMiddleware(gate, { ToolMessage, server: 'app', ...who, confirm: 'run' });
// @ts-expect-error a vote needs to say on what
void answerApproval(gate, { approved: true, subject: 'ann', opened: true });
