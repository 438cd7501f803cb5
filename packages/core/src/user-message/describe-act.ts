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
  /** The words of the tool's name, of which the first is a verb; null where they do not tell what happens. */
  readonly words: readonly string[] | null;
  readonly values: readonly ActValue[];
  /** Every other value of the call, however deep it stands. */
  readonly more: number;
}

export interface ActSubject {
  readonly kind: CallKind;
  readonly server: string;
  readonly target: string;
  readonly arguments: JsonObject;
  /** Where the values stand that decide something, the weightiest first. */
  readonly decisive: readonly Path[];
  /** Names of arguments that the tool does not declare and may ignore: none of them is what it acts on. */
  readonly undeclared?: readonly string[];
  /** The call is believed to change nothing. */
  readonly reads: boolean;
}

const MAX_SHOWN = 3;

/** Every word of such a name is among the words that it is split into. */
const PLAIN_NAME = /^[A-Za-z]+(?:[_.-][A-Za-z]+)*$/;

const startsWith = (words: readonly string[], start: readonly string[]): boolean =>
  start.length > 0 && start.length < words.length && start.every((word, at) => words[at] === word);

/**
 * The words of a tool's name; null where no verb leads them, or where it may claim less than is believed of the tool. No
 * word is left out, added or moved: `get_or_delete` is not a `get`, `destroy_draft` drafts nothing.
 */
const wordsOf = ({ kind, server, target, reads }: ActSubject): readonly string[] | null => {
  if (kind !== 'tool' || !PLAIN_NAME.test(target)) return null;
  const all = splitName(target);
  const prefix = splitName(server);
  const words = startsWith(all, prefix) ? all.slice(prefix.length) : all;
  const actions = findActions(words[0] ?? '');
  return actions.length === 0 || (actions.includes('fetch') && !reads) ? null : words;
};

/** Things that a path or link names by itself. */
const PLACES: ReadonlySet<string> = new Set(['directory', 'document', 'file', 'folder', 'page']);
const PLACE_NAMES: ReadonlySet<string> = new Set(['filename', 'filepath', 'path', 'uri', 'url']);
const NAMING: ReadonlySet<string> = new Set(['id', 'ids', 'name', 'names']);

type ObjectKind = 'thing' | 'place';

/** Only a whole name tells what is acted on: neither `backup_path` nor `exclude_file` does. */
const objectKindOf = (name: string, words: readonly string[] | null): ObjectKind | undefined => {
  if (words?.length !== 2 || !PLAIN_NAME.test(name)) return undefined;
  const thing = toSingular(words[1] ?? '');
  const parts = splitName(name);
  const [last = '', ...others] = toSingular(parts[0] ?? '') === thing ? parts.slice(1) : parts;
  if (others.length > 0) return undefined;
  if (PLACES.has(thing) && PLACE_NAMES.has(last)) return 'place';
  return parts[0] !== last && (last === '' || NAMING.has(last)) ? 'thing' : undefined;
};

const PLAIN_TEXT = /^[\p{L}\p{N}_@/\\:.+#?&=%~*$-]+$/u;

const quoteText = (text: string): string => (PLAIN_TEXT.test(text) ? text : JSON.stringify(text));

const valueAt = (args: JsonObject, path: Path): Json | undefined =>
  path.reduce<Json | undefined>((value, step) => {
    if (Array.isArray(value)) return typeof step === 'number' ? (value as readonly Json[])[step] : undefined;
    return value !== undefined && isJsonObject(value) ? getOwn(value, String(step)) : undefined;
  }, args);

/** Nothing that is empty counts as nothing: an empty list may mean all. */
const countValues = (value: Json): number => {
  const inner: readonly Json[] = value !== null && typeof value === 'object' ? Object.values(value) : [];
  return inner.length === 0 ? 1 : inner.reduce<number>((sum, each) => sum + countValues(each), 0);
};

interface FoundValue {
  readonly path: Path;
  readonly name: string;
  readonly text: string;
}

const findValue = (args: JsonObject, path: Path): readonly FoundValue[] => {
  const name = path.filter((step) => typeof step === 'string').join('.');
  const value = valueAt(args, path);
  if (name === '' || value === undefined || value === null || typeof value === 'object') return [];
  return [{ path, name, text: quoteText(String(value)) }];
};

/** Other arguments never stand in for those that decide. */
const findValues = (args: JsonObject, decisive: readonly Path[]): readonly FoundValue[] => {
  const paths = decisive.length > 0 ? decisive : Object.keys(args).map((name) => [name]);
  const unique = new Map(paths.map((path) => [JSON.stringify(path), path]));
  return [...unique.values()].flatMap((path) => findValue(args, path));
};

const ORDER: readonly ActValue['as'][] = ['object', 'linked', 'named'];

const placeValues = (
  found: readonly FoundValue[],
  object: string | undefined,
  isLinked: (name: string) => boolean,
): ActValue[] =>
  found
    .map(({ path, name, text }): ActValue => {
      const isObject = path.length === 1 && name === object;
      const as = isObject ? 'object' : isLinked(name) ? 'linked' : 'named';
      return { as, name: quoteText(name), text };
    })
    .toSorted((a, b) => ORDER.indexOf(a.as) - ORDER.indexOf(b.as));

/** What the protocol says of calls that are not of tools. */
const PROTOCOL_WORDS: Readonly<Partial<Record<CallKind, readonly string[]>>> = {
  resource: ['read', 'resource'],
  prompt: ['get', 'prompt'],
};

/** What a call does and to what. Says nothing that is not in its name and arguments. */
export const describeAct = (subject: ActSubject): CallAct => {
  const { kind, server, target, arguments: args, decisive, undeclared = [] } = subject;
  const names = Object.keys(args);
  const count = names.length === 0 ? 0 : countValues(args);
  const found = findValues(args, decisive);
  const shown = { server: quoteText(server), target: quoteText(target) };
  const protocol = PROTOCOL_WORDS[kind];
  if (protocol !== undefined) {
    const object: ActValue = { as: 'object', name: '', text: shown.target };
    const named = placeValues(found.slice(0, MAX_SHOWN - 1), undefined, () => false);
    return { ...shown, words: protocol, values: [object, ...named], more: count - named.length };
  }
  const words = wordsOf(subject);
  const [object, ...rivals] = names.filter(
    (name) => !undeclared.includes(name) && objectKindOf(name, words) !== undefined,
  );
  const values = placeValues(
    found.slice(0, MAX_SHOWN),
    rivals.length === 0 ? object : undefined,
    (name) => words !== null && isPreposition(name) && !undeclared.includes(name),
  );
  const [first] = values;
  const isPlace = first?.as === 'object' && objectKindOf(object ?? '', words) === 'place';
  return {
    ...shown,
    words: isPlace && words !== null ? words.slice(0, 1) : words,
    values,
    more: count - values.length,
  };
};
