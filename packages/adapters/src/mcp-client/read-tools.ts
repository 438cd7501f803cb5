import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, canonical, display, isJsonObject, own } from '@callgate/core';
import { freezeJson } from '@callgate/core/receive';
import type { Definition } from '../host/catalogue.ts';
import { asJson } from '../host/host.ts';
import type { AnyResult, ClientLike } from './shapes.ts';
import { ANY_RESULT } from './shapes.ts';

/** A tool that cannot be read. It is not in the catalogue, so that nothing calls it. */
export interface MalformedTool {
  /** As far as it has one that can be shown. */
  readonly name: string;
  readonly problem: string;
}

export interface ReadTools {
  readonly definitions: readonly Definition[];
  readonly malformed: readonly MalformedTool[];
}

/** A list that goes on for ever is not read for ever. */
const MOST_PAGES = 1000;
const MOST_TOOLS = 10_000;

const broken = (problem: string): CallgateError =>
  new CallgateError('TOOL_LIST', `the list of tools cannot be read: ${problem}`, {
    help: 'nothing of this server is called until it can; ask again with refresh',
  });

type Ask = (
  request: { readonly method: string; readonly params: JsonObject },
  schema: AnyResult,
) => Promise<unknown>;

const page = async (client: ClientLike, cursor: string | undefined): Promise<JsonObject> => {
  const ask = client.request.bind(client) as Ask;
  const params: JsonObject = cursor === undefined ? {} : { cursor };
  const result = asJson(await ask({ method: 'tools/list', params }, ANY_RESULT));
  if (!isJsonObject(result)) throw broken('it is no object');
  return result;
};

const rawTools = async (client: ClientLike): Promise<readonly Json[]> => {
  const found: Json[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const result = await page(client, cursor);
    const tools = own(result, 'tools');
    if (!Array.isArray(tools)) throw broken('it has no tools');
    found.push(...tools);
    const next = own(result, 'nextCursor');
    cursor = typeof next === 'string' ? next : undefined;
    if (cursor !== undefined && seen.has(cursor)) throw broken('it goes round in a circle');
    if (cursor !== undefined) seen.add(cursor);
    if (seen.size > MOST_PAGES || found.length > MOST_TOOLS) throw broken('it is too long');
  } while (cursor !== undefined);
  return found;
};

const nameOf = (tool: Json): string => {
  const name = isJsonObject(tool) ? own(tool, 'name') : undefined;
  return display(typeof name === 'string' ? name : '', { max: 80 });
};

const problemOf = (tool: Json): string | undefined => {
  if (!isJsonObject(tool)) return 'it is no object';
  const name = own(tool, 'name');
  if (typeof name !== 'string' || name === '') return 'it has no name';
  if (!isJsonObject(own(tool, 'inputSchema') ?? null)) return 'its input schema is no object';
  for (const member of ['annotations', '_meta'] as const)
    if (Object.hasOwn(tool, member) && !isJsonObject(own(tool, member) ?? null))
      return `what it has as ${member} is no object`;
  try {
    canonical(tool);
    return undefined;
  } catch {
    return 'it has no canonical form';
  }
};

const isDefinition = (tool: Json): tool is Definition => problemOf(tool) === undefined;

/** Reads the whole list as it came, tool by tool: what the SDK's schemas do not know is kept, and one bad tool spoils no other. */
export const readTools = async (client: ClientLike): Promise<ReadTools> => {
  const raw = await rawTools(client);
  const malformed: MalformedTool[] = [];
  const byName = new Map<string, Definition[]>();
  for (const tool of raw) {
    if (isDefinition(tool)) byName.set(tool.name, [...(byName.get(tool.name) ?? []), tool]);
    else malformed.push({ name: nameOf(tool), problem: problemOf(tool) ?? '' });
  }
  const definitions: Definition[] = [];
  for (const [name, same] of byName) {
    const [first] = same;
    if (first !== undefined && same.length === 1) definitions.push(freezeJson(first));
    else malformed.push({ name: display(name, { max: 80 }), problem: 'several tools have this name' });
  }
  return { definitions, malformed };
};
