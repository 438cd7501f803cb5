import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, own } from '@callgate/core';
import type { Suggestible } from '../suggestion.ts';
import { nameWords } from './words.ts';

/** One argument, with the words about it. */
export interface Argument {
  readonly name: string;
  readonly words: readonly string[];
  readonly text: string;
  readonly choices: readonly string[];
  readonly required: boolean;
}

/** A definition as it is read for suggestions: everything but its claims. */
export interface Shown {
  readonly name: string;
  /** Words of the name without those that (nearly) all siblings begin with. */
  readonly words: readonly string[];
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly Argument[];
  /** What the server calls itself, and what its tools begin with. */
  readonly server: string;
  readonly siblings: readonly JsonObject[];
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

const MOST_CHOICES = 200;

const choicesOf = (schema: JsonObject): readonly string[] => {
  const lists = [own(schema, 'enum'), own(schema, 'const')].flat();
  const inner = [own(schema, 'anyOf'), own(schema, 'oneOf')]
    .flat()
    .filter((each) => isJsonObject(each))
    .flatMap((each) => (isJsonObject(each) ? [own(each, 'const'), own(each, 'enum')].flat() : []));
  return [...lists, ...inner].filter((each) => typeof each === 'string').slice(0, MOST_CHOICES);
};

const argumentsOf = (definition: JsonObject): readonly Argument[] => {
  const schema = own(definition, 'inputSchema');
  const properties = isJsonObject(schema) ? own(schema, 'properties') : undefined;
  const required = isJsonObject(schema) ? own(schema, 'required') : undefined;
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).map(([name, property]) => ({
    name,
    words: nameWords(name),
    text: isJsonObject(property) ? text(own(property, 'description')) : '',
    choices: isJsonObject(property) ? choicesOf(property) : [],
    required: Array.isArray(required) && required.includes(name),
  }));
};

const prefixes = new WeakMap<readonly JsonObject[], ReadonlySet<string>>();

/** First words that stand in front of most tools of a server: its own name, mostly. */
const prefixWords = (siblings: readonly JsonObject[]): ReadonlySet<string> => {
  const known = prefixes.get(siblings);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  for (const sibling of siblings) {
    const [first] = nameWords(text(own(sibling, 'name')));
    if (first !== undefined) counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  const most = siblings.length >= 4 ? siblings.length * 0.6 : Infinity;
  const found = new Set([...counts].flatMap(([word, count]) => (count >= most ? [word] : [])));
  prefixes.set(siblings, found);
  return found;
};

export const shownOf = ({ definition, siblings, server }: Suggestible): Shown => {
  const name = text(own(definition, 'name'));
  const prefix = prefixWords(siblings);
  const words = nameWords(name);
  const [first] = words;
  const annotations = own(definition, 'annotations');
  const title = text(own(definition, 'title'));
  return {
    name,
    words: first !== undefined && words.length > 1 && prefix.has(first) ? words.slice(1) : words,
    title: title === '' && isJsonObject(annotations) ? text(own(annotations, 'title')) : title,
    description: text(own(definition, 'description')),
    arguments: argumentsOf(definition),
    server: [server ?? '', ...prefix].join(' '),
    siblings,
  };
};
