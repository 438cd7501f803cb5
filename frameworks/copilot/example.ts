/** Copilot: calls of its own tools and of ours that run, a mail that waits for a person, and one that must not run. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  builtInTools,
  catalogueOf,
  endTurn,
  gateHooks,
  gatedTools,
  joinCatalogues,
  permissionHandler,
} from '@callgate/adapters/copilot';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { definitionsOf } from '@callgate/manifest';
import type { Tool } from '@github/copilot-sdk';
import { defineTool } from '@github/copilot-sdk';
import { approveCall } from '../bare/approve-call.ts';
import { ASKS_TO_WIPE, FIRST, MAIL, SAYS, WIPING, handlersIn, notes } from '../bare/notes.ts';
import type { ExampleGate } from '../example/open-gate.ts';
import { runInTwoProcesses, outbox, printAuditLog, say } from '../example/two-processes.ts';
import { copilotHome } from './copilot-home.ts';
import type { CopilotScriptStep } from './scripted-model.ts';
import { scriptedModel } from './scripted-model.ts';

// a held call waits here for half a second, and the model is told that it waits
const host = { server: 'app', principal: LOCAL_PRINCIPAL, context: 'conversation-1', waitMs: 500 };

const toolsIn = (folder: string): Tool[] => {
  const handlers: Readonly<Record<string, (input: never) => unknown>> = handlersIn(folder);
  return definitionsOf(notes).map(({ name, description, inputSchema, annotations, _meta }) =>
    defineTool(name, {
      description: String(description),
      parameters: inputSchema as Record<string, unknown>,
      handler: (input) => handlers[name]?.(input as never),
      metadata: { annotations, _meta },
    }),
  );
};

/** One turn of a session of Copilot, with all that the gate needs. */
const turn = async (
  gate: Gate,
  folder: string,
  prompt: string,
  script: readonly CopilotScriptStep[],
): Promise<void> => {
  const model = await scriptedModel(script);
  const home = copilotHome(model.url);
  const session = await home.client.createSession({
    ...home.config,
    tools: gatedTools(gate, toolsIn(folder), host),
    hooks: gateHooks(gate, host),
    onPermissionRequest: permissionHandler(gate, host),
  });
  try {
    const answer = await session.sendAndWait({ prompt });
    say(`  model: ${answer?.data.content}`);
  } finally {
    await session.disconnect();
    await endTurn(gate, host);
    for (const [id, text] of Object.entries(model.told())) say(`  told: ${id}: ${text}`);
    await home.close();
    await model.close();
  }
};

const firstProcess = async (folder: string, { gate }: ExampleGate): Promise<void> => {
  say('1. two calls that run by themselves, and one that waits for a person');
  await turn(gate, folder, SAYS, FIRST);
  say(`  outbox: ${outbox(folder)}`);

  say('2. tools of Copilot itself: a file is read, and a command waits, in this session more than ever');
  const path = join(folder, 'plan.txt');
  writeFileSync(path, 'Rome in May');
  const command = `touch ${join(folder, 'touched')}`;
  await turn(gate, folder, 'Read the plan.', [
    { calls: [{ id: 'call-r', tool: 'view', input: { path } }] },
    { calls: [{ id: 'call-b', tool: 'bash', input: { command, description: 'Touch a file' } }] },
    { text: 'The command waits.' },
  ]);
  say(`  touched: ${existsSync(join(folder, 'touched')) ? 'yes' : 'no'}`);
};

const secondProcess = async (folder: string, opened: ExampleGate): Promise<void> => {
  const { gate } = opened;
  say('3. another process: the mail is brought again, and nobody has agreed');
  await turn(gate, folder, 'Go on.', [{ calls: [MAIL] }, { text: 'It still waits.' }]);
  say(`  outbox: ${outbox(folder)}`);

  say('4. a person reads the whole call and agrees at the gate');
  await approveCall(gate, host, MAIL.id);
  await turn(gate, folder, 'Go on.', [{ calls: [MAIL] }, { text: 'Ann knows.' }]);
  say(`  outbox: ${outbox(folder)}`);

  say('5. a call that must not run');
  await turn(gate, folder, ASKS_TO_WIPE, WIPING);

  say('6. the record');
  await printAuditLog(opened);
};

await runInTwoProcesses(
  async (folder) =>
    joinCatalogues(catalogueOf(toolsIn(folder), { server: 'app', trust: 'owned' }), builtInTools()),
  firstProcess,
  secondProcess,
);
