/** What the adapter takes and gives, held against the types of the package. Compiled, never run. */
import type Anthropic from '@anthropic-ai/sdk';
import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool';
import type { WaitingHostOptions, McpToolset, ToolResultBlock } from '@callgate/adapters/anthropic';
import {
  answerToolUses,
  deferToolCalls,
  gatedTool,
  gatedTools,
  recordUserMessages,
  reportServerTools,
  createToolset,
} from '@callgate/adapters/anthropic';
import type { Gate, ToolCatalogue } from '@callgate/gate';

declare const gate: Gate;
declare const catalogue: ToolCatalogue;
declare const host: WaitingHostOptions;
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
gatedTool(gate, tool, host) satisfies BetaRunnableTool<{ text: string }>;
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
const toolset = await createToolset(gate, host, catalogue, { server: 'crm', names: ['read'] });
toolset satisfies Anthropic.Beta.BetaToolUnion;
await reportServerTools(gate, host, betaMessage);
await reportServerTools(gate, host, message, { unwanted: 'tell' });

declare const messages: Anthropic.MessageParam[];
declare const betaMessages: Anthropic.Beta.BetaMessageParam[];
await recordUserMessages(gate, host, messages);
await recordUserMessages(gate, host, betaMessages);

export type AnthropicOutputs = [
  ToolResultBlock extends Anthropic.ToolResultBlockParam ? true : never,
  McpToolset extends Anthropic.Beta.BetaMCPToolset ? true : never,
];
export const outputs: AnthropicOutputs = [true, true];

// @ts-expect-error a host must say whose conversation it is
await answerToolUses(gate, { server: 'app' }, message, handlers);
// @ts-expect-error a tool without a name is none of the runner
gatedTool(gate, { run: () => 'x' }, host);
// @ts-expect-error what to do with what should not have run is one of two words
await reportServerTools(gate, host, message, { unwanted: 'ignore' });
