import { splitName } from '../../vocabulary/role-words.ts';
import type { Json, JsonObject } from '../../receive/json.ts';
import { isJsonObject, getOwn } from '../../receive/json.ts';
import { findKeyResource } from '../../user-message/parsed-tool-name.ts';
import { toSingular } from '../../user-message/to-singular.ts';

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
const identifies = (words: readonly string[], resource: string): boolean => {
  const last = words.at(-1);
  if (last === undefined || !IDENTIFIERS.has(last)) return false;
  return words.length === 1 || (words.length === 2 && toSingular(words[0] ?? '') === resource);
};

/** `name`, `file_name`, `displayName`; not `owner_name`, which is another thing's. */
const names = (words: readonly string[], resource: string): boolean => {
  const last = words.at(-1);
  if (last === undefined || !NAMING.has(last)) return false;
  const before = words.at(-2);
  return (
    before === undefined ||
    toSingular(before) === resource ||
    before === 'file' ||
    before === 'display' ||
    before === 'full'
  );
};

type NameSplitter = (name: string) => readonly string[];

/** The records of a list have the same keys over and over. */
const rememberingSplit = (): NameSplitter => {
  const known = new Map<string, readonly string[]>();
  return (name) => {
    const words = known.get(name) ?? splitName(name);
    known.set(name, words);
    return words;
  };
};

const recordOf = (object: JsonObject, resource: string, split: NameSplitter): SeenRecord | undefined => {
  const ids: string[] = [];
  const called: string[] = [];
  for (const key of Object.keys(object)) {
    const text = scalarText(getOwn(object, key) ?? null);
    if (text === undefined || text === '' || text.length > MAX_NAME) continue;
    const words = split(key);
    if (identifies(words, resource)) ids.push(text);
    else if (names(words, resource)) called.push(text);
  }
  return ids.length === 0 ? undefined : { resource, ids, names: called };
};

/** A place in the data. `within`: the kinds of the records around it, whose content it is. */
interface RecordCandidate {
  readonly value: Json;
  readonly resource: string;
  readonly within: readonly string[];
}

/** A value that a person put into a record vouches for no other of its kind. */
const below = (place: RecordCandidate, key: string, value: Json): RecordCandidate => {
  const said = findKeyResource(key);
  const resource = said ?? (place.within.length === 0 ? place.resource : '');
  return { value, resource: place.within.includes(resource) ? '' : resource, within: place.within };
};

/** The one record a piece of data is, or holds under one key; a list is not one. */
export const findSoleRecord = (data: Json, resource: string): SeenRecord | undefined => {
  if (!isJsonObject(data)) return undefined;
  const record = recordOf(data, resource, splitName);
  if (record !== undefined) return record;
  const [inner, ...more] = Object.entries(data).filter(
    ([, value]) => typeof value === 'object' && value !== null,
  );
  if (inner === undefined || more.length > 0 || !isJsonObject(inner[1])) return undefined;
  return recordOf(inner[1], findKeyResource(inner[0]) ?? resource, splitName);
};

/** The records in a piece of data. Only whole objects with an identifier of their own count; text inside them is never read. */
export const findRecords = (data: Json, resource: string): readonly SeenRecord[] => {
  const records: SeenRecord[] = [];
  const split = rememberingSplit();
  const queue: RecordCandidate[] = [{ value: data, resource, within: [] }];
  for (let at = 0; at < queue.length && at < MAX_NODES && records.length < MAX_RECORDS; at++) {
    const node = queue[at];
    if (node === undefined) break;
    if (Array.isArray(node.value)) {
      for (const item of node.value) if (typeof item === 'object') queue.push({ ...node, value: item });
    } else if (isJsonObject(node.value)) {
      const record = node.resource === '' ? undefined : recordOf(node.value, node.resource, split);
      if (record !== undefined) records.push(record);
      const around = record === undefined ? node : { ...node, within: [...node.within, node.resource] };
      for (const key of Object.keys(node.value)) {
        const value = getOwn(node.value, key);
        if (typeof value === 'object' && value !== null) queue.push(below(around, key, value));
      }
    }
  }
  return records;
};
