import { classifyWord, splitName } from '../../vocabulary/role-words.ts';
import type { Json } from '../../receive/json.ts';
import { isJsonObject, getOwn } from '../../receive/json.ts';
import type { LabelStrength } from '../label.ts';
import type { SeenRecord } from './seen-record.ts';
import { findRecords } from './seen-record.ts';
import { isIdentifierArgument } from '../../user-message/parsed-tool-name.ts';
import { readResultData, isStructuredResult } from './result-data.ts';

/** What is kept of one result: enough to find where a value came from, and the records it told of. */
export interface SeenResult {
  readonly call: string;
  readonly server: string;
  readonly tool: string;
  /** The kind of thing the tool tells of. */
  readonly resource: string;
  readonly origin: 'trusted' | 'untrusted';
  /** How sure it is that it holds private data. */
  readonly private: LabelStrength;
  /** It lists people or places, and a trusted source says so. */
  readonly directory: boolean;
  /** Its records count: the server is believed in what it says of its own things. */
  readonly vouched: boolean;
  /** The host and port of the page it is, where the person named or approved the page or one that led to it. */
  readonly page?: string;
  /** It answers a call that only filled in fields of a page. */
  readonly filled?: true;
  /** It is a record of the person who speaks, found by an identity they gave. */
  readonly own?: true;
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
  const found = readResultData(result).flatMap((data) => findRecords(data, resource));
  if (about === null || isStructuredResult(result)) return found;
  return found.filter((record) => record.ids.some((id) => about.includes(id)));
};

/** The records a kept result told of. Worked out when first asked for. */
export const listSeenRecords = (seen: SeenResult): readonly SeenRecord[] => {
  const made = records.get(seen) ?? (seen.vouched && seen.whole ? readRecords(seen) : []);
  records.set(seen, made);
  return made;
};

const byId = new WeakMap<SeenResult, ReadonlyMap<string, readonly SeenRecord[]>>();

/** The records of a kept result that are told apart by this identifier. */
export const findSeenRecords = (seen: SeenResult, id: string): readonly SeenRecord[] => {
  let made = byId.get(seen);
  if (made === undefined) {
    const index = new Map<string, SeenRecord[]>();
    for (const record of listSeenRecords(seen))
      for (const each of new Set(record.ids)) {
        const same = index.get(each);
        if (same === undefined) index.set(each, [record]);
        else same.push(record);
      }
    byId.set(seen, (made = index));
  }
  return made.get(id) ?? [];
};

const entries = new WeakMap<SeenResult, ReadonlySet<string>>();

/** Keys under which a directory says who or what is meant; what stands elsewhere a person may have written about themself. */
const isEntryKey = (key: string): boolean => {
  const last = splitName(key).at(-1) ?? '';
  const kind = classifyWord(last);
  return kind === 'audience' || kind === 'address' || isIdentifierArgument(key);
};

const isEntry = (value: Json | undefined): value is string =>
  typeof value === 'string' && value.length <= MAX_ENTRY && !value.includes('\n');

const collect = (data: readonly Json[]): ReadonlySet<string> => {
  const found = new Set<string>();
  const queue: Json[] = [...data];
  for (let at = 0; at < queue.length && at < MAX_NODES; at++) {
    const value = queue[at];
    if (Array.isArray(value))
      for (const item of value.slice(0, MAX_NODES)) {
        if (isEntry(item)) found.add(item);
        else queue.push(item);
      }
    else if (value !== undefined && isJsonObject(value))
      for (const key of Object.keys(value)) {
        const inner = getOwn(value, key);
        if (!isEntry(inner)) queue.push(inner ?? null);
        else if (isEntryKey(key)) found.add(inner);
      }
  }
  return found;
};

/** The entries a directory listed, each a whole value. */
export const listDirectoryEntries = (seen: SeenResult): ReadonlySet<string> => {
  const made =
    entries.get(seen) ?? (seen.directory && seen.whole ? collect(readResultData(seen.result)) : new Set());
  entries.set(seen, made);
  return made;
};
