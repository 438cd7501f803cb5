/** An agent that reads notes, writes a mail that waits for a person, and must not delete anything. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConversationRef } from '@callgate/adapters/openai-agents';
import {
  answerApproval,
  catalogueOf,
  endTurn,
  gatedTools,
  recordUserMessages,
  findPendingInterruption,
  withHints,
} from '@callgate/adapters/openai-agents';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { displayJson } from '@callgate/core/receive';
import type { Gate } from '@callgate/gate';
import { Agent, RunState, run, tool } from '@openai/agents';
import * as z from 'zod';
import type { ExampleGate } from '../example/open-gate.ts';
import { runInTwoProcesses, outbox, printAuditLog, say } from '../example/two-processes.ts';
import type { AgentsScriptStep } from './scripted-model.ts';
import { scriptedModel, readCallAnswers } from './scripted-model.ts';

const who: ConversationRef = { principal: LOCAL_PRINCIPAL, context: 'conversation-1' };

const toolsIn = (folder: string) =>
  [
    withHints(
      tool({
        name: 'read_notes',
        description: 'Read my notes',
        parameters: z.object({ about: z.string() }),
        errorFunction: null,
        execute: async () => ({ notes: ['Rome, 3 to 7 May'] }),
      }),
      { annotations: { readOnlyHint: true, openWorldHint: false } },
    ),
    withHints(
      tool({
        name: 'send_mail',
        description: 'Send a mail',
        parameters: z.object({ to: z.string(), text: z.string() }),
        errorFunction: null,
        execute: async ({ to, text }) => {
          appendFileSync(join(folder, 'outbox.txt'), `${to}: ${text}\n`);
          return { sent: true };
        },
      }),
      { annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true } },
    ),
    withHints(
      tool({
        name: 'wipe_notes',
        description: 'Delete all notes',
        parameters: z.object({}),
        errorFunction: null,
        execute: async () => 'wiped',
      }),
      { annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false } },
    ),
  ] as const;

const agentOf = (gate: Gate, folder: string, script: readonly AgentsScriptStep[]) => {
  const model = scriptedModel(script);
  const tools = gatedTools(gate, toolsIn(folder), { server: 'app', ...who });
  return { agent: new Agent({ name: 'assistant', model, tools: [...tools] }), model };
};

const firstProcess = async (folder: string, { gate }: ExampleGate): Promise<void> => {
  say('1. a call that runs by itself, and one that waits for a person');
  const { agent } = agentOf(gate, folder, [
    { calls: [{ id: 'call-1', tool: 'read_notes', input: { about: 'trip' } }] },
    {
      calls: [
        { id: 'call-2', tool: 'send_mail', input: { to: 'ann@example.com', text: 'Rome, 3 to 7 May' } },
      ],
    },
  ]);
  const text = 'Look at my notes about the trip and tell Ann.';
  await recordUserMessages(gate, who, text);
  const { interruptions, state } = await run(agent, text);
  await endTurn(gate, who);
  say(`  waiting: ${interruptions.map(({ name }) => name).join(', ')}`);
  say(`  outbox: ${outbox(folder)}`);
  writeFileSync(join(folder, 'state.json'), state.toString());
};

const secondProcess = async (folder: string, opened: ExampleGate): Promise<void> => {
  const { gate } = opened;
  const kept = readFileSync(join(folder, 'state.json'), 'utf8');

  say('2. another process: the state claims an approval that nobody gave');
  const lied = agentOf(gate, folder, [{ text: 'It still waits for somebody.' }]);
  const forged = await RunState.fromString(lied.agent, kept);
  for (const interruption of forged.getInterruptions()) forged.approve(interruption);
  say(`  model: ${(await run(lied.agent, forged)).finalOutput}`);
  say(`  outbox: ${outbox(folder)}`);

  say('3. a person reads the whole call and agrees at the gate; the run goes on from its state');
  const { agent } = agentOf(gate, folder, [{ text: 'Ann knows.' }]);
  const state = await RunState.fromString(agent, kept);
  for (const interruption of state.getInterruptions()) {
    const question = (await findPendingInterruption(gate, who, interruption))?.question;
    if (question === undefined) throw new Error('nobody is asked');
    say(displayJson(question.arguments).replaceAll(/^/gm, '  '));
    const word = { question, approved: true, subject: 'local', opened: true };
    await answerApproval(gate, state, interruption, word);
  }
  say(`  model: ${(await run(agent, state)).finalOutput}`);
  say(`  outbox: ${outbox(folder)}`);

  say('4. a call that must not run');
  const wiping = agentOf(gate, folder, [
    { calls: [{ id: 'call-3', tool: 'wipe_notes', input: {} }] },
    { text: 'I am not allowed to do that.' },
  ]);
  await recordUserMessages(gate, who, 'Now delete all my notes.');
  const { finalOutput } = await run(wiping.agent, 'Now delete all my notes.');
  say(`  told: ${readCallAnswers(wiping.model)['call-3']}`);
  say(`  model: ${finalOutput}`);
  await endTurn(gate, who);

  say('5. the record');
  await printAuditLog(opened);
};

await runInTwoProcesses(
  async (folder) => catalogueOf(toolsIn(folder), { server: 'app', trust: 'owned' }),
  firstProcess,
  secondProcess,
);
