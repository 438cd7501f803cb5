import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import type { SuggestionInput } from '../suggestion.ts';
import { isPlainVerb } from './verb-effect.ts';
import { MOST_OF_NAME, nameWords } from './words.ts';

/** One argument, with the words about it. */
export interface DescribedArgument {
  readonly name: string;
  readonly words: readonly string[];
  readonly text: string;
  readonly choices: readonly string[];
  readonly required: boolean;
  /** It is a yes or a no. */
  readonly isFlag: boolean;
  /** It is a part of another argument. */
  readonly isNested: boolean;
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
const MOST = {
  name: MOST_OF_NAME,
  text: 8000,
  argument: 500,
  arguments: 300,
  choices: 200,
  schemas: 2000,
} as const;

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

const stringsIn = (value: Json | undefined): readonly string[] =>
  [value].flat().filter((each) => typeof each === 'string');

const choicesOf = (schema: JsonObject): readonly string[] =>
  [getOwn(schema, 'enum'), getOwn(schema, 'const')]
    .flatMap(stringsIn)
    .slice(0, MOST.choices)
    .map((each) => cut(each, MOST.name));

const PARTS = ['items', 'prefixItems', 'additionalProperties', 'anyOf', 'oneOf', 'allOf', 'then', 'else'];

const resolveReference = (schema: JsonObject, root: JsonObject): JsonObject => {
  const reference = getOwn(schema, '$ref');
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return schema;
  let found: Json | undefined = root;
  for (const step of reference.slice(2).split('/'))
    found = isJsonObject(found) ? getOwn(found, step.replaceAll('~1', '/').replaceAll('~0', '~')) : undefined;
  return isJsonObject(found) ? found : schema;
};

/** An argument and those inside it. A schema that refers to itself is read once, and a large one in part. */
const argumentsOf = (definition: JsonObject): readonly DescribedArgument[] => {
  const schema = getOwn(definition, 'inputSchema');
  if (!isJsonObject(schema)) return [];
  const found: DescribedArgument[] = [];
  const seen = new Set<JsonObject>();
  const readProperties = (owner: JsonObject, isNested: boolean): void => {
    const properties = getOwn(owner, 'properties');
    if (!isJsonObject(properties)) return;
    const required = new Set(stringsIn(getOwn(owner, 'required')));
    for (const [name, property] of Object.entries(properties)) {
      if (found.length >= MOST.arguments) return;
      const choices: string[] = [];
      const text = isJsonObject(property) ? cut(getOwn(property, 'description'), MOST.argument) : '';
      found.push({
        name: cut(name, MOST.name),
        words: nameWords(name),
        text,
        choices,
        required: required.has(name),
        isFlag: isJsonObject(property) && getOwn(property, 'type') === 'boolean',
        isNested,
      });
      if (isJsonObject(property)) readSchema(property, choices);
    }
  };
  const readSchema = (written: JsonObject, choices: string[], isRoot = false): void => {
    const each = resolveReference(written, schema);
    if (seen.has(each) || seen.size >= MOST.schemas) return;
    seen.add(each);
    choices.push(...choicesOf(each));
    readProperties(each, !isRoot);
    for (const key of PARTS)
      for (const part of [getOwn(each, key)].flat())
        if (isJsonObject(part)) readSchema(part, choices, isRoot && key !== 'items');
  };
  readSchema(schema, [], true);
  return found;
};

const prefixes = new WeakMap<readonly JsonObject[], ReadonlySet<string>>();

/** First words that stand in front of most tools of a server: its own name, mostly. */
const prefixWords = (siblings: readonly JsonObject[]): ReadonlySet<string> => {
  const known = prefixes.get(siblings);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  for (const sibling of siblings) {
    const [first] = nameWords(nameOf(sibling));
    // a verb that all of them begin with says what they do
    if (first !== undefined && !isPlainVerb(first)) counts.set(first, (counts.get(first) ?? 0) + 1);
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
