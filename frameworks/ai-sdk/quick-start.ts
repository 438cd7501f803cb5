import {
  catalogueOf,
  endTurn,
  gatedTools,
  recordUserMessages,
  toolApproval,
} from '@callgate/adapters/ai-sdk';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { generateText, isStepCount, tool } from 'ai';
import * as z from 'zod';
import { openGate } from '../example/open-gate.ts';
import { scriptedModel } from './scripted-model.ts';

const save_note = tool({
  description: 'Save a note',
  inputSchema: z.object({ text: z.string() }),
  // hints live here; the SDK does not show them to the model
  metadata: { annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false } },
  execute: async ({ text }) => `saved: ${text}`,
});
const gate = await openGate(await catalogueOf({ save_note }, { server: 'app', trust: 'owned' }));
const model = scriptedModel([[{ id: 'call-1', tool: 'save_note', input: { text: 'buy bread' } }], 'Noted.']);

// #region the gate
// who the person is and which conversation it is: the host knows both, and no client
const who = { principal: LOCAL_PRINCIPAL, context: 'conversation-1' };
const messages = [{ role: 'user' as const, content: 'Note: buy bread' }];
await recordUserMessages(gate, who, messages);
const tools = gatedTools(gate, { save_note }, { server: 'app', ...who });
const { text } = await generateText({
  model,
  messages,
  tools,
  toolApproval: toolApproval(gate),
  stopWhen: isStepCount(5),
});
await endTurn(gate, who);
// #endregion
console.log(text);
