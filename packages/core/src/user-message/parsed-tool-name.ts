import { isInWordList, splitName } from '../vocabulary/role-words.ts';
import { findActions } from './verb-table.ts';
import type { ActionKind } from './language.ts';
import { toSingular } from './to-singular.ts';

/** Between what a tool acts on and by what, with what, where. */
const PREPOSITIONS: ReadonlySet<string> = new Set(
  'about after as at before between by for from in into of on onto since through to under until via where with within'.split(
    ' ',
  ),
);

export const isPreposition = (word: string): boolean => PREPOSITIONS.has(word);

/** Names of lists that say nothing about what is listed. */
const CONTAINERS: ReadonlySet<string> = new Set(
  'array child children content data edge element entry hit item list match member node object output page payload record response result row value'.split(
    ' ',
  ),
);
const ADJECTIVES: ReadonlySet<string> = new Set(
  'active all any available batch bulk current full latest multiple my new next open pending recent scheduled single top'.split(
    ' ',
  ),
);

/** What the name of a tool says: a deed, and the kind of thing it is done to. */
export interface ParsedToolName {
  readonly verb: string;
  /** The words that may be its verb: the first one, too, where that is in no table. */
  readonly verbs: readonly string[];
  readonly deeds: readonly ActionKind[];
  readonly resource: string;
  /** It lists or searches: what it answers is records, not the content of one thing. */
  readonly lists: boolean;
  /** It tells of several things: `get_unread_emails`, not `read_clipboard`. */
  readonly plural: boolean;
}

const LISTING: ReadonlySet<string> = new Set(
  'enumerate filter find index list lookup query search'.split(' '),
);

const nounsOf = (words: readonly string[]): readonly string[] => {
  const end = words.findIndex((word) => PREPOSITIONS.has(word));
  const before = (end === -1 ? words : words.slice(0, end)).filter((word) => !ADJECTIVES.has(word));
  return before.length > 0 || end === -1 ? before : nounsOf(words.slice(end + 1));
};

const MONEY: ReadonlySet<string> = new Set(['money', 'payment', 'transaction', 'transfer']);
const PAYING: ReadonlySet<ActionKind> = new Set(['create', 'send', 'run', 'book']);

/** Words that are a verb in the name of a tool and mostly a noun in a request: "show the exchange rates". */
const TOOL_VERBS: ReadonlyMap<string, readonly ActionKind[]> = new Map([
  ['checkout', ['pay', 'book']],
  ['exchange', ['change']],
  ['pull', ['change']],
  ['sync', ['change']],
  ['synchronise', ['change']],
  ['synchronize', ['change']],
]);

const verbDeeds = (word: string, next: string | undefined): readonly ActionKind[] => {
  const deeds = findActions(word);
  const isRequest = word === 'pull' && next !== undefined && toSingular(next) === 'request';
  return deeds.length > 0 || isRequest ? deeds : (TOOL_VERBS.get(word) ?? deeds);
};

/** Who makes a payment pays. */
const deedsOf = (deeds: readonly ActionKind[], resource: string): readonly ActionKind[] => {
  const pays = MONEY.has(resource) && !deeds.includes('pay') && deeds.some((deed) => PAYING.has(deed));
  return pays ? [...deeds, 'pay'] : deeds;
};

/** `search_files_by_name` → fetch, `file`; `cancelCalendarEvent` → remove, `event`. */
export const parseToolName = (name: string): ParsedToolName => {
  const words = splitName(name);
  const at = words.findIndex((word, index) => verbDeeds(word, words[index + 1]).length > 0);
  const verb = words[at === -1 ? 0 : at] ?? '';
  const nouns = nounsOf(at === -1 ? words : words.filter((_, index) => index !== at));
  const resource = toSingular(nouns.at(-1) ?? '');
  return {
    verb,
    verbs: [...new Set([verb, words[0] ?? ''])].filter((word) => word !== ''),
    deeds: deedsOf(at === -1 ? [] : verbDeeds(verb, words[at + 1]), resource),
    resource,
    lists: words.some((word) => LISTING.has(word)),
    plural: toSingular(nouns.at(-1) ?? '') !== (nouns.at(-1) ?? ''),
  };
};

/** Words in the name of an argument that only say that it names something. */
const NAMING: ReadonlySet<string> = new Set(['key', 'name', 'path', 'slug', 'title', 'uri', 'url']);
const COMPOUNDS: ReadonlyMap<string, string> = new Map([
  ['filename', 'file'],
  ['filepath', 'file'],
  ['pathname', 'file'],
  ['username', 'user'],
  ['hostname', 'host'],
]);

/** The kind of thing an argument names: `file_id` a file, `id` and `path` whatever the tool acts on. */
export const findArgumentResource = (name: string, tool: ParsedToolName): string => {
  const words = splitName(name);
  let own = resources.get(words);
  if (own === undefined) resources.set(words, (own = findOwnResource(words)));
  return own === '' ? tool.resource : own;
};

/** The words of a name are the same list as long as the name is remembered. */
const resources = new WeakMap<readonly string[], string>();

/** The kind of thing that a name says itself, or nothing. */
const findOwnResource = (words: readonly string[]): string => {
  const head = words.findLast((word) => !isInWordList('identifier', word) && !NAMING.has(word));
  return head === undefined ? '' : (COMPOUNDS.get(head) ?? toSingular(head));
};

/** Whether an argument is the name or identifier of a thing, and not something about it. */
export const isIdentifierArgument = (name: string): boolean => {
  const last = splitName(name).at(-1) ?? '';
  return isInWordList('identifier', last) || NAMING.has(last) || COMPOUNDS.has(last);
};

/** The kind of thing a list or object holds, by the key it stands under; undefined if the key does not tell. */
export const findKeyResource = (key: string): string | undefined => {
  const head = splitName(key).at(-1);
  return head === undefined || CONTAINERS.has(toSingular(head)) ? undefined : toSingular(head);
};
