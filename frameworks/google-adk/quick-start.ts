import {
  BasePlugin,
  FunctionTool,
  InMemoryRunner,
  LlmAgent,
  isFinalResponse,
  stringifyContent,
} from '@google/adk';
import { catalogueOf, gatePlugin } from '@callgate/adapters/google';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { definitionsOf, disclose } from '@callgate/manifest';
import * as z from 'zod';
import { openGate } from '../example/open-gate.ts';
import { AdkScriptedModel } from './scripted-model.ts';

// tools of ADK have no place for hints
const manifest = disclose({
  tools: [
    {
      name: 'save_note',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      hints: { readOnly: false, destructive: false, openWorld: false },
    },
  ],
});
const saveNote = new FunctionTool({
  name: 'save_note',
  description: 'Save a note',
  parameters: z.object({ text: z.string() }),
  execute: async ({ text }) => `saved: ${text}`,
});
const gate = await openGate(catalogueOf(definitionsOf(manifest), { server: 'app', trust: 'owned' }));
const model = new AdkScriptedModel([
  [{ id: 'call-1', tool: 'save_note', input: { text: 'buy bread' } }],
  'Noted.',
]);

// #region the gate
// whose session it is: the host knows, and no client
const who = ({ id }: { readonly id: string }) => ({ principal: LOCAL_PRINCIPAL, context: id });
const runner = new InMemoryRunner({
  agent: new LlmAgent({ name: 'notes', model, tools: [saveNote] }),
  plugins: [gatePlugin(gate, { BasePlugin, server: 'app', who })],
});
const newMessage = { role: 'user', parts: [{ text: 'Note: buy bread' }] };
for await (const event of runner.runEphemeral({ userId: 'local', newMessage }))
  if (isFinalResponse(event)) console.log(stringifyContent(event));
// #endregion
for (const { target, state } of await gate.desk.read.callsAfter('', 10)) console.log(target, state);
await gate.close();
