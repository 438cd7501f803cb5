/** What the adapter takes and gives, against the vendor's own types. Compiled, never run. */
import type { HostOptions, ConversationRef, PersonVote } from '@callgate/adapters/mastra';
import { answerApproval, catalogueOf, gatedTools, recordUserMessages } from '@callgate/adapters/mastra';
import type { Gate, ToolCatalogue } from '@callgate/gate';
import type { MastraDBMessage, ToolsInput } from '@mastra/core/agent';
import { Agent } from '@mastra/core/agent';
import type { MastraModelConfig } from '@mastra/core/llm';
import { createTool } from '@mastra/core/tools';
import { MCPClient } from '@mastra/mcp';
import * as z from 'zod';

declare const gate: Gate;
declare const who: ConversationRef;
declare const word: PersonVote;
declare const model: MastraModelConfig;
declare const messages: MastraDBMessage[];
const host: HostOptions = { server: 'app', ...who };

const save_note = createTool({
  id: 'save_note',
  description: 'Save a note',
  inputSchema: z.object({ text: z.string() }),
  outputSchema: z.string(),
  mcp: { annotations: { readOnlyHint: false }, _meta: { requiresConfirmation: true } },
  execute: async ({ text }) => `saved: ${text}`,
});

// a tool stays what it was
const gated = gatedTools(gate, { save_note }, host);
gated.save_note satisfies typeof save_note;
(await catalogueOf({ save_note }, { server: 'app', trust: 'owned' })) satisfies ToolCatalogue;

// agents take them
const agent = new Agent({ id: 'a', name: 'a', instructions: 'Help.', model, tools: gated });

// tools of MCP servers
const client = new MCPClient({ servers: { notes: { command: 'node' } } });
const { notes = {} } = await client.listToolsets();
gatedTools(gate, notes, { ...host, server: 'notes' }) satisfies ToolsInput;
(await catalogueOf(notes, { server: 'notes' })) satisfies ToolCatalogue;

// what a turn takes and gives
await recordUserMessages(gate, who, 'Note: buy bread');
await recordUserMessages(gate, who, messages);
const { stream } = await answerApproval(gate, agent, { runId: 'run', toolCallId: 'call' }, word);
(await stream?.text) satisfies string | undefined;

// @ts-expect-error the server's name is missing
gatedTools(gate, { save_note }, who);
// @ts-expect-error the run is missing
await answerApproval(gate, agent, { toolCallId: 'call' }, word);
// @ts-expect-error a stream is no agent
await answerApproval(gate, stream, { runId: 'run', toolCallId: 'call' }, word);
