import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import type { Definition } from '../host/catalogue.ts';
import { asJson } from '../host/host.ts';
import type { Who } from '../host/host.ts';
import type { RanElsewhere, Unwanted } from '../host/ran-elsewhere.ts';
import { NOT_SEEN, reportRan } from '../host/ran-elsewhere.ts';

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

const ran = (name: string, input: JsonObject, result: JsonObject | undefined): RanElsewhere => ({
  server: SERVER,
  name,
  input,
  answer: result === undefined ? NOT_SEEN : { type: 'result', result },
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
const groundingOf = (candidate: JsonObject, inParts: readonly RanElsewhere[]): readonly RanElsewhere[] => {
  if (inParts.some(({ name }) => FINDERS.has(name))) return [];
  const metadata = objectAt(candidate, 'groundingMetadata');
  const queries = QUERIES.flatMap((key) => listAt(metadata, key));
  const chunks = listAt(metadata, 'groundingChunks');
  return queries.length + chunks.length === 0 ? [] : [ran('google_search', { queries }, { chunks })];
};

const pagesOf = (candidate: JsonObject, inParts: readonly RanElsewhere[]): readonly RanElsewhere[] => {
  if (inParts.some(({ name }) => name === 'url_context')) return [];
  const pages = listAt(objectAt(candidate, 'urlContextMetadata'), 'urlMetadata');
  return pages.length === 0 ? [] : [ran('url_context', { pages }, undefined)];
};

/** A result belongs to the call of its id. Those without one stand in the order of the calls without one. */
const takeResult = (results: JsonObject[], id: Json | undefined): JsonObject | undefined => {
  const at = results.findIndex((result) => (result['id'] ?? null) === (id ?? null));
  return at === -1 ? undefined : results.splice(at, 1)[0];
};

const partsOf = (candidate: JsonObject): readonly RanElsewhere[] => {
  const parts = listAt(objectAt(candidate, 'content'), 'parts');
  const results = {
    code: parts.map((part) => objectAt(part, 'codeExecutionResult')).filter((found) => found !== undefined),
    tool: parts.map((part) => objectAt(part, 'toolResponse')).filter((found) => found !== undefined),
  };
  return parts.flatMap((part) => {
    const code = objectAt(part, 'executableCode');
    if (code !== undefined) return [ran('code_execution', code, takeResult(results.code, code['id']))];
    const call = objectAt(part, 'toolCall');
    if (call === undefined) return [];
    const result = takeResult(results.tool, call['id']);
    return [ran(nameOf(call['toolType']), objectAt(call, 'args') ?? {}, result)];
  });
};

/**
 * Reports what Google ran by itself for a response: search, pages it read, code. Call it once for every response, or
 * every chunk of a stream, before anything of it is used. Returns how many calls there were.
 */
export const reportServerTools = async (
  gate: Gate,
  who: Who,
  { candidates = [] }: GeneratedLike,
  { unwanted }: { readonly unwanted?: Unwanted } = {},
): Promise<number> => {
  const all = candidates.flatMap((candidate) => {
    const json = asJson(candidate);
    if (!isJsonObject(json)) return [];
    const inParts = partsOf(json);
    return [...inParts, ...groundingOf(json, inParts), ...pagesOf(json, inParts)];
  });
  return await reportRan(gate, who, all, unwanted);
};

const made = (name: string, description: string, annotations: JsonObject): Definition => ({
  name,
  description,
  inputSchema: { type: 'object' },
  annotations,
});

/** Tools that Google runs at its own place, for a catalogue with the server `google`. Trust in it is the operator's word. */
export const GOOGLE_TOOLS: readonly Definition[] = [
  made('google_search', 'Search the web', { readOnlyHint: true, openWorldHint: true }),
  made('google_maps', 'Look up places', { readOnlyHint: true, openWorldHint: true }),
  made('file_search', 'Search files that were uploaded', { readOnlyHint: true, openWorldHint: false }),
  made('url_context', 'Read pages of the web', { readOnlyHint: true, openWorldHint: true }),
  made('code_execution', 'Run code in a container', {
    readOnlyHint: false,
    destructiveHint: false,
    openWorldHint: false,
  }),
];
