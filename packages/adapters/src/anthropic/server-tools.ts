import type { JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import type { Definition } from '../host/catalogue.ts';
import { asJson } from '../host/host.ts';
import type { Who } from '../host/host.ts';
import type { RanElsewhere, Unwanted } from '../host/ran-elsewhere.ts';
import { NOT_SEEN, reportRan } from '../host/ran-elsewhere.ts';
import type { MessageLike, ServerResult, ServerUse } from './shapes.ts';
import { serverResultOf, serverUseOf } from './shapes.ts';

const ranOf = ({ server, name, input }: ServerUse, result: ServerResult | undefined): RanElsewhere => {
  const args = asJson(input ?? {});
  return {
    server: server ?? 'anthropic',
    name,
    input: isJsonObject(args) ? args : { input: args },
    answer:
      result === undefined
        ? NOT_SEEN
        : {
            type: 'result',
            result: { content: asJson(result.content) },
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
  who: Who,
  { content }: MessageLike,
  { unwanted }: { readonly unwanted?: Unwanted } = {},
): Promise<number> => {
  const results = new Map<string, ServerResult>();
  for (const block of content) {
    const result = serverResultOf(block);
    if (result !== undefined) results.set(result.id, result);
  }
  const ran = content.flatMap((block) => {
    const use = serverUseOf(block);
    return use === undefined ? [] : [ranOf(use, results.get(use.id))];
  });
  return await reportRan(gate, who, ran, unwanted);
};

const made = (name: string, description: string, annotations: JsonObject): Definition => ({
  name,
  description,
  inputSchema: { type: 'object' },
  annotations,
});

const READS_THE_WEB = { readOnlyHint: true, openWorldHint: true };
const IN_A_CONTAINER = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
const LOOKS_UP_TOOLS = { readOnlyHint: true, openWorldHint: false };

/** Tools that Anthropic runs at its own place, for a catalogue with the server `anthropic`. Trust in it is the operator's word. */
export const ANTHROPIC_TOOLS: readonly Definition[] = [
  made('web_search', 'Search the web', READS_THE_WEB),
  made('web_fetch', 'Read a page of the web', READS_THE_WEB),
  made('code_execution', 'Run code in a container', IN_A_CONTAINER),
  made('bash_code_execution', 'Run commands in a container', IN_A_CONTAINER),
  made('text_editor_code_execution', 'Edit files in a container', IN_A_CONTAINER),
  made('tool_search_tool_regex', 'Find a tool', LOOKS_UP_TOOLS),
  made('tool_search_tool_bm25', 'Find a tool', LOOKS_UP_TOOLS),
  // another model of the provider, which reads the conversation and does nothing
  made('advisor', 'Ask another model for advice', LOOKS_UP_TOOLS),
];
