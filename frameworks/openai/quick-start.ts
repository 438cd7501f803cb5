import { answerFunctionCalls, catalogueOf, recordUserMessages } from '@callgate/adapters/openai';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { definitionsOf, disclose, toOpenAi } from '@callgate/manifest';
import OpenAI from 'openai';
import { openGate } from '../example/open-gate.ts';
import { scriptedModel } from './scripted-model.ts';

// the API has no field for hints: they stay here and are not sent
const manifest = disclose({
  tools: [
    {
      name: 'save_note',
      description: 'Save a note',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      hints: { readOnly: false, destructive: false, openWorld: false },
    },
  ],
});
const handlers = { save_note: ({ text }: { text: string }) => `saved: ${text}` };
const gate = await openGate(catalogueOf(definitionsOf(manifest), { server: 'app', trust: 'owned' }));
const model = await scriptedModel([
  { calls: [{ id: 'call-1', tool: 'save_note', input: { text: 'buy bread' } }] },
  { text: 'Noted.' },
]);
const openai = new OpenAI({ baseURL: model.url, apiKey: 'none' });

// #region the gate
// who the person is and which conversation it is: the host knows both, and no client
const host = { server: 'app', principal: LOCAL_PRINCIPAL, context: 'conversation-1' };
const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Note: buy bread' }];
await recordUserMessages(gate, host, input);
for (let over = false; !over;) {
  const tools = [...toOpenAi(manifest).tools];
  const response = await openai.responses.create({ model: 'gpt-5', input, tools });
  const outputs = await answerFunctionCalls(gate, host, response, handlers);
  input.push(...(response.output as OpenAI.Responses.ResponseInput), ...outputs);
  over = outputs.length === 0;
  if (over) console.log(response.output_text);
}
// #endregion
for (const { target, state } of await gate.desk.read.callsAfter('', 10)) console.log(target, state);
await gate.close();
await model.close();
