import type { Json } from '../../receive/json.ts';
import { isJsonObject, own } from '../../receive/json.ts';
import type { SeenRecord } from './record.ts';
import { recordsIn } from './record.ts';
import { dataOf } from './result-data.ts';

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
  /** Its records count: the server is believed in what it says of its own things, and nothing of the result was cut. */
  readonly vouched: boolean;
  readonly result: Json;
  /** Characters kept. */
  readonly size: number;
}

const MAX_ENTRY = 300;
const MAX_NODES = 10_000;

const records = new WeakMap<SeenResult, readonly SeenRecord[]>();

/** The records a kept result told of. Worked out when first asked for. */
export const recordsOf = (seen: SeenResult): readonly SeenRecord[] => {
  const made =
    records.get(seen) ??
    (seen.vouched ? dataOf(seen.result).flatMap((data) => recordsIn(data, seen.resource)) : []);
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
  const made =
    entries.get(seen) ?? (seen.directory && seen.vouched ? collect(dataOf(seen.result)) : new Set());
  entries.set(seen, made);
  return made;
};
