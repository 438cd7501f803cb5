import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import type { SuggestionInput } from '../suggestion.ts';
import { MOST_OF_NAME, nameWords } from './words.ts';

/** One argument, with the words about it. */
export interface DescribedArgument {
  readonly name: string;
  readonly words: readonly string[];
  readonly text: string;
  readonly choices: readonly string[];
  readonly required: boolean;
}

/** A definition as it is read for suggestions: everything but its claims. */
export interface DefinitionContent {
  readonly name: string;
  /** Words of the name without those that (nearly) all siblings begin with. */
  readonly words: readonly string[];
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly DescribedArgument[];
  /** What the server calls itself, and what its tools begin with. */
  readonly server: string;
  readonly siblings: readonly JsonObject[];
}

/** What is read of a definition: a server that writes more than anybody reads costs no more time than others. */
const MOST = { name: MOST_OF_NAME, text: 8000, argument: 500, arguments: 300, choices: 200 } as const;

const cut = (value: Json | undefined, most: number): string =>
  typeof value === 'string' ? value.slice(0, most) : '';

/** The name of a tool as it is read for suggestions. */
export const nameOf = (definition: JsonObject): string => cut(getOwn(definition, 'name'), MOST.name);

/** The description as it is read for suggestions. */
export const descriptionOf = (definition: JsonObject): string =>
  cut(getOwn(definition, 'description'), MOST.text);

const propertiesOf = (definition: JsonObject): readonly (readonly [string, Json])[] => {
  const schema = getOwn(definition, 'inputSchema');
  const properties = isJsonObject(schema) ? getOwn(schema, 'properties') : undefined;
  return isJsonObject(properties) ? Object.entries(properties).slice(0, MOST.arguments) : [];
};

/** The names of the arguments as they are read for suggestions. */
export const argumentNamesOf = (definition: JsonObject): readonly string[] =>
  propertiesOf(definition).map(([name]) => cut(name, MOST.name));

const choicesOf = (schema: JsonObject): readonly string[] => {
  const lists = [getOwn(schema, 'enum'), getOwn(schema, 'const')].flat();
  const inner = [getOwn(schema, 'anyOf'), getOwn(schema, 'oneOf')]
    .flat()
    .filter((each) => isJsonObject(each))
    .flatMap((each) => (isJsonObject(each) ? [getOwn(each, 'const'), getOwn(each, 'enum')].flat() : []));
  return [...lists, ...inner]
    .filter((each) => typeof each === 'string')
    .slice(0, MOST.choices)
    .map((each) => cut(each, MOST.name));
};

const argumentsOf = (definition: JsonObject): readonly DescribedArgument[] => {
  const schema = getOwn(definition, 'inputSchema');
  const listed = isJsonObject(schema) ? getOwn(schema, 'required') : undefined;
  const required = new Set<unknown>(Array.isArray(listed) ? listed : []);
  return propertiesOf(definition).map(([name, property]) => ({
    name: cut(name, MOST.name),
    words: nameWords(name),
    text: isJsonObject(property) ? cut(getOwn(property, 'description'), MOST.argument) : '',
    choices: isJsonObject(property) ? choicesOf(property) : [],
    required: required.has(name),
  }));
};

const prefixes = new WeakMap<readonly JsonObject[], ReadonlySet<string>>();

/** First words that stand in front of most tools of a server: its own name, mostly. */
const prefixWords = (siblings: readonly JsonObject[]): ReadonlySet<string> => {
  const known = prefixes.get(siblings);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  for (const sibling of siblings) {
    const [first] = nameWords(nameOf(sibling));
    if (first !== undefined) counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  const most = siblings.length >= 4 ? siblings.length * 0.6 : Infinity;
  const found = new Set([...counts].flatMap(([word, count]) => (count >= most ? [word] : [])));
  prefixes.set(siblings, found);
  return found;
};

export const readDefinitionContent = ({
  definition,
  siblings,
  server,
}: SuggestionInput): DefinitionContent => {
  const name = nameOf(definition);
  const prefix = prefixWords(siblings);
  const words = nameWords(name);
  const [first] = words;
  const annotations = getOwn(definition, 'annotations');
  const title = cut(getOwn(definition, 'title'), MOST.text);
  return {
    name,
    words: first !== undefined && words.length > 1 && prefix.has(first) ? words.slice(1) : words,
    title: title === '' && isJsonObject(annotations) ? cut(getOwn(annotations, 'title'), MOST.text) : title,
    description: descriptionOf(definition),
    arguments: argumentsOf(definition),
    server: [cut(server, MOST.name), ...prefix].join(' '),
    siblings,
  };
};
