import type { Json, JsonObject } from '../../receive/json.ts';
import { isJsonObject, own } from '../../receive/json.ts';
import type { TracedTool } from '../traced-tool.ts';
import type { Deed } from '../words/language.ts';
import type { SeenResult } from './seen-result.ts';
import { recordsOf } from './seen-result.ts';
import { dataOf } from './result-data.ts';

/** Something that did not exist before this session. */
export interface CreatedThing {
  readonly server: string;
  readonly resource: string;
  readonly id: string;
}

const MAKING: ReadonlySet<Deed> = new Set(['create', 'send', 'book', 'pay']);

const scalarsIn = (args: JsonObject): ReadonlySet<string> => {
  const scalars = new Set<string>();
  const queue: Json[] = [args];
  for (let at = 0; at < queue.length; at++) {
    const value = queue[at] ?? null;
    if (Array.isArray(value)) for (const item of value) queue.push(item);
    else if (isJsonObject(value)) for (const key of Object.keys(value)) queue.push(own(value, key) ?? null);
    else if (typeof value === 'string' || typeof value === 'number') scalars.add(String(value));
  }
  return scalars;
};

/**
 * What a call made, as its result tells: one record with an identifier that was not handed in. A list is what was there
 * before, and a call that may destroy answers with what it changed.
 */
export const createdBy = (tool: TracedTool, args: JsonObject, seen: SeenResult): readonly CreatedThing[] => {
  if (!tool.mutates || tool.destroys || !tool.believed || !seen.vouched) return [];
  if (!tool.name.deeds.some((deed) => MAKING.has(deed))) return [];
  const [data, ...more] = dataOf(seen.result);
  if (data === undefined || more.length > 0 || !isJsonObject(data)) return [];
  const [record] = recordsOf(seen);
  if (record === undefined || record.resource !== tool.name.resource) return [];
  const given = scalarsIn(args);
  return record.ids
    .filter((id) => !given.has(id))
    .map((id) => ({ server: seen.server, resource: record.resource, id }));
};
