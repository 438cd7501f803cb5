import { splitName } from '../../disclose/role-words.ts';
import type { Json, JsonObject } from '../../receive/json.ts';
import { isJsonObject, own } from '../../receive/json.ts';
import { resourceOfKey } from './resource.ts';
import { singular } from './singular.ts';

/** A thing of a kind that a result told of: which one it is, and what people call it. */
export interface SeenRecord {
  readonly resource: string;
  readonly ids: readonly string[];
  /** Name, title, subject, file name, sender. */
  readonly names: readonly string[];
}

const IDENTIFIERS: ReadonlySet<string> = new Set(
  'guid id identifier key number path sid slug uid uuid'.split(' '),
);
const NAMING: ReadonlySet<string> = new Set('author filename from name sender subject title'.split(' '));

const MAX_NODES = 10_000;
const MAX_RECORDS = 2000;
const MAX_NAME = 300;

const scalarText = (value: Json): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** `id`, `_id`, `fileId` in a file: which one it is. `ownerId` in a file is which owner. */
const identifies = (key: string, resource: string): boolean => {
  const words = splitName(key);
  const last = words.at(-1);
  if (last === undefined || !IDENTIFIERS.has(last)) return false;
  return words.length === 1 || (words.length === 2 && singular(words[0] ?? '') === resource);
};

/** `name`, `file_name`, `displayName`; not `owner_name`, which is another thing's. */
const names = (key: string, resource: string): boolean => {
  const words = splitName(key);
  const last = words.at(-1);
  if (last === undefined || !NAMING.has(last)) return false;
  const before = words.at(-2);
  return (
    before === undefined ||
    singular(before) === resource ||
    before === 'file' ||
    before === 'display' ||
    before === 'full'
  );
};

const recordOf = (object: JsonObject, resource: string): SeenRecord | undefined => {
  const ids: string[] = [];
  const called: string[] = [];
  for (const key of Object.keys(object)) {
    const text = scalarText(own(object, key) ?? null);
    if (text === undefined || text === '' || text.length > MAX_NAME) continue;
    if (identifies(key, resource)) ids.push(text);
    else if (names(key, resource)) called.push(text);
  }
  return ids.length === 0 ? undefined : { resource, ids, names: called };
};

/** The records in a piece of data. Only whole objects with an identifier of their own count; text inside them is never read. */
export const recordsIn = (data: Json, resource: string): readonly SeenRecord[] => {
  const records: SeenRecord[] = [];
  const queue: { readonly value: Json; readonly resource: string }[] = [{ value: data, resource }];
  for (let at = 0; at < queue.length && at < MAX_NODES && records.length < MAX_RECORDS; at++) {
    const node = queue[at];
    if (node === undefined) break;
    if (Array.isArray(node.value)) {
      for (const item of node.value)
        if (typeof item === 'object') queue.push({ value: item, resource: node.resource });
    } else if (isJsonObject(node.value)) {
      const record = recordOf(node.value, node.resource);
      if (record !== undefined) records.push(record);
      for (const key of Object.keys(node.value)) {
        const value = own(node.value, key);
        if (typeof value === 'object' && value !== null)
          queue.push({ value, resource: resourceOfKey(key) ?? node.resource });
      }
    }
  }
  return records;
};
