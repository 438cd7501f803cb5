import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, canonical, display, isJsonObject, getOwn } from '@callgate/core';
import { freezeJson } from '@callgate/core/receive';
import type { McpToolDefinition } from '../host/catalogue.ts';
import { toJson } from '../host/host-options.ts';
import type { AnyResultSchema, ClientLike } from './shapes.ts';
import { ANY_RESULT } from './shapes.ts';

/** A tool that cannot be read. It is not in the catalogue, so that nothing calls it. */
export interface MalformedTool {
  /** As far as it has one that can be shown. */
  readonly name: string;
  readonly problem: string;
}

export interface ToolListing {
  readonly definitions: readonly McpToolDefinition[];
  readonly malformed: readonly MalformedTool[];
}

/** A list that goes on for ever is not read for ever. */
const MOST_PAGES = 1000;
const MOST_TOOLS = 10_000;

const listError = (problem: string): CallgateError =>
  new CallgateError('TOOL_LIST', `the list of tools cannot be read: ${problem}`, {
    help: 'nothing of this server is called until it can; ask again with refresh',
  });

type RequestFunction = (
  request: { readonly method: string; readonly params: JsonObject },
  schema: AnyResultSchema,
) => Promise<unknown>;

const readPage = async (client: ClientLike, cursor: string | undefined): Promise<JsonObject> => {
  const ask = client.request.bind(client) as RequestFunction;
  const params: JsonObject = cursor === undefined ? {} : { cursor };
  const result = toJson(await ask({ method: 'tools/list', params }, ANY_RESULT));
  if (!isJsonObject(result)) throw listError('it is no object');
  return result;
};

const rawTools = async (client: ClientLike): Promise<readonly Json[]> => {
  const found: Json[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const result = await readPage(client, cursor);
    const tools = getOwn(result, 'tools');
    if (!Array.isArray(tools)) throw listError('it has no tools');
    found.push(...tools);
    const next = getOwn(result, 'nextCursor');
    cursor = typeof next === 'string' ? next : undefined;
    if (cursor !== undefined && seen.has(cursor)) throw listError('it goes round in a circle');
    if (cursor !== undefined) seen.add(cursor);
    if (seen.size > MOST_PAGES || found.length > MOST_TOOLS) throw listError('it is too long');
  } while (cursor !== undefined);
  return found;
};

const nameOf = (tool: Json): string => {
  const name = isJsonObject(tool) ? getOwn(tool, 'name') : undefined;
  return display(typeof name === 'string' ? name : '', { max: 80 });
};

const problemOf = (tool: Json): string | undefined => {
  if (!isJsonObject(tool)) return 'it is no object';
  const name = getOwn(tool, 'name');
  if (typeof name !== 'string' || name === '') return 'it has no name';
  if (!isJsonObject(getOwn(tool, 'inputSchema') ?? null)) return 'its input schema is no object';
  for (const member of ['annotations', '_meta'] as const)
    if (Object.hasOwn(tool, member) && !isJsonObject(getOwn(tool, member) ?? null))
      return `what it has as ${member} is no object`;
  try {
    canonical(tool);
    return undefined;
  } catch {
    return 'it has no canonical form';
  }
};

const isDefinition = (tool: Json): tool is McpToolDefinition => problemOf(tool) === undefined;

/** Reads the whole list as it came, tool by tool: what the SDK's schemas do not know is kept, and one bad tool spoils no other. */
export const readTools = async (client: ClientLike): Promise<ToolListing> => {
  const raw = await rawTools(client);
  const malformed: MalformedTool[] = [];
  const byName = new Map<string, McpToolDefinition[]>();
  for (const tool of raw) {
    if (isDefinition(tool)) byName.set(tool.name, [...(byName.get(tool.name) ?? []), tool]);
    else malformed.push({ name: nameOf(tool), problem: problemOf(tool) ?? '' });
  }
  const definitions: McpToolDefinition[] = [];
  for (const [name, same] of byName) {
    const [first] = same;
    if (first !== undefined && same.length === 1) definitions.push(freezeJson(first));
    else malformed.push({ name: display(name, { max: 80 }), problem: 'several tools have this name' });
  }
  return { definitions, malformed };
};
