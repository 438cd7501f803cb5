import { callableTool, catalogueOf, recordUserMessages } from '@callgate/adapters/google';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { definitionsOf, disclose, toGoogle } from '@callgate/manifest';
import { GoogleGenAI } from '@google/genai';
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
  { calls: [{ tool: 'save_note', input: { text: 'buy bread' } }] },
  { text: 'Noted.' },
]);
const ai = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: model.url } });

// #region the gate
// who the person is and which conversation it is: the host knows both, and no client
const host = { server: 'app', principal: LOCAL_PRINCIPAL, context: 'conversation-1' };
const contents = 'Note: buy bread';
await recordUserMessages(gate, host, contents);
const tool = callableTool(gate, toGoogle(manifest).tools, handlers, host);
const { text } = await ai.models.generateContent({
  model: 'gemini-flash-latest',
  contents,
  config: { tools: [tool] },
});
// #endregion
console.log(text);
for (const { target, state } of await gate.desk.read.callsAfter('', 10)) console.log(target, state);
await gate.close();
await model.close();
