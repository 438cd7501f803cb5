/** What the adapter takes and gives, held against the types of the package. Compiled, never run. */
import type Anthropic from '@anthropic-ai/sdk';
import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool';
import type { HoldingHost, McpToolset, ToolResultBlock } from '@callgate/adapters/anthropic';
import {
  answerToolUses,
  deferToolCalls,
  gated,
  gatedTools,
  hearMessages,
  reportServerTools,
  toolsetFor,
} from '@callgate/adapters/anthropic';
import type { Gate, ToolCatalogue } from '@callgate/gate';

declare const gate: Gate;
declare const catalogue: ToolCatalogue;
declare const host: HoldingHost;
declare const client: Anthropic;
declare const message: Anthropic.Message;
declare const betaMessage: Anthropic.Beta.BetaMessage;
declare const tool: BetaRunnableTool<{ text: string }>;

const handlers = { save: ({ text }: { readonly text: string }) => text };

// results go into the next message as they are, in both APIs
const results = await answerToolUses(gate, host, message, handlers);
results satisfies Anthropic.ContentBlockParam[];
(await answerToolUses(gate, host, betaMessage, handlers)) satisfies Anthropic.Beta.BetaContentBlockParam[];

// a wrapped tool is the same tool to the runner
gated(gate, tool, host) satisfies BetaRunnableTool<{ text: string }>;
const search = { type: 'web_search_20250305', name: 'web_search' } as const;
const tools = gatedTools(gate, [tool, search], host);
const runner = client.beta.messages.toolRunner({
  model: 'm',
  max_tokens: 1,
  messages: [],
  tools,
  stream: true,
  runToolsEagerly: true,
});
for await (const stream of runner) await deferToolCalls(gate, host, runner, stream);

// what the connector may call is a tool of the request
const toolset = await toolsetFor(gate, host, catalogue, { server: 'crm', names: ['read'] });
toolset satisfies Anthropic.Beta.BetaToolUnion;
await reportServerTools(gate, host, betaMessage);
await reportServerTools(gate, host, message, { unwanted: 'tell' });

declare const messages: Anthropic.MessageParam[];
declare const betaMessages: Anthropic.Beta.BetaMessageParam[];
await hearMessages(gate, host, messages);
await hearMessages(gate, host, betaMessages);

export type Outputs = [
  ToolResultBlock extends Anthropic.ToolResultBlockParam ? true : never,
  McpToolset extends Anthropic.Beta.BetaMCPToolset ? true : never,
];
export const outputs: Outputs = [true, true];

// @ts-expect-error a host must say whose conversation it is
await answerToolUses(gate, { server: 'app' }, message, handlers);
// @ts-expect-error a tool without a name is none of the runner
gated(gate, { run: () => 'x' }, host);
// @ts-expect-error what to do with what should not have run is one of two words
await reportServerTools(gate, host, message, { unwanted: 'ignore' });
