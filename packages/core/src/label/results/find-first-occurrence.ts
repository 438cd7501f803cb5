import type { Json } from '../../receive/json.ts';
import { isJsonObject, getOwn } from '../../receive/json.ts';
import type { FirstOccurrence } from '../origin.ts';
import { parseDay } from '../../user-message/date.ts';
import { parsePlainNumber } from '../../user-message/number.ts';
import { listScalars } from './list-scalars.ts';
import type { SeenResult } from './seen-result.ts';

const MAX_NODES = 20_000;
/** Characters compared in one text before the search in it is given up: the place is told to people and proves nothing. */
const MAX_COMPARED = 4_000_000;

const isWordAt = (text: string, index: number): boolean => /[\p{L}\p{N}]/u.test(text[index] ?? '');

/** Where a whole value stands in a text, or -1; a number inside a longer one is another number. */
const whereIn = (text: string, value: string): number => {
  let compared = 0;
  for (let at = text.indexOf(value); at !== -1 && compared < MAX_COMPARED; at = text.indexOf(value, at + 1)) {
    compared += value.length;
    const before = isWordAt(value, 0) && isWordAt(text, at - 1);
    const after = isWordAt(value, value.length - 1) && isWordAt(text, at + value.length);
    if (!before && !after) return at;
  }
  return -1;
};

export const holdsWhole = (text: string, value: string): boolean => whereIn(text, value) !== -1;

const SEPARATOR = '\uFFFE';
const FEW = 8;

const leaves = new WeakMap<SeenResult, string | null>();

/** Everything `findIn` looks at as one text, or null where it is quickly looked at one by one. */
const readLeaves = (seen: SeenResult): string | null => {
  const texts = listScalars(seen.result, MAX_NODES);
  return texts.length <= FEW ? null : texts.join(SEPARATOR);
};

/** Most values are in none of the results, and that is told at once. */
const mayHold = (seen: SeenResult, value: string): boolean => {
  let text = leaves.get(seen);
  if (text === undefined) leaves.set(seen, (text = readLeaves(seen)));
  return text === null || value.includes(SEPARATOR) || text.includes(value);
};

const findIn = (seen: SeenResult, value: string): FirstOccurrence | undefined => {
  const queue: { readonly value: Json; readonly path: readonly (string | number)[] }[] = [
    { value: seen.result, path: [] },
  ];
  const witness = { call: seen.call, server: seen.server, tool: seen.tool };
  for (let at = 0; at < queue.length && at < MAX_NODES; at++) {
    const node = queue[at];
    if (node === undefined) break;
    if (typeof node.value === 'string') {
      const start = whereIn(node.value, value);
      if (start !== -1) return { ...witness, path: node.path, span: [start, start + value.length] };
    } else if (typeof node.value === 'number') {
      if (String(node.value) === value) return { ...witness, path: node.path };
    } else if (Array.isArray(node.value)) {
      for (const [index, item] of node.value.entries())
        queue.push({ value: item, path: [...node.path, index] });
    } else if (isJsonObject(node.value)) {
      for (const key of Object.keys(node.value))
        queue.push({ value: getOwn(node.value, key) ?? null, path: [...node.path, key] });
    }
  }
  return undefined;
};

const grouped = (digits: string, by: string): string =>
  digits.replace(/\B(?=(?:\d{3})+(?!\d))(?<!\.\d*)/g, by);

const SEPARATORS: readonly string[] = [',', '.', ' ', '\u00A0', '\u202F', "'", '’'];

/** A number as people write it: in groups, with cents, with a comma before them. */
const numberSpellings = (digits: string, value: number): readonly string[] => [
  value.toFixed(2),
  value.toFixed(1),
  ...(digits.includes('.') ? [digits.replace('.', ','), value.toFixed(2).replace('.', ',')] : []),
  ...SEPARATORS.map((by) => grouped(digits, by)),
];

/** The ways in which a value may have been written where it was seen: without its scheme, with its cents, as a day. */
export const spellings = (value: string): readonly string[] => {
  const bare = value.replace(/^[a-z][a-z0-9+.-]{0,30}:\/\//i, '').replace(/\/$/, '');
  const number = parsePlainNumber(value);
  const day = parseDay(value);
  return [
    ...new Set([
      value,
      ...(bare === '' ? [] : [bare]),
      ...(number === undefined ? [] : numberSpellings(value, number)),
      ...(day === undefined ? [] : [day]),
    ]),
  ];
};

export interface TracedOccurrence {
  readonly place: FirstOccurrence;
  readonly origin: 'trusted' | 'untrusted';
}

const firstSpelled = (seen: readonly SeenResult[], value: string): TracedOccurrence | undefined => {
  let first: TracedOccurrence | undefined;
  for (const result of seen) {
    if (first !== undefined && (first.origin === 'untrusted' || result.origin === 'trusted')) continue;
    const place = mayHold(result, value) ? findIn(result, value) : undefined;
    if (place !== undefined) first = { place: first?.place ?? place, origin: result.origin };
  }
  return first;
};

/** The earliest result still kept that holds the value, and whether any that holds it is untrusted. */
export const findFirstOccurrence = (
  seen: readonly SeenResult[],
  value: string,
): TracedOccurrence | undefined => {
  for (const spelling of spellings(value)) {
    const found = firstSpelled(seen, spelling);
    if (found !== undefined) return found;
  }
  return undefined;
};
