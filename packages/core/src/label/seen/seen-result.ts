import type { Json } from '../../receive/json.ts';
import { isJsonObject, own } from '../../receive/json.ts';
import type { SeenRecord } from './record.ts';
import { recordsIn } from './record.ts';
import { dataOf, isStructured } from './result-data.ts';

/** What is kept of one result: enough to find where a value came from, and the records it told of. */
export interface SeenResult {
  readonly call: string;
  readonly server: string;
  readonly tool: string;
  /** The kind of thing the tool tells of. */
  readonly resource: string;
  readonly origin: 'trusted' | 'untrusted';
  /** It lists people or places, and somebody who counts says so. */
  readonly directory: boolean;
  /** Its records count: the server is believed in what it says of its own things. */
  readonly vouched: boolean;
  /** Nothing of the result was cut. */
  readonly whole: boolean;
  /**
   * Where the call named one thing: what it named. Its text then may be that thing's own content, and content that is
   * written like a record must not vouch for another. null where the call asked for a list.
   */
  readonly about: readonly string[] | null;
  readonly result: Json;
  /** Characters kept. */
  readonly size: number;
}

const MAX_ENTRY = 300;
const MAX_NODES = 10_000;

const records = new WeakMap<SeenResult, readonly SeenRecord[]>();

const readRecords = ({ result, resource, about }: SeenResult): readonly SeenRecord[] => {
  const found = dataOf(result).flatMap((data) => recordsIn(data, resource));
  if (about === null || isStructured(result)) return found;
  return found.filter((record) => record.ids.some((id) => about.includes(id)));
};

/** The records a kept result told of. Worked out when first asked for. */
export const recordsOf = (seen: SeenResult): readonly SeenRecord[] => {
  const made = records.get(seen) ?? (seen.vouched && seen.whole ? readRecords(seen) : []);
  records.set(seen, made);
  return made;
};

const entries = new WeakMap<SeenResult, ReadonlySet<string>>();

const collect = (data: readonly Json[]): ReadonlySet<string> => {
  const found = new Set<string>();
  const queue: Json[] = [...data];
  for (let at = 0; at < queue.length && at < MAX_NODES; at++) {
    const value = queue[at];
    if (typeof value === 'string' && value.length <= MAX_ENTRY && !value.includes('\n')) found.add(value);
    else if (Array.isArray(value)) queue.push(...value.slice(0, MAX_NODES));
    else if (value !== undefined && isJsonObject(value))
      for (const key of Object.keys(value)) queue.push(own(value, key) ?? null);
  }
  return found;
};

/** The entries a directory listed, each a whole value. */
export const entriesOf = (seen: SeenResult): ReadonlySet<string> => {
  const made = entries.get(seen) ?? (seen.directory && seen.whole ? collect(dataOf(seen.result)) : new Set());
  entries.set(seen, made);
  return made;
};
