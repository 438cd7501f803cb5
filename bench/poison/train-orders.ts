import type { Json, JsonObject } from '@callgate/core';
import { getOwn, isJsonObject } from '@callgate/core';
import { findOrders, sentencesOf } from '../../packages/catalogue/src/poison/find-orders.ts';
import { aboutEnglishWord } from '../../packages/catalogue/src/poison/order-concepts.ts';
import { orderConcepts, orderWords } from '../../packages/catalogue/src/poison/order-words.ts';
import type { WordWeights } from '../../packages/catalogue/src/suggest/read-only-model.ts';
import { UNFRAMED_TEXTS } from '../../packages/catalogue/test/unframed-samples.ts';
import type { CatalogueTool } from '../suggest/catalogue-tools.ts';
import type { PublicOperation } from '../suggest/openapi-operations.ts';
import { heaviest, trainWeights } from '../suggest/train-weights.ts';
import { writeWeights } from '../suggest/write-weights.ts';
import { BROADER_HARMLESS } from './broader-harmless.ts';
import { BROADER_ORDERS } from './broader-orders.ts';
import { HARMLESS_GRAMMAR } from './harmless-grammar.ts';
import { LATER_ORDERS } from './later-orders.ts';
import { ORDER_GRAMMAR } from './order-grammar.ts';
import { writeSentences } from './write-sentences.ts';

const WEIGHTS = new URL('../../packages/catalogue/src/poison/order-weights.json', import.meta.url);
const CONCEPTS = new URL('../../packages/catalogue/src/poison/concept-weights.json', import.meta.url);
const MOST_WEIGHTS = 12_000;
const EACH_TEMPLATE = 120;
const LEAST_USES = 4;
/** How much a written order and its harmless counterpart count beside a real sentence. */
const WRITTEN_ORDER = 1;
const WRITTEN_HARMLESS = 0.5;
const KNOWN_ORDER = 4;
/** How much a sentence of a real tool counts beside one of a public API. */
const REAL_TOOL = 2;
const MOST_CONCEPTS = 1500;
const LEAST_CONCEPT_USES = 20;
const MOST_OF_PUBLISHER = 250;
const MOST_OF_SERVER = 400;
const MOST_DESCRIPTIONS = 60;

const descriptionsIn = (value: Json, found: string[], depth = 0): readonly string[] => {
  if (depth > 6 || found.length >= MOST_DESCRIPTIONS) return found;
  if (Array.isArray(value))
    for (const each of value as readonly Json[]) descriptionsIn(each, found, depth + 1);
  else if (isJsonObject(value))
    for (const [key, each] of Object.entries(value))
      if (key === 'description' && typeof each === 'string') found.push(each);
      else descriptionsIn(each, found, depth + 1);
  return found;
};

/** The sentences of harmless definitions, each once, those of one source limited. */
const harmless = (
  definitions: readonly { readonly source: string; readonly definition: JsonObject }[],
  most: number,
): readonly string[] => {
  const bySource = new Map<string, Set<string>>();
  for (const { source, definition } of definitions) {
    const known = bySource.get(source) ?? new Set<string>();
    bySource.set(source, known);
    for (const text of descriptionsIn([definition, getOwn(definition, 'inputSchema') ?? {}], []))
      for (const { text: sentence } of sentencesOf(text))
        if (known.size < most && sentence.length >= 12) known.add(sentence);
  }
  return [...bySource.values()].flatMap((sentences) => [...sentences]);
};

interface OrderExample {
  readonly text: string;
  readonly is: boolean;
  readonly weight: number;
}

type Harmless = Pick<PublicOperation, 'source' | 'definition'>;

const listExamples = (
  operations: readonly Harmless[],
  tools: readonly CatalogueTool[],
): readonly OrderExample[] => {
  const named = tools.map(({ server, definition }) => ({ source: server, definition }));
  const example =
    (is: boolean, weight: number) =>
    (text: string): OrderExample => ({ text, is, weight });
  // other languages have rules of their own
  const { languages: _, ...known } = UNFRAMED_TEXTS;
  return [
    ...harmless(operations, MOST_OF_PUBLISHER).map(example(false, 1)),
    ...harmless(named, MOST_OF_SERVER).map(example(false, REAL_TOOL)),
    ...writeSentences([...HARMLESS_GRAMMAR, ...BROADER_HARMLESS], EACH_TEMPLATE).map(
      example(false, WRITTEN_HARMLESS),
    ),
    ...[ORDER_GRAMMAR, LATER_ORDERS, BROADER_ORDERS].flatMap((grammar) =>
      writeSentences(Object.values(grammar).flat(), EACH_TEMPLATE).map(example(true, WRITTEN_ORDER)),
    ),
    ...Object.values(known)
      .flat()
      .flatMap((text) => sentencesOf(text).map((sentence) => sentence.text))
      .map(example(true, KNOWN_ORDER)),
  ];
};

const trainOn = (
  examples: readonly OrderExample[],
  read: (text: string) => readonly string[],
  { leastUses, most }: { readonly leastUses: number; readonly most: number },
): WordWeights => {
  const seen = examples.map(({ text, ...each }) => ({ ...each, words: read(text) }));
  const uses = new Map<string, number>();
  for (const { words } of seen) for (const word of words) uses.set(word, (uses.get(word) ?? 0) + 1);
  const vocabulary = new Set([...uses].flatMap(([word, count]) => (count >= leastUses ? [word] : [])));
  return heaviest(trainWeights(seen, vocabulary), most);
};

export const trainOrders = (operations: readonly Harmless[], tools: readonly CatalogueTool[]): WordWeights =>
  trainOn(listExamples(operations, tools), orderWords, { leastUses: LEAST_USES, most: MOST_WEIGHTS });

/** The same by what words are about, which holds in other languages too. */
const trainConcepts = (operations: readonly Harmless[], tools: readonly CatalogueTool[]): WordWeights =>
  trainOn(listExamples(operations, tools), (text) => orderConcepts(text, aboutEnglishWord), {
    leastUses: LEAST_CONCEPT_USES,
    most: MOST_CONCEPTS,
  });

const isEven = (source: string): boolean =>
  [...source].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 2 === 0;

/** How many tools are warned of by weights that neither their server nor these publishers had part in. */
export const strangersWarned = (
  operations: readonly PublicOperation[],
  tools: readonly CatalogueTool[],
): readonly [warned: number, all: number] => {
  let warned = 0;
  for (const half of [true, false]) {
    const weights = trainOrders(
      operations.filter(({ source }) => isEven(source) !== half),
      tools.filter(({ server }) => isEven(server) !== half),
    );
    for (const { server, definition } of tools)
      if (
        isEven(server) === half &&
        descriptionsIn([definition], []).some((text) => findOrders(sentencesOf(text), weights).length > 0)
      )
        warned += 1;
  }
  return [warned, tools.length];
};

/** Trains on everything, and writes the weights that Callgate ships. */
export const writeOrderWeights = (operations: readonly Harmless[], tools: readonly CatalogueTool[]): void => {
  writeWeights(WEIGHTS, trainOrders(operations, tools));
  writeWeights(CONCEPTS, trainConcepts(operations, tools));
};
