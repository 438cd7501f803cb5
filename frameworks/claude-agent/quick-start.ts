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
import * as z from 'zod';
import { openGate } from '../example/open-gate.ts';
import { claudeHome } from './claude-home.ts';
import { scriptedModel } from './scripted-model.ts';

const tools = [
  tool(
    'save_note',
    'Save a note',
    { text: z.string() },
    async ({ text }) => ({ content: [{ type: 'text', text: `saved: ${text}` }] }),
    { annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false } },
  ),
];
const ours = await catalogueOf(tools, { server: 'app', trust: 'owned' });
const gate = await openGate(joinCatalogues(ours, builtInTools()));
const model = await scriptedModel([
  { calls: [{ id: 'call-1', tool: 'mcp__app__save_note', input: { text: 'buy bread' } }] },
  { text: 'Noted.' },
]);
const home = claudeHome(model.url);

// #region the gate
// who the person is and which conversation it is: the host knows both, and no client
const host = { principal: LOCAL_PRINCIPAL, context: 'conversation-1' };
const app = createSdkMcpServer({ name: 'app', tools: gatedTools(gate, tools, { server: 'app', ...host }) });
const hooks = gateHooks(gate, host);
const options = { ...home.options, mcpServers: { app }, hooks, canUseTool: canUseTool(gate, host) };
for await (const message of query({ prompt: 'Note: buy bread', options }))
  if (message.type === 'result' && message.subtype === 'success') console.log(message.result);
await endTurn(gate, host);
// #endregion
for (const { target, state } of await gate.desk.read.callsAfter('', 10)) console.log(target, state);
await gate.close();
await model.close();
home.close();
