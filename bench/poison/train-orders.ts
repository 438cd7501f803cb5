import { writeFileSync } from 'node:fs';
import type { Json, JsonObject } from '@callgate/core';
import { getOwn, isJsonObject } from '@callgate/core';
import { findOrders, sentencesOf } from '../../packages/catalogue/src/poison/find-orders.ts';
import { orderWords } from '../../packages/catalogue/src/poison/order-words.ts';
import type { WordWeights } from '../../packages/catalogue/src/suggest/read-only-model.ts';
import { UNFRAMED_TEXTS } from '../../packages/catalogue/test/unframed-samples.ts';
import type { CatalogueTool } from '../suggest/catalogue-tools.ts';
import type { PublicOperation } from '../suggest/openapi-operations.ts';
import { heaviest, trainWeights } from '../suggest/train-weights.ts';
import { weightsSource } from '../suggest/write-weights.ts';
import { HARMLESS_GRAMMAR } from './harmless-grammar.ts';
import { LATER_ORDERS } from './later-orders.ts';
import { ORDER_GRAMMAR } from './order-grammar.ts';
import { writeSentences } from './write-sentences.ts';

const WEIGHTS = new URL('../../packages/catalogue/src/poison/order-weights.ts', import.meta.url);
const MOST_WEIGHTS = 3500;
const EACH_TEMPLATE = 60;
const LEAST_USES = 5;
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

export const trainOrders = (
  operations: readonly Pick<PublicOperation, 'source' | 'definition'>[],
  tools: readonly CatalogueTool[],
): WordWeights => {
  const named = tools.map(({ server, definition }) => ({ source: server, definition }));
  const texts = [
    ...harmless(operations, MOST_OF_PUBLISHER),
    ...harmless(named, MOST_OF_SERVER),
    ...writeSentences(HARMLESS_GRAMMAR, EACH_TEMPLATE),
  ];
  // other languages have rules of their own
  const { languages: _, ...known } = UNFRAMED_TEXTS;
  const orders = [
    ...[ORDER_GRAMMAR, LATER_ORDERS].flatMap((grammar) =>
      writeSentences(Object.values(grammar).flat(), EACH_TEMPLATE).map((text) => ({ text, weight: 2 })),
    ),
    ...Object.values(known)
      .flat()
      .flatMap((text) => sentencesOf(text).map((sentence) => ({ text: sentence.text, weight: 4 }))),
  ];
  const examples = [
    ...texts.map((text) => ({ words: orderWords(text), is: false, weight: 1 })),
    ...orders.map(({ text, weight }) => ({ words: orderWords(text), is: true, weight })),
  ];
  const uses = new Map<string, number>();
  for (const { words } of examples) for (const word of words) uses.set(word, (uses.get(word) ?? 0) + 1);
  const vocabulary = new Set([...uses].flatMap(([word, count]) => (count >= LEAST_USES ? [word] : [])));
  return heaviest(trainWeights(examples, vocabulary), MOST_WEIGHTS);
};

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

export const writeOrderWeights = (weights: WordWeights): void =>
  writeFileSync(WEIGHTS, weightsSource('ORDER_WEIGHTS', weights));
