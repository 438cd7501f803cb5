/** Claude Code: calls of its own tools and of ours that run, a mail that waits for a person, and one that must not run. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SdkMcpToolDefinition } from '@anthropic-ai/claude-agent-sdk';
import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
import {
  builtInTools,
  canUseTool,
  catalogueOf,
  endTurn,
  gateHooks,
  gatedTools,
  joinCatalogues,
} from '@callgate/adapters/claude-agent';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import * as z from 'zod';
import { approveCall } from '../bare/approve-call.ts';
import { ASKS_TO_WIPE, FIRST, MAIL, SAYS, WIPING, handlersIn } from '../bare/notes.ts';
import type { ExampleGate } from '../example/open-gate.ts';
import { runInTwoProcesses, outbox, printAuditLog, say } from '../example/two-processes.ts';
import { claudeHome } from './claude-home.ts';
import type { ClaudeScriptStep } from './scripted-model.ts';
import { scriptedModel } from './scripted-model.ts';

// a held call waits here for half a second, and the model is told that it waits
const host = { principal: LOCAL_PRINCIPAL, context: 'conversation-1', waitMs: 500 };

const saying = (value: unknown) => ({ content: [{ type: 'text' as const, text: JSON.stringify(value) }] });

type AnyTool = SdkMcpToolDefinition<Record<string, z.ZodType>>;

const toolsIn = (folder: string): AnyTool[] => {
  const { read_notes, search_web, send_mail, wipe_notes } = handlersIn(folder);
  const made = [
    tool('read_notes', 'Read my notes', { about: z.string() }, async () => saying(read_notes()), {
      annotations: { readOnlyHint: true, openWorldHint: false },
    }),
    tool('search_web', 'Search the web', { query: z.string() }, async () => saying(search_web()), {
      annotations: { readOnlyHint: true, openWorldHint: true },
    }),
    tool(
      'send_mail',
      'Send a mail',
      { to: z.string(), text: z.string() },
      async (mail) => saying(send_mail(mail)),
      { annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true } },
    ),
    tool('wipe_notes', 'Delete all notes', {}, async () => saying(wipe_notes()), {
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    }),
  ];
  return made as unknown as AnyTool[];
};

const named = (step: ClaudeScriptStep): ClaudeScriptStep =>
  'calls' in step
    ? {
        calls: step.calls.map((call) => ({
          ...call,
          tool: /^[A-Z]/.test(call.tool) ? call.tool : `mcp__app__${call.tool}`,
        })),
      }
    : step;

/** One query of Claude Code, with all that the gate needs. */
const turn = async (
  gate: Gate,
  folder: string,
  prompt: string,
  script: readonly ClaudeScriptStep[],
): Promise<void> => {
  const model = await scriptedModel(script.map(named));
  const home = claudeHome(model.url);
  const tools = gatedTools(gate, toolsIn(folder), { server: 'app', ...host });
  try {
    for await (const message of query({
      prompt,
      options: {
        ...home.options,
        tools: ['Bash', 'Read'],
        // nothing of Claude Code asks: the gate alone decides
        permissionMode: 'dontAsk',
        mcpServers: { app: createSdkMcpServer({ name: 'app', tools }) },
        hooks: gateHooks(gate, host),
        canUseTool: canUseTool(gate, host),
      },
    }))
      if (message.type === 'result' && message.subtype === 'success') say(`  model: ${message.result}`);
  } finally {
    await endTurn(gate, host);
    for (const [id, text] of Object.entries(model.told())) say(`  told: ${id}: ${text}`);
    await model.close();
    home.close();
  }
};

const firstProcess = async (folder: string, { gate }: ExampleGate): Promise<void> => {
  say('1. two calls that run by themselves, and one that waits for a person');
  await turn(gate, folder, SAYS, FIRST);
  say(`  outbox: ${outbox(folder)}`);

  say('2. tools of Claude Code itself: a file is read, and a command waits, in this session more than ever');
  const path = join(folder, 'plan.txt');
  writeFileSync(path, 'Rome in May');
  const command = `touch ${join(folder, 'touched')}`;
  await turn(gate, folder, 'Read the plan.', [
    { calls: [{ id: 'call-r', tool: 'Read', input: { file_path: path } }] },
    { calls: [{ id: 'call-b', tool: 'Bash', input: { command, description: 'Touch a file' } }] },
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
    joinCatalogues(await catalogueOf(toolsIn(folder), { server: 'app', trust: 'owned' }), builtInTools()),
  firstProcess,
  secondProcess,
);
