import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, canonical, display, isJsonObject, getOwn } from '@callgate/core';
import { freezeJson } from '@callgate/core/receive';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import { adapterMessages } from '@callgate/messages/adapter';
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
  new CallgateError(adapterErrors.listUnreadable({ problem }));

type RequestFunction = (
  request: { readonly method: string; readonly params: JsonObject },
  schema: AnyResultSchema,
) => Promise<unknown>;

const readPage = async (client: ClientLike, cursor: string | undefined): Promise<JsonObject> => {
  const ask = client.request.bind(client) as RequestFunction;
  const params: JsonObject = cursor === undefined ? {} : { cursor };
  const result = toJson(await ask({ method: 'tools/list', params }, ANY_RESULT));
  if (!isJsonObject(result)) throw listError(adapterMessages.tools.notObject);
  return result;
};

const rawTools = async (client: ClientLike): Promise<readonly Json[]> => {
  const found: Json[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const result = await readPage(client, cursor);
    const tools = getOwn(result, 'tools');
    if (!Array.isArray(tools)) throw listError(adapterMessages.tools.noTools);
    found.push(...tools);
    const next = getOwn(result, 'nextCursor');
    cursor = typeof next === 'string' ? next : undefined;
    if (cursor !== undefined && seen.has(cursor)) throw listError(adapterMessages.tools.circular);
    if (cursor !== undefined) seen.add(cursor);
    if (seen.size > MOST_PAGES || found.length > MOST_TOOLS) throw listError(adapterMessages.tools.tooLong);
  } while (cursor !== undefined);
  return found;
};

const nameOf = (tool: Json): string => {
  const name = isJsonObject(tool) ? getOwn(tool, 'name') : undefined;
  return display(typeof name === 'string' ? name : '', { max: 80 });
};

const problemOf = (tool: Json): string | undefined => {
  if (!isJsonObject(tool)) return adapterMessages.tools.notObject;
  const name = getOwn(tool, 'name');
  if (typeof name !== 'string' || name === '') return adapterMessages.tools.noName;
  if (!isJsonObject(getOwn(tool, 'inputSchema') ?? null)) return adapterMessages.tools.schemaNotObject;
  for (const member of ['annotations', '_meta'] as const)
    if (Object.hasOwn(tool, member) && !isJsonObject(getOwn(tool, member) ?? null))
      return adapterMessages.tools.memberNotObject({ member });
  try {
    canonical(tool);
    return undefined;
  } catch {
    return adapterMessages.tools.notCanonical;
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
    else malformed.push({ name: display(name, { max: 80 }), problem: adapterMessages.tools.sameName });
  }
  return { definitions, malformed };
};
