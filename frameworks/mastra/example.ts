/** An agent that reads notes, writes a mail that waits for a person, and must not delete anything. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConversationRef } from '@callgate/adapters/mastra';
import {
  answerApproval,
  catalogueOf,
  gatedTools,
  recordUserMessages,
  findPendingApproval,
} from '@callgate/adapters/mastra';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { displayJson } from '@callgate/core/receive';
import type { Gate } from '@callgate/gate';
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { createTool } from '@mastra/core/tools';
import * as z from 'zod';
import type { ExampleGate } from '../example/open-gate.ts';
import { runInTwoProcesses, outbox, printAuditLog, say } from '../example/two-processes.ts';
import type { SavedRun } from './saved-storage.ts';
import { savedRuns, storageWith } from './saved-storage.ts';
import type { MastraScriptStep } from './scripted-model.ts';
import { createScript } from './scripted-model.ts';

const who: ConversationRef = { principal: LOCAL_PRINCIPAL, context: 'thread-1' };

const toolsIn = (folder: string) => ({
  read_notes: createTool({
    id: 'read_notes',
    description: 'Read my notes',
    inputSchema: z.object({ about: z.string() }),
    mcp: { annotations: { readOnlyHint: true, openWorldHint: false } },
    execute: async () => ({ notes: ['Rome, 3 to 7 May'] }),
  }),
  send_mail: createTool({
    id: 'send_mail',
    description: 'Send a mail',
    inputSchema: z.object({ to: z.string(), text: z.string() }),
    mcp: { annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true } },
    execute: async ({ to, text }) => {
      appendFileSync(join(folder, 'outbox.txt'), `${to}: ${text}\n`);
      return { sent: true };
    },
  }),
  wipe_notes: createTool({
    id: 'wipe_notes',
    description: 'Delete all notes',
    inputSchema: z.object({}),
    mcp: { annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false } },
    execute: async () => 'wiped',
  }),
});

const agentOf = async (
  gate: Gate,
  folder: string,
  script: readonly MastraScriptStep[],
  runs: readonly SavedRun[],
) => {
  const { model, told } = createScript(script);
  const tools = gatedTools(gate, toolsIn(folder), { server: 'app', ...who });
  const storage = await storageWith(runs);
  const assistant = new Agent({ id: 'assistant', name: 'assistant', instructions: 'Help.', model, tools });
  const agent = new Mastra({ agents: { assistant }, storage, logger: false }).getAgent('assistant');
  return { agent, told, storage };
};

interface SavedExample {
  readonly runId: string;
  readonly toolCallId: string;
  readonly runs: readonly SavedRun[];
}

const firstProcess = async (folder: string, { gate }: ExampleGate): Promise<void> => {
  say('1. a call that runs by itself, and one that waits for a person');
  const text = 'Look at my notes about the trip and tell Ann.';
  const { agent, storage } = await agentOf(
    gate,
    folder,
    [
      { calls: [{ id: 'call-1', tool: 'read_notes', input: { about: 'trip' } }] },
      {
        calls: [
          { id: 'call-2', tool: 'send_mail', input: { to: 'ann@example.com', text: 'Rome, 3 to 7 May' } },
        ],
      },
    ],
    [],
  );
  await recordUserMessages(gate, who, text);
  const stream = await agent.stream(text);
  for await (const chunk of stream.fullStream) {
    if (chunk.type !== 'tool-call-approval') continue;
    const { toolCallId, toolName } = chunk.payload;
    say(`  waiting: ${toolName}`);
    const { runId } = stream;
    writeFileSync(join(folder, 'run.json'), JSON.stringify({ runId, toolCallId }));
  }
  say(`  outbox: ${outbox(folder)}`);
  writeFileSync(join(folder, 'storage.json'), JSON.stringify(await savedRuns(storage)));
};

const readSavedExample = (folder: string): SavedExample => {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  return { ...(read('run.json') as Omit<SavedExample, 'runs'>), runs: read('storage.json') as SavedRun[] };
};

const secondProcess = async (folder: string, opened: ExampleGate): Promise<void> => {
  const { gate } = opened;
  const { runs, ...paused } = readSavedExample(folder);

  say('2. another process: the framework is told of an approval that nobody gave');
  const lied = await agentOf(gate, folder, [{ text: 'It still waits for somebody.' }], runs);
  say(`  model: ${await (await lied.agent.approveToolCall(paused)).text}`);
  say(`  outbox: ${outbox(folder)}`);

  say('3. a person reads the whole call and agrees at the gate; the run goes on from the storage');
  const { agent } = await agentOf(gate, folder, [{ text: 'Ann knows.' }], runs);
  const question = (await findPendingApproval(gate, who, paused.toolCallId))?.question;
  if (question === undefined) throw new Error('nobody is asked');
  say(displayJson(question.arguments).replaceAll(/^/gm, '  '));
  const word = { question, approved: true, subject: 'local', opened: true };
  const { stream } = await answerApproval(gate, agent, paused, word);
  say(`  model: ${await stream?.text}`);
  say(`  outbox: ${outbox(folder)}`);

  say('4. a call that must not run');
  const script = [
    { calls: [{ id: 'call-3', tool: 'wipe_notes', input: {} }] },
    { text: 'I am not allowed to do that.' },
  ];
  const wiping = await agentOf(gate, folder, script, []);
  await recordUserMessages(gate, who, 'Now delete all my notes.');
  const { text } = await wiping.agent.generate('Now delete all my notes.');
  say(`  told: ${wiping.told()['call-3']}`);
  say(`  model: ${text}`);

  say('5. the record');
  await printAuditLog(opened);
};

await runInTwoProcesses(
  async (folder) => await catalogueOf(toolsIn(folder), { server: 'app', trust: 'owned' }),
  firstProcess,
  secondProcess,
);
