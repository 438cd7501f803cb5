import type { TrustLevel } from '@callgate/core';
import type { ModelPreferences } from '@callgate/core/vocabulary';
import { chooseModel } from '@callgate/routing';
import type { CachedTokens, ResultSource } from '@callgate/routing';
import { count, provenance, printLine, table, writeResult } from './report.ts';
import type { BenchStep, RoutingTally } from './routing/cost-model.ts';
import { MODELS, tallySteps } from './routing/cost-model.ts';
import { farmPreferences, farmSteps } from './routing/farm.ts';
import { readRecordedSteps } from './routing/recorded-steps.ts';

type Preferences = ReadonlyMap<string, ModelPreferences>;

/** A server's words on all its tools, and how far it is trusted. */
interface ServerPreferences {
  readonly preferences: Preferences;
  readonly tools: readonly string[];
  readonly trust: TrustLevel;
}

const serverOf = (tool: string): string => tool.slice(0, tool.indexOf('/'));

const routedBy = (
  current: string,
  { preferences, tools, trust }: ServerPreferences,
  keeps: boolean,
): ((step: BenchStep, kept: CachedTokens) => string) => {
  const reads = new Map<string, ResultSource>(
    tools.map((key) => [
      key,
      {
        server: serverOf(key),
        tool: key.slice(key.indexOf('/') + 1),
        trust,
        claimed: preferences.get(key) ?? null,
        peers: tools
          .filter((other) => other !== key && serverOf(other) === serverOf(key))
          .map((other) => preferences.get(other) ?? null),
      },
    ]),
  );
  return ({ reads: read, tokens }, kept) =>
    chooseModel({
      catalogue: MODELS,
      current,
      expected: tokens,
      kept: keeps ? kept : {},
      contextTokens: tokens.input + tokens.output,
      tools: read.flatMap(({ server, tool }) => reads.get(`${server}/${tool}`) ?? []),
    }).model;
};

/** What a client does that takes every priority for granted: the cheapest model that is said to be enough. */
const naively =
  (preferences: Preferences) =>
  ({ reads }: BenchStep): string => {
    const wanted = Math.max(
      0,
      ...reads.map(({ server, tool }) => preferences.get(`${server}/${tool}`)?.intelligencePriority ?? 0),
    );
    return (MODELS.find(({ intelligence }) => intelligence >= wanted) ?? MODELS.at(-1))?.name ?? '';
  };

const always = (name: string) => (): string => name;

const same = (tools: readonly string[], intelligencePriority: number): Preferences =>
  new Map(tools.map((tool) => [tool, { intelligencePriority }]));

const oneCheap = (tools: readonly string[]): Preferences =>
  new Map(tools.map((tool, at) => [tool, { intelligencePriority: at === 0 ? 0.1 : 1 }]));

const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;
const money = (amount: number): string => (amount < 1 ? amount.toFixed(4) : amount.toFixed(2));

type RoutingRows = Readonly<Record<string, RoutingTally>>;

const tallies = (
  steps: readonly BenchStep[],
  preferences: Preferences,
  tools: readonly string[],
): RoutingRows => {
  const said = (words: Preferences, trust: TrustLevel = 'trusted'): ServerPreferences => ({
    preferences: words,
    tools,
    trust,
  });
  const routed = (own: string, words: ServerPreferences, keeps = false): RoutingTally =>
    tallySteps(steps, routedBy(own, words, keeps), own);
  return {
    'always big': tallySteps(steps, always('big'), 'big'),
    'always medium': tallySteps(steps, always('medium'), 'medium'),
    'always small': tallySteps(steps, always('small'), 'small'),
    'routed, host uses big': routed('big', said(preferences)),
    'routed, host uses medium': routed('medium', said(preferences)),
    'routed, host uses small': routed('small', said(preferences)),
    'routed, host uses big and says what is kept': routed('big', said(preferences), true),
    'routed, host uses medium and says what is kept': routed('medium', said(preferences), true),
    'the cheapest that is able enough, as the bound': tallySteps(steps, naively(preferences), 'medium'),
    'nobody vouches for the server, host uses medium': routed('medium', said(preferences, 'untrusted')),
    'server asks for 1.0 everywhere, taken for granted': tallySteps(steps, naively(same(tools, 1)), 'medium'),
    'server asks for 1.0 everywhere, routed, host uses medium': routed('medium', said(same(tools, 1))),
    'the same with one cheap tool, routed, host uses medium': routed('medium', said(oneCheap(tools))),
  };
};

const show = (title: string, rows: RoutingRows): void => {
  const big = rows['always big'];
  printLine(`\n## ${title}\n`);
  printLine(
    table(
      [
        'way',
        'cost',
        'of always big',
        'with kept prompts',
        'of always big',
        'writing time',
        'of always big',
        'able enough',
        'rerouted',
      ],
      Object.entries(rows).map(([way, tally]) => [
        way,
        money(tally.cost),
        percent(tally.cost / (big?.cost ?? 1)),
        money(tally.costKept),
        percent(tally.costKept / (big?.costKept ?? 1)),
        `${tally.seconds < 100 ? tally.seconds.toFixed(1) : count(tally.seconds)} s`,
        percent(tally.seconds / (big?.seconds ?? 1)),
        percent(tally.adequate),
        percent(tally.rerouted),
      ]),
    ),
  );
};

export const benchRouting = async (): Promise<void> => {
  printLine(
    'Cost and writing time by the cost model of docs/routing.md. *Able enough*: the model’s intelligence reaches what the tools of the step need.',
  );
  const farm = farmPreferences();
  const farmRows = tallies(farmSteps(), farm, [...farm.keys()]);
  show('The agricultural server of SEP-2417, each of its seven listed tools once', farmRows);
  const recorded = readRecordedSteps();
  let recordedRows: RoutingRows | null = null;
  if (recorded === undefined) printLine('\nno recorded runs in ../shared/traces: skipped');
  else {
    const { sessions, steps, preferences, tools } = recorded;
    recordedRows = tallies(steps, preferences, tools);
    show(
      `Recorded runs: ${count(steps.length)} steps that read results, of ${count(sessions)} sessions`,
      recordedRows,
    );
    const byNeed = new Map<number, number>();
    for (const { needs } of steps) byNeed.set(needs, (byNeed.get(needs) ?? 0) + 1);
    printLine('\nWhat the steps need by the stated rule:\n');
    printLine(
      table(
        ['intelligence', 'steps'],
        [...byNeed]
          .toSorted(([one], [other]) => one - other)
          .map(([need, all]) => [String(need), count(all)]),
      ),
    );
  }
  writeResult('routing', {
    ...provenance('npm run bench -- routing'),
    models: MODELS,
    farm: farmRows,
    recorded: recordedRows,
  });
};
