/** A loop around the Messages API: two calls that run, a mail that waits for a person, and one that must not run. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import { answerToolUses, catalogueOf, recordUserMessages } from '@callgate/adapters/anthropic';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { definitionsOf, toAnthropic } from '@callgate/manifest';
import { approveCall } from '../bare/approve-call.ts';
import { ASKS_TO_WIPE, FIRST, MAIL, SAYS, WIPING, handlersIn, notes } from '../bare/notes.ts';
import type { ExampleGate } from '../example/open-gate.ts';
import { runInTwoProcesses, outbox, printAuditLog, say } from '../example/two-processes.ts';
import type { AnthropicScriptStep } from './scripted-model.ts';
import { scriptedModel } from './scripted-model.ts';

type ExampleMessage = Anthropic.MessageParam;

// a held call waits here for half a second, and the model is told that it waits
const host = { server: 'app', principal: LOCAL_PRINCIPAL, context: 'conversation-1', waitMs: 500 };

const tools = toAnthropic(notes).tools.map((tool): Anthropic.Tool => ({
  ...tool,
  input_schema: { ...tool.input_schema },
}));

/** The loop. Returns the history with the turn. */
const turn = async (
  gate: Gate,
  folder: string,
  script: readonly AnthropicScriptStep[],
  messages: ExampleMessage[],
): Promise<ExampleMessage[]> => {
  const model = await scriptedModel(script);
  const anthropic = new Anthropic({ baseURL: model.url, apiKey: 'none' });
  await recordUserMessages(gate, host, messages);
  for (;;) {
    const message = await anthropic.messages.create({
      model: 'claude-sonnet-5',
      max_tokens: 1024,
      messages,
      tools,
    });
    messages.push({ role: 'assistant', content: message.content });
    for (const block of message.content) if (block.type === 'text') say(`  model: ${block.text}`);
    const results = await answerToolUses(gate, host, message, handlersIn(folder));
    for (const { tool_use_id: id, content } of results) say(`  told: ${id}: ${String(content)}`);
    if (results.length === 0) break;
    messages.push({ role: 'user', content: results });
  }
  await model.close();
  return messages;
};

const firstProcess = async (folder: string, { gate }: ExampleGate): Promise<void> => {
  say('1. two calls that run by themselves, and one that waits for a person');
  const history = await turn(gate, folder, FIRST, [{ role: 'user', content: SAYS }]);
  say(`  outbox: ${outbox(folder)}`);
  writeFileSync(join(folder, 'history.json'), JSON.stringify(history));
};

const isMail = (block: { readonly type: string }): boolean =>
  block.type === 'tool_use' && 'id' in block && block.id === MAIL.id;

const secondProcess = async (folder: string, opened: ExampleGate): Promise<void> => {
  const { gate } = opened;
  const history = JSON.parse(readFileSync(join(folder, 'history.json'), 'utf8')) as ExampleMessage[];
  const at = history.findIndex(({ content }) => typeof content !== 'string' && content.some(isMail));
  const content = history[at]?.content;
  if (content === undefined || typeof content === 'string') throw new Error('there was no such call');
  const call = { content };

  say('2. another process: the call is brought again, and nobody has agreed');
  const [still] = await answerToolUses(gate, host, call, handlersIn(folder));
  say(`  told: ${String(still?.content)}`);
  say(`  outbox: ${outbox(folder)}`);

  say('3. a person reads the whole call and agrees at the gate');
  await approveCall(gate, host, MAIL.id);
  const sent = await answerToolUses(gate, host, call, handlersIn(folder));
  const after = await turn(
    gate,
    folder,
    [{ text: 'Ann knows.' }],
    [...history.slice(0, at + 1), { role: 'user', content: sent }],
  );
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
