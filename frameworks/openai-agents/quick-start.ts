import {
  catalogueOf,
  endTurn,
  gatedTools,
  recordUserMessages,
  withHints,
} from '@callgate/adapters/openai-agents';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { Agent, run, tool } from '@openai/agents';
import * as z from 'zod';
import { openGate } from '../example/open-gate.ts';
import { scriptedModel } from './scripted-model.ts';

const saveNote = withHints(
  tool({
    name: 'save_note',
    description: 'Save a note',
    parameters: z.object({ text: z.string() }),
    errorFunction: null, // what the tool throws is recorded first; the model reads it all the same
    execute: async ({ text }) => `saved: ${text}`,
  }),
  { annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false } },
);
const gate = await openGate(catalogueOf([saveNote], { server: 'app', trust: 'owned' }));
const model = scriptedModel([
  { calls: [{ id: 'call-1', tool: 'save_note', input: { text: 'buy bread' } }] },
  { text: 'Noted.' },
]);

// #region the gate
// who the person is and which conversation it is: the host knows both, and no client
const who = { principal: LOCAL_PRINCIPAL, context: 'conversation-1' };
const tools = gatedTools(gate, [saveNote], { server: 'app', ...who });
const agent = new Agent({ name: 'notes', model, tools });
await recordUserMessages(gate, who, 'Note: buy bread');
const result = await run(agent, 'Note: buy bread');
await endTurn(gate, who);
// #endregion
console.log(result.finalOutput, `${result.interruptions.length} waiting`);
for (const { target, state } of await gate.desk.read.callsAfter('', 10)) console.log(target, state);
await gate.close();
