import Anthropic from '@anthropic-ai/sdk';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import { catalogueOf, gatedTools, recordUserMessages } from '@callgate/adapters/anthropic';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import * as z from 'zod';
import { openGate } from '../example/open-gate.ts';
import { scriptedModel } from './scripted-model.ts';

const save_note = betaZodTool({
  name: 'save_note',
  description: 'Save a note',
  inputSchema: z.object({ text: z.string() }),
  run: ({ text }) => `saved: ${text}`,
});
// the API has no field for hints: they stay here and are not sent
const definition = {
  name: 'save_note',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
};
const gate = await openGate(catalogueOf([definition], { server: 'app', trust: 'owned' }));
const model = await scriptedModel([
  { calls: [{ id: 'call-1', tool: 'save_note', input: { text: 'buy bread' } }] },
  { text: 'Noted.' },
]);
const anthropic = new Anthropic({ baseURL: model.url, apiKey: 'none' });

// #region the gate
// who the person is and which conversation it is: the host knows both, and no client
const host = { server: 'app', principal: LOCAL_PRINCIPAL, context: 'conversation-1' };
const messages = [{ role: 'user' as const, content: 'Note: buy bread' }];
await recordUserMessages(gate, host, messages);
const { content } = await anthropic.beta.messages.toolRunner({
  model: 'claude-sonnet-5',
  max_tokens: 1024,
  messages,
  tools: gatedTools(gate, [save_note], host),
});
// #endregion
console.log(content.map((block) => (block.type === 'text' ? block.text : '')).join(''));
for (const { target, state } of await gate.desk.read.callsAfter('', 10)) console.log(target, state);
await gate.close();
await model.close();
