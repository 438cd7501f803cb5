/** A program that calls tools of an MCP server: reads notes, writes a mail that waits for a person, and must not delete anything. */
import {
  catalogueOf,
  answerApproval,
  gatedClient,
  recordUserMessages,
  findPendingApproval,
  withCallId,
} from '@callgate/adapters/mcp-client';
import type { ConversationRef } from '@callgate/adapters/mcp-client';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { displayJson } from '@callgate/core/receive';
import type { ExampleGate } from '../example/open-gate.ts';
import { runInTwoProcesses, outbox, printAuditLog, say } from '../example/two-processes.ts';
import { connectToNotes } from './notes-server.ts';

const who: ConversationRef = { principal: LOCAL_PRINCIPAL, context: 'conversation-1' };
const MAIL = withCallId(
  { name: 'send_mail', arguments: { to: 'ann@example.com', text: 'Rome, 3 to 7 May' } },
  'call-2',
);

const connected = async ({ gate }: ExampleGate, folder: string) => {
  const client = await connectToNotes(folder);
  const catalogue = await catalogueOf(client, { server: 'app', trust: 'owned' });
  // a program that cannot wait long: what still waits then stays held
  return gatedClient(gate, client, { catalogue, waitMs: 100, ...who });
};

const answerOf = async (answer: Promise<object>): Promise<string> => {
  const result = await answer;
  const content = 'content' in result ? result.content : null;
  return displayJson(JSON.parse(JSON.stringify(content))).replaceAll(/\s+/g, ' ');
};

const firstProcess = async (folder: string, opened: ExampleGate): Promise<void> => {
  const client = await connected(opened, folder);
  await recordUserMessages(opened.gate, who, 'Look at my notes about the trip and tell Ann.');
  say('1. a call that runs by itself, and one that waits for a person');
  const read = withCallId({ name: 'read_notes', arguments: { about: 'trip' } }, 'call-1');
  say(`  read_notes: ${await answerOf(client.callTool(read))}`);
  say(`  send_mail: ${await answerOf(client.callTool(MAIL))}`);
  say(`  outbox: ${outbox(folder)}`);
};

const secondProcess = async (folder: string, opened: ExampleGate): Promise<void> => {
  const { gate } = opened;
  const client = await connected(opened, folder);
  say('2. another process: the same call again, and nobody has agreed yet');
  say(`  send_mail: ${await answerOf(client.callTool(MAIL))}`);
  say(`  outbox: ${outbox(folder)}`);

  say('3. a person reads the whole call and agrees at the gate; the same call goes out');
  const waiting = await findPendingApproval(gate, who, 'call-2');
  if (waiting?.question === undefined) throw new Error('nobody is asked');
  say(displayJson(waiting.question.arguments).replaceAll(/^/gm, '  '));
  const { question } = waiting;
  await answerApproval(gate, { question, approved: true, subject: LOCAL_PRINCIPAL.subject, opened: true });
  say(`  send_mail: ${await answerOf(client.callTool(MAIL))}`);
  say(`  outbox: ${outbox(folder)}`);

  say('4. a call that must not run');
  const wipe = withCallId({ name: 'wipe_notes', arguments: {} }, 'call-3');
  say(`  wipe_notes: ${await answerOf(client.callTool(wipe))}`);

  say('5. the record');
  await printAuditLog(opened);
};

await runInTwoProcesses(
  async () => await catalogueOf(await connectToNotes(), { server: 'app', trust: 'owned' }),
  firstProcess,
  secondProcess,
);
