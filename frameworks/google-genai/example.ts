/** Automatic function calling: two calls that run, a mail that waits for a person, and one that must not run. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callableTool, catalogueOf, recordUserMessages } from '@callgate/adapters/google';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { definitionsOf, toGoogle } from '@callgate/manifest';
import type { CallableTool, Content, FunctionCall } from '@google/genai';
import { GoogleGenAI } from '@google/genai';
import { approveCall } from '../bare/approve-call.ts';
import { ASKS_TO_WIPE, FIRST, MAIL, SAYS, WIPING, handlersIn, notes } from '../bare/notes.ts';
import type { ExampleGate } from '../example/open-gate.ts';
import { runInTwoProcesses, outbox, printAuditLog, say } from '../example/two-processes.ts';
import type { GenAiScriptStep } from './scripted-model.ts';
import { scriptedModel } from './scripted-model.ts';
import { readCallAnswers } from './read-call-answers.ts';

// a held call waits here for half a second, and the model is told that it waits
const host = { server: 'app', principal: LOCAL_PRINCIPAL, context: 'conversation-1', waitMs: 500 };

const toolIn = (gate: Gate, folder: string): CallableTool =>
  callableTool(gate, toGoogle(notes).tools, handlersIn(folder), host);

/** One turn: the SDK calls the tool by itself. Returns the history with it. */
const turn = async (
  gate: Gate,
  folder: string,
  script: readonly GenAiScriptStep[],
  contents: Content[],
): Promise<Content[]> => {
  const model = await scriptedModel(script);
  const ai = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: model.url } });
  await recordUserMessages(gate, host, contents);
  const response = await ai.models.generateContent({
    model: 'gemini-flash-latest',
    contents,
    config: { tools: [toolIn(gate, folder)] },
  });
  await model.close();
  const history = response.automaticFunctionCallingHistory ?? contents;
  for (const [id, told] of Object.entries(readCallAnswers(history.slice(contents.length))))
    say(`  told: ${id}: ${told}`);
  say(`  model: ${response.text ?? ''}`);
  return history;
};

const firstProcess = async (folder: string, { gate }: ExampleGate): Promise<void> => {
  say('1. two calls that run by themselves, and one that waits for a person');
  const history = await turn(gate, folder, FIRST, [{ role: 'user', parts: [{ text: SAYS }] }]);
  say(`  outbox: ${outbox(folder)}`);
  writeFileSync(join(folder, 'history.json'), JSON.stringify(history));
};

const callIn = ({ parts }: Content): FunctionCall | undefined =>
  parts?.find(({ functionCall }) => functionCall?.id === MAIL.id)?.functionCall;

const secondProcess = async (folder: string, opened: ExampleGate): Promise<void> => {
  const { gate } = opened;
  const history = JSON.parse(readFileSync(join(folder, 'history.json'), 'utf8')) as Content[];
  const at = history.findIndex((content) => callIn(content) !== undefined);
  const call = history.map(callIn).find((found) => found !== undefined);
  if (call === undefined) throw new Error('there was no such call');
  const tool = toolIn(gate, folder);

  say('2. another process: the call is brought again, and nobody has agreed');
  const [still] = await tool.callTool([call]);
  say(`  told: ${JSON.stringify(still?.functionResponse?.response)}`);
  say(`  outbox: ${outbox(folder)}`);

  say('3. a person reads the whole call and agrees at the gate');
  await approveCall(gate, host, MAIL.id);
  const parts = await tool.callTool([call]);
  const after = await turn(
    gate,
    folder,
    [{ text: 'Ann knows.' }],
    [...history.slice(0, at + 1), { role: 'user', parts }],
  );
  say(`  outbox: ${outbox(folder)}`);

  say('4. a call that must not run');
  await turn(gate, folder, WIPING, [...after, { role: 'user', parts: [{ text: ASKS_TO_WIPE }] }]);

  say('5. the record');
  await printAuditLog(opened);
};

await runInTwoProcesses(
  async () => catalogueOf(definitionsOf(notes), { server: 'app', trust: 'owned' }),
  firstProcess,
  secondProcess,
);
