/** What the adapter takes and gives, against the vendor's own types. Compiled, never run. */
import type { HostOptions, ConversationRef, PersonVote } from '@callgate/adapters/openai-agents';
import {
  answerApproval,
  catalogueOf,
  catalogueOfServer,
  gatedServer,
  gatedTools,
  recordUserMessages,
  hostedApproval,
  settleHosted,
  findPendingInterruption,
  withHints,
} from '@callgate/adapters/openai-agents';
import type { Gate, ToolCatalogue } from '@callgate/gate';
import type { AgentInputItem, MCPServer } from '@openai/agents';
import { Agent, MCPServerStdio, MCPServerStreamableHttp, hostedMcpTool, run, tool } from '@openai/agents';
import * as z from 'zod';

declare const gate: Gate;
declare const who: ConversationRef;
declare const word: PersonVote;
declare const items: AgentInputItem[];
const host: HostOptions = { server: 'app', ...who };

const strict = tool({
  name: 'save_note',
  description: 'Save a note',
  parameters: z.object({ text: z.string() }),
  execute: async ({ text }) => `saved: ${text}`,
});
const withContext = tool<z.ZodObject<{ id: z.ZodString }>, { user: string }>({
  name: 'read_note',
  description: 'Read a note',
  parameters: z.object({ id: z.string() }),
  execute: async ({ id }, context) => `${context?.context.user} read ${id}`,
});
const hosted = hostedMcpTool({
  serverLabel: 'notes',
  serverUrl: 'https://mcp.example/mcp',
  requireApproval: 'always',
  onApproval: hostedApproval(gate, { ...host, waitMs: 1000 }),
});

// a tool stays what it was
const [same, other] = gatedTools(gate, [strict, withContext], host);
same satisfies typeof strict;
other satisfies typeof withContext;
withHints(strict, { annotations: { readOnlyHint: false } }) satisfies typeof strict;
catalogueOf([strict, withContext], { server: 'app' }) satisfies ToolCatalogue;

// agents take them, with and without a context of their own
const agent = new Agent({ name: 'a', tools: [...gatedTools(gate, [strict], host), hosted] });
export const knowing = new Agent<{ user: string }>({
  name: 'b',
  tools: gatedTools(gate, [withContext], host),
});

// servers of all kinds
const stdio = gatedServer(gate, new MCPServerStdio({ command: 'node' }), host) satisfies MCPServerStdio;
const http = gatedServer(gate, new MCPServerStreamableHttp({ url: 'https://mcp.example' }), host);
const any: MCPServer = gatedServer<MCPServer>(gate, http, { ...host, waitMs: 1000 });
export const reaching = new Agent({ name: 'c', mcpServers: [stdio, http, any] });
(await catalogueOfServer(any, { server: 'notes', trust: 'trusted' })) satisfies ToolCatalogue;

// what a run takes and gives
await recordUserMessages(gate, who, items);
const result = await run(agent, items);
for (const interruption of result.interruptions) {
  await findPendingInterruption(gate, who, interruption);
  await answerApproval(gate, result.state, interruption, word);
}
await settleHosted(gate, host, result.newItems);

// @ts-expect-error the server's name is missing
gatedTools(gate, [strict], who);
// @ts-expect-error the provider runs hosted tools: nothing can be wrapped
gatedTools(gate, [hosted], host);
// @ts-expect-error a state of a run is no input that a person has typed
await recordUserMessages(gate, who, result.state);
// @ts-expect-error hints are booleans
withHints(strict, { annotations: { readOnlyHint: 'yes' } });
