import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { adapterMessages } from '@callgate/messages/adapter';
import type { McpToolDefinition } from '../host/catalogue.ts';
import { toJson } from '../host/host-options.ts';
import type { ConversationRef } from '../host/host-options.ts';
import type { ProviderCall, UnwantedCallAction } from '../host/report-provider-calls.ts';
import { RESULT_NOT_SEEN, reportProviderCalls } from '../host/report-provider-calls.ts';

const texts = adapterMessages.providerTools;

/** A response of the SDK, or a chunk of one. */
export interface GeneratedLike {
  readonly candidates?: readonly object[] | undefined;
}

const SERVER = 'google';

const objectAt = (value: Json | undefined, key: string): JsonObject | undefined => {
  const member = isJsonObject(value) ? value[key] : undefined;
  return isJsonObject(member) ? member : undefined;
};

const listAt = (value: Json | undefined, key: string): readonly Json[] => {
  const member = isJsonObject(value) ? value[key] : undefined;
  return Array.isArray(member) ? (member as readonly Json[]) : [];
};

const providerCall = (name: string, input: JsonObject, result: JsonObject | undefined): ProviderCall => ({
  server: SERVER,
  name,
  input,
  answer: result === undefined ? RESULT_NOT_SEEN : { type: 'result', result },
});

const QUERIES = ['webSearchQueries', 'imageSearchQueries', 'retrievalQueries'] as const;

/** Names of tools by what the API calls them in a part. Others keep their own. */
const TOOL_TYPES: Readonly<Record<string, string>> = {
  google_search_web: 'google_search',
  google_search_image: 'google_search',
};

const nameOf = (toolType: Json | undefined): string => {
  const type = String(toolType ?? 'unknown').toLowerCase();
  return Object.hasOwn(TOOL_TYPES, type) ? (TOOL_TYPES[type] ?? type) : type;
};

const FINDERS: ReadonlySet<string> = new Set(['google_search', 'google_maps', 'file_search']);

/** What was found stands here too, or only here: a search that has left a part behind is not reported twice. */
const groundingOf = (candidate: JsonObject, inParts: readonly ProviderCall[]): readonly ProviderCall[] => {
  if (inParts.some(({ name }) => FINDERS.has(name))) return [];
  const metadata = objectAt(candidate, 'groundingMetadata');
  const queries = QUERIES.flatMap((key) => listAt(metadata, key));
  const chunks = listAt(metadata, 'groundingChunks');
  return queries.length + chunks.length === 0 ? [] : [providerCall('google_search', { queries }, { chunks })];
};

const pagesOf = (candidate: JsonObject, inParts: readonly ProviderCall[]): readonly ProviderCall[] => {
  if (inParts.some(({ name }) => name === 'url_context')) return [];
  const pages = listAt(objectAt(candidate, 'urlContextMetadata'), 'urlMetadata');
  return pages.length === 0 ? [] : [providerCall('url_context', { pages }, undefined)];
};

/** A result belongs to the call of its id. Those without one stand in the order of the calls without one. */
const takeResult = (results: JsonObject[], id: Json | undefined): JsonObject | undefined => {
  const at = results.findIndex((result) => (result['id'] ?? null) === (id ?? null));
  return at === -1 ? undefined : results.splice(at, 1)[0];
};

const partsOf = (candidate: JsonObject): readonly ProviderCall[] => {
  const parts = listAt(objectAt(candidate, 'content'), 'parts');
  const results = {
    code: parts.map((part) => objectAt(part, 'codeExecutionResult')).filter((found) => found !== undefined),
    tool: parts.map((part) => objectAt(part, 'toolResponse')).filter((found) => found !== undefined),
  };
  return parts.flatMap((part) => {
    const code = objectAt(part, 'executableCode');
    if (code !== undefined)
      return [providerCall('code_execution', code, takeResult(results.code, code['id']))];
    const call = objectAt(part, 'toolCall');
    if (call === undefined) return [];
    const result = takeResult(results.tool, call['id']);
    return [providerCall(nameOf(call['toolType']), objectAt(call, 'args') ?? {}, result)];
  });
};

/**
 * Reports what Google ran by itself for a response: search, pages it read, code. Call it once for every response, or
 * every chunk of a stream, before anything of it is used. Returns how many calls there were.
 */
export const reportServerTools = async (
  gate: Gate,
  who: ConversationRef,
  { candidates = [] }: GeneratedLike,
  { unwanted }: { readonly unwanted?: UnwantedCallAction } = {},
): Promise<number> => {
  const all = candidates.flatMap((candidate) => {
    const json = toJson(candidate);
    if (!isJsonObject(json)) return [];
    const inParts = partsOf(json);
    return [...inParts, ...groundingOf(json, inParts), ...pagesOf(json, inParts)];
  });
  return await reportProviderCalls(gate, who, all, unwanted);
};

const toolDefinition = (name: string, description: string, annotations: JsonObject): McpToolDefinition => ({
  name,
  description,
  inputSchema: { type: 'object' },
  annotations,
});

/** Tools that Google runs at its own place, for a catalogue with the server `google`. Trust in it is the operator's word. */
export const GOOGLE_TOOLS: readonly McpToolDefinition[] = [
  toolDefinition('google_search', texts.searchWeb, { readOnlyHint: true, openWorldHint: true }),
  toolDefinition('google_maps', texts.lookUpPlaces, { readOnlyHint: true, openWorldHint: true }),
  toolDefinition('file_search', texts.searchFiles, {
    readOnlyHint: true,
    openWorldHint: false,
  }),
  toolDefinition('url_context', texts.readPages, { readOnlyHint: true, openWorldHint: true }),
  toolDefinition('code_execution', texts.runCode, {
    readOnlyHint: false,
    destructiveHint: false,
    openWorldHint: false,
  }),
];
