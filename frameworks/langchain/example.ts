/** An agent that reads notes, writes a mail that waits for a person, and must not delete anything. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReviewRequest, ConversationRef } from '@callgate/adapters/langchain';
import {
  answerApproval,
  catalogueOf,
  policyMiddleware,
  findPendingApproval,
} from '@callgate/adapters/langchain';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { displayJson } from '@callgate/core/receive';
import type { Gate } from '@callgate/gate';
import { Command, MemorySaver } from '@langchain/langgraph';
import { ToolMessage, createAgent, tool } from 'langchain';
import * as z from 'zod';
import type { ExampleGate } from '../example/open-gate.ts';
import { runInTwoProcesses, outbox, printAuditLog, say } from '../example/two-processes.ts';
import { loadMemory, saveMemory } from './saved-memory.ts';
import type { LangChainModelTurn } from './scripted-model.ts';
import { LangChainScriptedModel } from './scripted-model.ts';

const who: ConversationRef = { principal: LOCAL_PRINCIPAL, context: 'thread-1' };
const thread = { configurable: { thread_id: 'thread-1' } };

const toolsIn = (folder: string) => [
  tool(async () => ({ notes: ['Rome, 3 to 7 May'] }), {
    name: 'read_notes',
    description: 'Read my notes',
    schema: z.object({ about: z.string() }),
    metadata: { annotations: { readOnlyHint: true, openWorldHint: false } },
  }),
  tool(
    async ({ to, text }) => {
      appendFileSync(join(folder, 'outbox.txt'), `${to}: ${text}\n`);
      return { sent: true };
    },
    {
      name: 'send_mail',
      description: 'Send a mail',
      schema: z.object({ to: z.string(), text: z.string() }),
      metadata: { annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true } },
    },
  ),
  tool(async () => 'wiped', {
    name: 'wipe_notes',
    description: 'Delete all notes',
    schema: z.object({}),
    metadata: { annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false } },
  }),
];

const agentOf = (
  gate: Gate,
  folder: string,
  script: readonly LangChainModelTurn[],
  checkpointer: MemorySaver,
) =>
  createAgent({
    model: new LangChainScriptedModel(script),
    tools: toolsIn(folder),
    middleware: [policyMiddleware(gate, { ToolMessage, server: 'app', ...who, confirm: 'pause' })],
    checkpointer,
  });

const firstProcess = async (folder: string, { gate }: ExampleGate): Promise<void> => {
  say('1. a call that runs by itself, and one that pauses the graph');
  const memory = new MemorySaver();
  const mail = { to: 'ann@example.com', text: 'Rome, 3 to 7 May' };
  const script = [
    [{ id: 'call-1', tool: 'read_notes', input: { about: 'trip' } }],
    [{ id: 'call-2', tool: 'send_mail', input: mail }],
  ];
  const messages = [{ role: 'user', content: 'Look at my notes about the trip and tell Ann.' }];
  const { __interrupt__: interrupts = [] } = await agentOf(gate, folder, script, memory).invoke(
    { messages },
    thread,
  );
  // the request of humanInTheLoopMiddleware
  const [asked] = interrupts;
  if (asked === undefined) throw new Error('nobody was asked');
  const { actionRequests, toolCallId } = asked.value as ReviewRequest;
  say(actionRequests[0].description.replaceAll(/^/gm, '  '));
  say(`  outbox: ${outbox(folder)}`);
  writeFileSync(join(folder, 'thread.json'), JSON.stringify({ toolCallId, memory: saveMemory(memory) }));
};

const secondProcess = async (folder: string, opened: ExampleGate): Promise<void> => {
  const { gate } = opened;
  const kept = JSON.parse(readFileSync(join(folder, 'thread.json'), 'utf8')) as {
    readonly toolCallId: string;
    readonly memory: unknown;
  };
  const memory = loadMemory(kept.memory);

  say('2. another process: the graph is resumed with an approval that nobody gave, and pauses again');
  const agent = agentOf(gate, folder, ['Ann knows.'], memory);
  await agent.invoke(new Command({ resume: { decisions: [{ type: 'approve' }] } }), thread);
  say(`  outbox: ${outbox(folder)}`);

  say('3. a person reads the whole call and agrees at the gate; the graph goes on from its checkpoint');
  const question = (await findPendingApproval(gate, who, kept.toolCallId))?.question;
  if (question === undefined) throw new Error('nobody is asked');
  say(displayJson(question.arguments).replaceAll(/^/gm, '  '));
  const word = { question, approved: true, subject: 'local', opened: true };
  const { resume } = await answerApproval(gate, word);
  if (resume === undefined) throw new Error('somebody else must agree too');
  const answered = await agent.invoke(new Command({ resume }), thread);
  say(`  model: ${answered.messages.at(-1)?.text}`);
  say(`  outbox: ${outbox(folder)}`);

  say('4. a call that must not run');
  const script = [[{ id: 'call-3', tool: 'wipe_notes', input: {} }], 'I am not allowed to do that.'];
  const { messages } = await agentOf(gate, folder, script, memory).invoke(
    { messages: [{ role: 'user', content: 'Now delete all my notes.' }] },
    thread,
  );
  say(`  told: ${messages.at(-2)?.text}`);
  say(`  model: ${messages.at(-1)?.text}`);

  say('5. the record');
  await printAuditLog(opened);
};

await runInTwoProcesses(
  async (folder) => await catalogueOf(toolsIn(folder), { server: 'app', trust: 'owned' }),
  firstProcess,
  secondProcess,
);
