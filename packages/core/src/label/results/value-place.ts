import { classifyWord, splitName } from '../../vocabulary/role-words.ts';
import type { Json } from '../../receive/json.ts';
import { isJsonObject, getOwn } from '../../receive/json.ts';
import { holdsWhole, spellings } from './find-first-occurrence.ts';
import { isStructuredResult, listResultTexts, readResultText, readResultData } from './result-data.ts';
import { findDays, hasDay, parseDay } from '../../user-message/date.ts';
import { foldCase } from '../../user-message/literals.ts';
import type { SeenResult } from './seen-result.ts';

const MAX_NODES = 20_000;
const MAX_FIELD = 300;

interface ResultText {
  readonly text: string;
  /** In one case: a choice may be written in another. */
  readonly plain: string;
}

interface ResultValues {
  /** Whole values of fields, and keys, each with the words of the keys around it. */
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;
  /** Texts in which something may be quoted. */
  readonly texts: readonly ResultText[];
}

/** People write what they like there. */
const isTextKey = (key: string): boolean => classifyWord(splitName(key).at(-1) ?? '') === 'text';

interface ResultNode {
  readonly value: Json;
  readonly about: readonly string[];
  readonly free: boolean;
}

const textOf = (text: string): ResultText => ({ text, plain: foldCase(text) });

const collect = (data: readonly Json[]): ResultValues => {
  const fields = new Map<string, Set<string>>();
  const texts: ResultText[] = [];
  const add = (text: string, about: readonly string[]): void => {
    const words = fields.get(text) ?? new Set();
    for (const word of about) words.add(word);
    fields.set(text, words);
  };
  const queue: ResultNode[] = data.map((value) => ({ value, about: [], free: false }));
  for (let at = 0; at < queue.length && at < MAX_NODES; at++) {
    const { value = null, about = [], free = true } = queue[at] ?? {};
    if (typeof value === 'string') {
      texts.push(textOf(value));
      if (!free && value.length <= MAX_FIELD && !value.includes('\n')) add(value, about);
    } else if (typeof value === 'number') add(String(value), about);
    else if (Array.isArray(value)) for (const item of value) queue.push({ value: item, about, free });
    else if (isJsonObject(value))
      for (const key of Object.keys(value)) {
        const words = [...about, ...splitName(key)];
        const isFree = free || isTextKey(key);
        if (!isFree) add(key, about);
        queue.push({ value: getOwn(value, key) ?? null, about: words, free: isFree });
      }
  }
  return { fields, texts };
};

const known = new WeakMap<SeenResult, ResultValues>();

/** The data of a result where all of it is data, else its texts as they are. */
const valuesOf = (seen: SeenResult): ResultValues => {
  let made = known.get(seen);
  if (made === undefined) {
    const read = listResultTexts(seen.result).map((text) => readResultText(text) ?? text);
    const data = isStructuredResult(seen.result) ? [...readResultData(seen.result), ...read] : read;
    // a single word is the value itself
    const free = data.filter((each) => typeof each === 'string' && /\s/.test(each));
    const { fields, texts } = collect(data.filter((each) => !free.includes(each)));
    known.set(seen, (made = { fields, texts: [...texts, ...free.map((each) => textOf(String(each)))] }));
  }
  return made;
};

/** Where a result holds a whole value: as a field of its own, inside a text, or not at all. */
export const findValuePlace = (seen: SeenResult, value: string): 'field' | 'text' | undefined => {
  const { fields, texts } = valuesOf(seen);
  let isField = false;
  const day = parseDay(value);
  for (const spelling of spellings(value)) {
    isField ||= fields.has(spelling);
    const folded = foldCase(spelling);
    for (const { text, plain } of texts)
      if ((text !== spelling || !fields.has(text)) && holdsWhole(plain, folded)) return 'text';
  }
  if (day !== undefined && texts.some(({ text }) => !fields.has(text) && hasDay(findDays(text), day)))
    return 'text';
  return isField ? 'field' : undefined;
};

/** The words of the keys a field stands under; undefined where the value is no field. */
export const findFieldWords = (seen: SeenResult, value: string): ReadonlySet<string> | undefined =>
  valuesOf(seen).fields.get(value);
