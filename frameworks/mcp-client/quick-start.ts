import { catalogueOf, gatedClient, recordUserMessages, withCallId } from '@callgate/adapters/mcp-client';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { openGate } from '../example/open-gate.ts';
import { connectToNotes } from './notes-server.ts';

const client = await connectToNotes(); // any `Client` of the MCP SDK, version 1 or 2
const catalogue = await catalogueOf(client, { server: 'app', trust: 'trusted' });
const gate = await openGate(catalogue);

// #region the gate
// who the person is and which conversation it is: the program knows both, and no model
const who = { principal: LOCAL_PRINCIPAL, context: 'conversation-1' };
const gated = gatedClient(gate, client, { catalogue, ...who });
await recordUserMessages(gate, who, 'Note: buy bread');

// what the model wants to call, with the model's id of it
const call = { name: 'save_note', arguments: { text: 'buy bread' } };
console.log((await gated.callTool(withCallId(call, 'call-1'))).content);
// #endregion
