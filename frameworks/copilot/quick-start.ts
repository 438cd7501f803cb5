import {
  builtInTools,
  catalogueOf,
  endTurn,
  gateHooks,
  gatedTools,
  joinCatalogues,
  permissionHandler,
} from '@callgate/adapters/copilot';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { defineTool } from '@github/copilot-sdk';
import { openGate } from '../example/open-gate.ts';
import { copilotHome } from './copilot-home.ts';
import { scriptedModel } from './scripted-model.ts';

const tools = [
  defineTool('save_note', {
    description: 'Save a note',
    parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    handler: async ({ text }: { readonly text: string }) => `saved: ${text}`,
    // hints live here; the model is not shown them
    metadata: { annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false } },
  }),
];
const ours = catalogueOf(tools, { server: 'app', trust: 'owned' });
const gate = await openGate(joinCatalogues(ours, builtInTools()));
const model = await scriptedModel([
  { calls: [{ id: 'call-1', tool: 'save_note', input: { text: 'buy bread' } }] },
  { text: 'Noted.' },
]);
const home = copilotHome(model.url);

// #region the gate
// who the person is and which conversation it is: the host knows both, and no client
const host = { server: 'app', principal: LOCAL_PRINCIPAL, context: 'conversation-1' };
const session = await home.client.createSession({
  ...home.config,
  tools: gatedTools(gate, tools, host),
  hooks: gateHooks(gate, host),
  onPermissionRequest: permissionHandler(gate, host),
});
const answer = await session.sendAndWait({ prompt: 'Note: buy bread' });
console.log(answer?.data.content);
await session.disconnect();
await endTurn(gate, host);
// #endregion
for (const { target, state } of await gate.desk.read.callsAfter('', 10)) console.log(target, state);
await gate.close();
await home.close();
await model.close();
