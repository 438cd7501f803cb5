/** What the adapter takes and gives, against the vendor's own types. Compiled, never run. */
import type { ClientHost, ClientLike, ConversationRef } from '@callgate/adapters/mcp-client';
import { ClientCatalogue, catalogueOf, gatedClient, withCallId } from '@callgate/adapters/mcp-client';
import type { Gate, GateOptions } from '@callgate/gate';
import type { CallToolResult as ResultV2, Client as ClientV2 } from '@modelcontextprotocol/client';
import type { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';

declare const gate: Gate;
declare const who: ConversationRef;
declare const v1: ClientV1;
declare const v2: ClientV2;

const clients: readonly ClientLike[] = [v1, v2];
const catalogue = await catalogueOf(v1, { server: 'app', trust: 'owned' });
catalogue satisfies GateOptions['catalogue'];
new ClientCatalogue(v2, { server: 'app' }) satisfies GateOptions['catalogue'];
const host: ClientHost = { catalogue, waitMs: 1000, ...who };

const gatedV1: ClientV1 = gatedClient(gate, v1, host);
const gatedV2: ClientV2 = gatedClient(gate, v2, host);
const call = withCallId({ name: 'save_note', arguments: { text: 'milk' } }, 'call-1');
await gatedV1.callTool(call, CallToolResultSchema, { onprogress: ({ progress }) => progress.toFixed() });
(await gatedV2.callTool(call, { timeout: 1000 })) satisfies ResultV2;

// @ts-expect-error a catalogue that cannot be read anew
gatedClient(gate, v1, { ...who, catalogue: { find: () => undefined } });
// @ts-expect-error nobody says whose conversation it is
gatedClient(gate, v1, { catalogue });
// @ts-expect-error not a client
await catalogueOf({ listTools: async () => ({ tools: [] }) }, { server: 'app' });
// @ts-expect-error no name for where the tools come from
await catalogueOf(v2, { trust: 'owned' });

export { clients };
