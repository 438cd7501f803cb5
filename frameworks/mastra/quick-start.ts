import { catalogueOf, gatedTools, recordUserMessages } from '@callgate/adapters/mastra';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { InMemoryStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import * as z from 'zod';
import { openGate } from '../example/open-gate.ts';
import { createScript } from './scripted-model.ts';

const save_note = createTool({
  id: 'save_note',
  description: 'Save a note',
  inputSchema: z.object({ text: z.string() }),
  mcp: { annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false } },
  execute: async ({ text }) => `saved: ${text}`,
});
const gate = await openGate(await catalogueOf({ save_note }, { server: 'app', trust: 'owned' }));
const { model } = createScript([
  { calls: [{ id: 'call-1', tool: 'save_note', input: { text: 'buy bread' } }] },
  { text: 'Noted.' },
]);

// #region the gate
// who the person is and which conversation it is: the host knows both, and no client
const who = { principal: LOCAL_PRINCIPAL, context: 'conversation-1' };
const tools = gatedTools(gate, { save_note }, { server: 'app', ...who });
const notes = new Agent({ id: 'notes', name: 'notes', instructions: 'Keep notes.', model, tools });
// a run that waits for a person is kept in the storage
const agent = new Mastra({ agents: { notes }, storage: new InMemoryStore(), logger: false }).getAgent(
  'notes',
);
await recordUserMessages(gate, who, 'Note: buy bread');
const output = await agent.generate('Note: buy bread');
// #endregion
console.log(output.text, output.finishReason);
for (const { target, state } of await gate.desk.read.callsAfter('', 10)) console.log(target, state);
await gate.close();
