/** A loop around the Responses API: two calls that run, a mail that waits for a person, and one that must not run. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  answerFunctionCall,
  answerFunctionCalls,
  catalogueOf,
  recordUserMessages,
} from '@callgate/adapters/openai';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { definitionsOf, toOpenAi } from '@callgate/manifest';
import OpenAI from 'openai';
import { approveCall } from '../bare/approve-call.ts';
import { ASKS_TO_WIPE, FIRST, MAIL, SAYS, WIPING, handlersIn, notes } from '../bare/notes.ts';
import type { ExampleGate } from '../example/open-gate.ts';
import { runInTwoProcesses, outbox, printAuditLog, say } from '../example/two-processes.ts';
import type { OpenAiScriptStep } from './scripted-model.ts';
import { scriptedModel } from './scripted-model.ts';

type Input = OpenAI.Responses.ResponseInput;

// a held call waits here for half a second, and the model is told that it waits
const host = { server: 'app', principal: LOCAL_PRINCIPAL, context: 'conversation-1', waitMs: 500 };

/** The loop. Returns the history with the turn. */
const turn = async (
  gate: Gate,
  folder: string,
  script: readonly OpenAiScriptStep[],
  input: Input,
): Promise<Input> => {
  const model = await scriptedModel(script);
  const openai = new OpenAI({ baseURL: model.url, apiKey: 'none' });
  await recordUserMessages(gate, host, input);
  const tools = [...toOpenAi(notes).tools];
  for (;;) {
    const response = await openai.responses.create({ model: 'gpt-5', input, tools });
    const outputs = await answerFunctionCalls(gate, host, response, handlersIn(folder));
    input.push(...(response.output as Input), ...outputs);
    for (const { call_id: id, output } of outputs) say(`  told: ${id}: ${String(output)}`);
    if (outputs.length > 0) continue;
    say(`  model: ${response.output_text}`);
    await model.close();
    return input;
  }
};

const firstProcess = async (folder: string, { gate }: ExampleGate): Promise<void> => {
  say('1. two calls that run by themselves, and one that waits for a person');
  const history = await turn(gate, folder, FIRST, [{ role: 'user', content: SAYS }]);
  say(`  outbox: ${outbox(folder)}`);
  writeFileSync(join(folder, 'history.json'), JSON.stringify(history));
};

const secondProcess = async (folder: string, opened: ExampleGate): Promise<void> => {
  const { gate } = opened;
  const history = JSON.parse(readFileSync(join(folder, 'history.json'), 'utf8')) as Input;
  const call = history.find((item) => item.type === 'function_call' && item.call_id === MAIL.id);
  if (call?.type !== 'function_call') throw new Error('there was no such call');

  say('2. another process: the call is brought again, and nobody has agreed');
  const still = await answerFunctionCall(gate, host, call, handlersIn(folder));
  say(`  told: ${String(still.output)}`);
  say(`  outbox: ${outbox(folder)}`);

  say('3. a person reads the whole call and agrees at the gate');
  await approveCall(gate, host, MAIL.id);
  const sent = await answerFunctionCall(gate, host, call, handlersIn(folder));
  const rest = history.filter((item) => item.type !== 'function_call_output' || item.call_id !== MAIL.id);
  const after = await turn(gate, folder, [{ text: 'Ann knows.' }], [...rest, sent]);
  say(`  outbox: ${outbox(folder)}`);

  say('4. a call that must not run');
  await turn(gate, folder, WIPING, [...after, { role: 'user', content: ASKS_TO_WIPE }]);

  say('5. the record');
  await printAuditLog(opened);
};

await runInTwoProcesses(
  async () => catalogueOf(definitionsOf(notes), { server: 'app', trust: 'owned' }),
  firstProcess,
  secondProcess,
);
