import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Json } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import type { ModelPreferences } from '@callgate/core/vocabulary';
import { z } from 'zod';
import type { BenchStep } from './cost-model.ts';
import { INSTRUCTION_TOKENS, tokensIn } from './cost-model.ts';

const RUNS = new URL('../../../shared/traces/agentdojo/benign.jsonl.gz', import.meta.url);
const CATALOGUE = new URL('../../../shared/traces/agentdojo/catalogue.json', import.meta.url);

const eventSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('user'), text: z.string() }),
  z.looseObject({
    type: z.literal('call'),
    id: z.string(),
    server: z.string(),
    tool: z.string(),
    arguments: z.json(),
  }),
  z.looseObject({ type: z.literal('result'), id: z.string(), result: z.json() }),
]);
const runSchema = z.looseObject({ events: z.array(eventSchema) });
type RecordedRun = z.infer<typeof runSchema>;

const catalogueSchema = z.looseObject({
  servers: z.array(z.looseObject({ name: z.string(), tools: z.array(z.looseObject({ name: z.string() })) })),
});

export interface RecordedSteps {
  readonly sessions: number;
  readonly steps: readonly BenchStep[];
  readonly preferences: ReadonlyMap<string, ModelPreferences>;
  /** All tools of each server: those without a recorded result prefer nothing. */
  readonly tools: readonly string[];
}

const textOf = (result: Json): string => {
  const content = isJsonObject(result) ? getOwn(result, 'content') : undefined;
  return Array.isArray(content)
    ? content
        .map((part) => (isJsonObject(part) ? getOwn(part, 'text') : undefined))
        .filter((text) => typeof text === 'string')
        .join('\n')
    : JSON.stringify(result);
};

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[(values.length - 1) >> 1] ?? 0;

/**
 * The stated rule: a tool needs what the middle length of its recorded results needs. It stands in for authors, who
 * said nothing; length is not difficulty, and it was not chosen by what comes out.
 */
export const priorityFor = (medianTokens: number): number =>
  medianTokens <= 50 ? 0.1 : medianTokens <= 500 ? 0.3 : medianTokens <= 2000 ? 0.5 : 0.9;

const toolOf = new Map<string, { readonly server: string; readonly tool: string }>();

const lengthsOf = (runs: readonly RecordedRun[]): ReadonlyMap<string, number[]> => {
  const lengths = new Map<string, number[]>();
  for (const { events } of runs)
    for (const event of events)
      if (event.type === 'call') toolOf.set(event.id, event);
      else if (event.type === 'result') {
        const from = toolOf.get(event.id);
        if (from === undefined) continue;
        const key = `${from.server}/${from.tool}`;
        const known = lengths.get(key) ?? [];
        known.push(tokensIn(textOf(event.result)));
        lengths.set(key, known);
      }
  return lengths;
};

/** What a model writes when a run ends. */
const LAST_WORDS = 150;
/** What it writes around a call. */
const AROUND_CALL = 30;

const stepsOf = (
  { events }: RecordedRun,
  session: number,
  definitions: ReadonlyMap<string, number>,
  preferences: ReadonlyMap<string, ModelPreferences>,
): readonly BenchStep[] => {
  const steps: BenchStep[] = [];
  const server = events.find((event) => event.type === 'call')?.server ?? '';
  let context = INSTRUCTION_TOKENS + (definitions.get(server) ?? 0);
  let before = 0;
  let reads: { readonly server: string; readonly tool: string }[] = [];
  // a step that reads no result reads the person's words alone: no tool prefers anything yet
  const write = (output: number): void => {
    const needs = Math.max(
      0,
      ...reads.map((each) => preferences.get(`${each.server}/${each.tool}`)?.intelligencePriority ?? 0),
    );
    if (reads.length === 0) before = context + output;
    else steps.push({ tokens: { input: context, output }, reads, needs, session, before });
    context += output;
    reads = [];
  };
  for (const event of events) {
    if (event.type === 'user') context += tokensIn(event.text);
    else if (event.type === 'call') write(AROUND_CALL + tokensIn(JSON.stringify(event.arguments)));
    else {
      context += tokensIn(textOf(event.result));
      const from = toolOf.get(event.id);
      if (from !== undefined) reads.push({ server: from.server, tool: from.tool });
    }
  }
  write(LAST_WORDS);
  return steps;
};

/** Undefined where there are no recorded runs. */
export const readRecordedSteps = (): RecordedSteps | undefined => {
  if (!existsSync(RUNS) || !existsSync(CATALOGUE)) return undefined;
  const { servers } = catalogueSchema.parse(JSON.parse(readFileSync(CATALOGUE, 'utf8')));
  const definitions = new Map(servers.map(({ name, tools }) => [name, tokensIn(JSON.stringify(tools))]));
  const runs = gunzipSync(readFileSync(RUNS))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => runSchema.parse(JSON.parse(line)));
  const preferences = new Map(
    [...lengthsOf(runs)].map(([tool, lengths]): [string, ModelPreferences] => [
      tool,
      { intelligencePriority: priorityFor(median(lengths)) },
    ]),
  );
  return {
    sessions: runs.length,
    steps: runs.flatMap((run, session) => stepsOf(run, session, definitions, preferences)),
    preferences,
    tools: servers.flatMap(({ name, tools }) => tools.map((tool) => `${name}/${tool.name}`)),
  };
};
