import { splitName } from '../vocabulary/role-words.ts';
import type { CallKind } from '../receive/call.ts';
import type { Json, JsonObject, Path } from '../receive/json.ts';
import { isJsonObject, getOwn } from '../receive/json.ts';
import { isPreposition } from './parsed-tool-name.ts';
import { toSingular } from './to-singular.ts';
import { findActions } from './verb-table.ts';

/** One value of a call, as it stands in a sentence about it. */
export interface ActValue {
  /** `object`: after the words. `linked`: its name is a preposition. `named`: with its name. */
  readonly as: 'object' | 'linked' | 'named';
  readonly name: string;
  readonly text: string;
}

/**
 * What a call does and to what, as far as names and arguments tell. Texts are raw, but JSON texts where spaces or signs
 * in them could pass for other words of a sentence.
 */
export interface CallAct {
  readonly server: string;
  readonly target: string;
  /** The words of the tool's name, the verb first; null where they do not tell what happens. */
  readonly words: readonly string[] | null;
  readonly values: readonly ActValue[];
  /** Values that decide and are not among them. */
  readonly more: number;
}

export interface ActSubject {
  readonly kind: CallKind;
  readonly server: string;
  readonly target: string;
  readonly arguments: JsonObject;
  /** Where the values stand that decide something. */
  readonly decisive: readonly Path[];
  /** The call is believed to change nothing. */
  readonly reads: boolean;
}

const MAX_SHOWN = 2;

/** Every word of such a name is among the words that it is split into. */
const PLAIN_NAME = /^[A-Za-z]+(?:[_.-][A-Za-z]+)*$/;

const startsWith = (words: readonly string[], start: readonly string[]): boolean =>
  start.length > 0 && start.length < words.length && start.every((word, at) => words[at] === word);

const isVerb = (word: string): boolean => findActions(word).length > 0;

/** No word is left out or added: `get_or_delete` is not a `get`. */
const phraseOf = (words: readonly string[]): readonly string[] | null => {
  const [first = '', last] = words;
  if (isVerb(first)) return words;
  return words.length === 2 && last !== undefined && isVerb(last) ? [last, first] : null;
};

/** The words of a tool's name; null where no verb leads them, or where it claims less than is believed of the tool. */
const wordsOf = ({ kind, server, target, reads }: ActSubject): readonly string[] | null => {
  if (kind !== 'tool' || !PLAIN_NAME.test(target)) return null;
  const words = splitName(target);
  const prefix = splitName(server);
  const phrase = phraseOf(startsWith(words, prefix) ? words.slice(prefix.length) : words);
  const isReading = findActions(phrase?.[0] ?? '').every((action) => action === 'fetch');
  return isReading && !reads ? null : phrase;
};

/** Things that a path or link names by itself. */
const PLACES: ReadonlySet<string> = new Set(['directory', 'document', 'file', 'folder', 'page']);
const PLACE_NAMES: ReadonlySet<string> = new Set(['filename', 'filepath', 'path', 'uri', 'url']);

type ValueKind = 'object' | 'place' | 'linked' | 'named';

const kindOf = (name: string, words: readonly string[] | null): ValueKind => {
  if (words === null) return 'named';
  const parts = splitName(name);
  if (parts.length === 1 && isPreposition(name)) return 'linked';
  const [, noun, ...rest] = words;
  if (noun === undefined || rest.length > 0) return 'named';
  const thing = toSingular(noun);
  if (PLACES.has(thing) && PLACE_NAMES.has(parts.at(-1) ?? '')) return 'place';
  return parts.some((part) => toSingular(part) === thing) ? 'object' : 'named';
};

const PLAIN_TEXT = /^[\p{L}\p{N}_@/\\:.+#?&=%~*$-]+$/u;

const quoteText = (text: string): string => (PLAIN_TEXT.test(text) ? text : JSON.stringify(text));

const valueAt = (args: JsonObject, path: Path): Json | undefined =>
  path.reduce<Json | undefined>((value, step) => {
    if (Array.isArray(value)) return typeof step === 'number' ? (value as readonly Json[])[step] : undefined;
    return value !== undefined && isJsonObject(value) ? getOwn(value, String(step)) : undefined;
  }, args);

interface FoundValue {
  readonly name: string;
  readonly text: string;
}

const findValue = (args: JsonObject, path: Path): readonly FoundValue[] => {
  const name = path.findLast((step) => typeof step === 'string');
  const value = valueAt(args, path);
  if (name === undefined || value === undefined || value === null || typeof value === 'object') return [];
  return [{ name, text: quoteText(String(value)) }];
};

const findValues = (args: JsonObject, paths: readonly Path[]): readonly FoundValue[] => {
  const unique = new Map(paths.map((path) => [JSON.stringify(path), path]));
  return [...unique.values()].flatMap((path) => findValue(args, path));
};

const ORDER: readonly ActValue['as'][] = ['object', 'linked', 'named'];

/** What the protocol says of calls that are not of tools. */
const PROTOCOL_WORDS: Readonly<Partial<Record<CallKind, readonly string[]>>> = {
  resource: ['read', 'resource'],
  prompt: ['get', 'prompt'],
};

const placeValues = (
  found: readonly FoundValue[],
  words: readonly string[] | null,
): { readonly values: readonly ActValue[]; readonly isPlace: boolean } => {
  const kinds = found.map(({ name }) => kindOf(name, words));
  const object = kinds.findIndex((kind) => kind === 'object' || kind === 'place');
  const values = found.map(({ name, text }, at): ActValue => {
    const as = at === object ? 'object' : kinds[at] === 'linked' ? 'linked' : 'named';
    return { as, name: quoteText(name), text };
  });
  return {
    values: values.toSorted((a, b) => ORDER.indexOf(a.as) - ORDER.indexOf(b.as)),
    isPlace: kinds[object] === 'place',
  };
};

/** What a call does and to what. Says nothing that is not in its name and arguments. */
export const describeAct = (subject: ActSubject): CallAct => {
  const { kind, server, target, arguments: args, decisive } = subject;
  const deciding = findValues(args, decisive);
  const names = Object.keys(args).map((name) => [name]);
  const found = deciding.length > 0 ? deciding : findValues(args, names);
  const shown = { server: quoteText(server), target: quoteText(target) };
  const protocol = PROTOCOL_WORDS[kind];
  if (protocol !== undefined) {
    const object: ActValue = { as: 'object', name: '', text: shown.target };
    const named = placeValues(found, null).values.slice(0, MAX_SHOWN - 1);
    return { ...shown, words: protocol, values: [object, ...named], more: found.length - named.length };
  }
  const words = wordsOf(subject);
  const { values, isPlace } = placeValues(found, words);
  return {
    ...shown,
    words: isPlace && words !== null ? words.slice(0, 1) : words,
    values: values.slice(0, MAX_SHOWN),
    more: Math.max(0, values.length - MAX_SHOWN),
  };
};
