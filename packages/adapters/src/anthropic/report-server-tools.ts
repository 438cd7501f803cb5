import type { JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { adapterMessages } from '@callgate/messages/adapter';
import type { McpToolDefinition } from '../host/catalogue.ts';
import { toJson } from '../host/host-options.ts';
import type { ConversationRef } from '../host/host-options.ts';
import type { ProviderCall, UnwantedCallAction } from '../host/report-provider-calls.ts';
import { RESULT_NOT_SEEN, reportProviderCalls } from '../host/report-provider-calls.ts';
import type { AnthropicMessageLike, ServerToolResult, ServerToolUse } from './shapes.ts';
import { serverResultOf, serverUseOf } from './shapes.ts';

const texts = adapterMessages.providerTools;

const providerCallOf = (
  { server, name, input }: ServerToolUse,
  result: ServerToolResult | undefined,
): ProviderCall => {
  const args = toJson(input ?? {});
  return {
    server: server ?? 'anthropic',
    name,
    input: isJsonObject(args) ? args : { input: args },
    answer:
      result === undefined
        ? RESULT_NOT_SEEN
        : {
            type: 'result',
            result: { content: toJson(result.content) },
            ...(result.isError ? { isError: true } : {}),
          },
  };
};

/**
 * Reports what the provider ran by itself for a message: tools of the MCP connector and its own. Call it once for every
 * message, before anything of it is used. Returns how many calls there were.
 */
export const reportServerTools = async (
  gate: Gate,
  who: ConversationRef,
  { content }: AnthropicMessageLike,
  { unwanted }: { readonly unwanted?: UnwantedCallAction } = {},
): Promise<number> => {
  const results = new Map<string, ServerToolResult>();
  for (const block of content) {
    const result = serverResultOf(block);
    if (result !== undefined) results.set(result.id, result);
  }
  const ran = content.flatMap((block) => {
    const use = serverUseOf(block);
    return use === undefined ? [] : [providerCallOf(use, results.get(use.id))];
  });
  return await reportProviderCalls(gate, who, ran, unwanted);
};

const toolDefinition = (name: string, description: string, annotations: JsonObject): McpToolDefinition => ({
  name,
  description,
  inputSchema: { type: 'object' },
  annotations,
});

const READS_THE_WEB = { readOnlyHint: true, openWorldHint: true };
const IN_A_CONTAINER = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
const LOOKS_UP_TOOLS = { readOnlyHint: true, openWorldHint: false };

/** Tools that Anthropic runs at its own place, for a catalogue with the server `anthropic`. Trust in it is the operator's word. */
export const ANTHROPIC_TOOLS: readonly McpToolDefinition[] = [
  toolDefinition('web_search', texts.searchWeb, READS_THE_WEB),
  toolDefinition('web_fetch', texts.readPage, READS_THE_WEB),
  toolDefinition('code_execution', texts.runCode, IN_A_CONTAINER),
  toolDefinition('bash_code_execution', texts.runCommands, IN_A_CONTAINER),
  toolDefinition('text_editor_code_execution', texts.editFiles, IN_A_CONTAINER),
  toolDefinition('tool_search_tool_regex', texts.findTool, LOOKS_UP_TOOLS),
  toolDefinition('tool_search_tool_bm25', texts.findTool, LOOKS_UP_TOOLS),
  // another model of the provider, which reads the conversation and does nothing
  toolDefinition('advisor', texts.askModel, LOOKS_UP_TOOLS),
];
