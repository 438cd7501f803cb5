import { catalogueOf, policyMiddleware } from '@callgate/adapters/langchain';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { ToolMessage, createAgent, tool } from 'langchain';
import * as z from 'zod';
import { openGate } from '../example/open-gate.ts';
import { LangChainScriptedModel } from './scripted-model.ts';

const saveNote = tool(async ({ text }) => `saved: ${text}`, {
  name: 'save_note',
  description: 'Save a note',
  schema: z.object({ text: z.string() }),
  // hints live here; LangChain does not show them to the model
  metadata: { annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false } },
});
const gate = await openGate(await catalogueOf([saveNote], { server: 'app', trust: 'owned' }));
const model = new LangChainScriptedModel([
  [{ id: 'call-1', tool: 'save_note', input: { text: 'buy bread' } }],
  'Noted.',
]);

// #region the gate
// who the person is and which conversation it is: the host knows both, and no client
const who = { principal: LOCAL_PRINCIPAL, context: 'conversation-1' };
const policy = policyMiddleware(gate, { ToolMessage, server: 'app', ...who });
const agent = createAgent({ model, tools: [saveNote], middleware: [policy] });
const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'Note: buy bread' }] });
// #endregion
console.log(messages.at(-1)?.text);
for (const { target, state } of await gate.desk.read.callsAfter('', 10)) console.log(target, state);
await gate.close();
