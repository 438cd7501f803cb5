import type { Labels } from '@callgate/core';
import { NO_LABELS } from '@callgate/core';
import type { Origins } from '@callgate/core/label';
import { chainMessages } from '@callgate/messages/catalogue/chains';
import type { Chain, ChainStep } from '../chain.ts';
import type { ScannedPreset } from '../claim-decider.ts';
import { presetDecider, SCANNED_PRESETS } from '../claim-decider.ts';
import type { ListedServer } from '../listed-server.ts';
import type { ChainCandidate } from './find-candidates.ts';
import { findCandidates } from './find-candidates.ts';

/** The best chain through some servers in one order. */
interface ChainRoute {
  readonly steps: readonly ChainStep[];
  readonly rank: number;
  /** How many chains of different tools go this way. */
  readonly count: number;
  /** The servers, whatever their order. */
  readonly servers: string;
}

/** The tools of one server that can do one step, the best first. */
interface StepProviders {
  readonly server: string;
  readonly best: readonly ChainCandidate[];
  readonly tools: ReadonlySet<string>;
}

/** Combinations grow with the third power: of more servers those that convince most are looked at. */
const MOST_SERVERS = 60;

/** A chain has at most three steps, so one of three tools is always free. */
const MOST_OF_SERVER = 3;

const byServer = (found: readonly ChainCandidate[]): readonly StepProviders[] => {
  const all = [...Map.groupBy(found, ({ step }) => step.server)].map(([server, some]) => ({
    server,
    best: some.toSorted((a, b) => b.rank - a.rank).slice(0, MOST_OF_SERVER),
    tools: new Set(some.map(({ step }) => step.tool)),
  }));
  if (all.length <= MOST_SERVERS) return all;
  return all.toSorted((a, b) => (b.best[0]?.rank ?? 0) - (a.best[0]?.rank ?? 0)).slice(0, MOST_SERVERS);
};

const isSame = (a: ChainStep, b: ChainStep): boolean => a.server === b.server && a.tool === b.tool;

type RoutePick = Pick<ChainRoute, 'steps' | 'rank'>;

const NOTHING: RoutePick = { steps: [], rank: 0 };

/** The best tools for the steps; one tool alone is no chain, so none stands twice. */
const pick = (ables: readonly StepProviders[]): RoutePick | undefined => {
  let found: readonly RoutePick[] = [NOTHING];
  for (const { best } of ables)
    found = found.flatMap(({ steps, rank }) =>
      best
        .filter(({ step }) => !steps.some((before) => isSame(before, step)))
        .map((each) => ({ steps: [...steps, each.step], rank: rank + each.rank })),
    );
  return found.length === 0 ? undefined : found.reduce((a, b) => (b.rank > a.rank ? b : a));
};

const pickFirst = (ables: readonly StepProviders[]): RoutePick => {
  const first = ables.flatMap(({ best }) => best.slice(0, 1));
  return { steps: first.map(({ step }) => step), rank: first.reduce((sum, { rank }) => sum + rank, 0) };
};

const countShared = (sets: readonly StepProviders[]): number => {
  const [first, ...others] = sets;
  if (first === undefined || others.some(({ server }) => server !== first.server)) return 0;
  return [...first.tools].filter((tool) => others.every(({ tools }) => tools.has(tool))).length;
};

/** How many ways there are to choose different tools. */
const countOf = (ables: readonly StepProviders[]): number => {
  const [a, b, c] = ables;
  if (a === undefined) return 0;
  if (b === undefined) return a.tools.size;
  const pairs = a.tools.size * b.tools.size - countShared([a, b]);
  if (c === undefined) return pairs;
  return (
    pairs * c.tools.size -
    countShared([a, c]) * b.tools.size -
    countShared([b, c]) * a.tools.size +
    2 * countShared([a, b, c])
  );
};

const routeThrough = (ables: readonly StepProviders[]): ChainRoute | undefined => {
  const servers = [...new Set(ables.map(({ server }) => server))];
  // where the servers differ, so do the tools
  const isApart = servers.length === ables.length;
  const picked = isApart ? pickFirst(ables) : pick(ables);
  if (picked === undefined) return undefined;
  return { ...picked, count: countOf(ables), servers: servers.toSorted().join('\n') };
};

/** The best way through every combination of servers, given who can do each step. */
const findRoutes = (steps: readonly (readonly ChainCandidate[])[]): readonly ChainRoute[] => {
  let combinations: readonly (readonly StepProviders[])[] = [[]];
  for (const found of steps) {
    const able = byServer(found);
    combinations = combinations.flatMap((before) => able.map((each) => [...before, each]));
  }
  return combinations.map(routeThrough).filter((way) => way !== undefined);
};

/** What is told, and what was left out of it. */
interface RouteSelection {
  readonly ways: readonly (ChainRoute & { readonly alike: number })[];
  /** Sets of servers through which there are chains of which none is told. */
  readonly leftOut: number;
}

/** The best of every set of servers comes first; what is left out through the same servers is counted with it. */
const keepBest = (ways: readonly ChainRoute[], most: number): RouteSelection => {
  const sorted = ways.toSorted((a, b) => b.rank - a.rank);
  const sets = Map.groupBy(sorted, ({ servers }) => servers);
  const first = [...sets.values()].flatMap((some) => some.slice(0, 1));
  const others = [...sets.values()].flatMap((some) => some.slice(1)).toSorted((a, b) => b.rank - a.rank);
  const kept = new Set([...first, ...others].slice(0, most));
  const more = new Map<ChainRoute, number>();
  for (const some of sets.values()) {
    const [best] = some;
    const gone = some.filter((way) => !kept.has(way)).reduce((sum, { count }) => sum + count, 0);
    if (best !== undefined) more.set(best, gone);
  }
  return {
    ways: sorted
      .filter((way) => kept.has(way))
      .map((way) => ({ ...way, alike: way.count - 1 + (more.get(way) ?? 0) })),
    leftOut: Math.max(0, sets.size - most),
  };
};

const UNTRUSTED: Labels = { private: 'none', untrusted: 'known' };
const BOTH: Labels = { private: 'known', untrusted: 'known' };

/** The values are an attacker's: nothing of them comes from the person. */
const ATTACKER: Origins = { proven: 'no', destination: 'no', created: 'no', unproven: [] };

type ChainStepAction = ChainStep['does'];

/** The steps of a chain, each with what the session has touched by then. */
const KINDS: Readonly<Record<Chain['kind'], readonly (readonly [ChainStepAction, Labels])[]>> = {
  trifecta: [
    ['reads-untrusted', NO_LABELS],
    ['reads-private', UNTRUSTED],
    ['sends-out', BOTH],
  ],
  'untrusted-to-destructive': [
    ['reads-untrusted', NO_LABELS],
    ['destroys', UNTRUSTED],
  ],
};

const isAutomatic = (preset: ScannedPreset, { tool }: ChainCandidate, labels: Labels): boolean => {
  const { outcome, mode } = presetDecider(preset).decide(tool, labels, ATTACKER);
  return mode === 'observe' || outcome === 'auto';
};

const name = ({ server, tool }: ChainStep): string => `${server}/${tool}`;

const storyOf = (kind: Chain['kind'], steps: readonly ChainStep[]): string => {
  const [first, second, third] = steps;
  if (first === undefined || second === undefined) return '';
  return kind === 'trifecta' && third !== undefined
    ? chainMessages.leak({ source: name(first), read: name(second), send: name(third) })
    : chainMessages.harm({ source: name(first), call: name(second) });
};

/** Of one kind under one policy. */
const MOST_CHAINS = 100;

const leftOutText = (count: number, servers: number): string =>
  count === 0 ? '' : ` ${chainMessages.leftOut({ count, isLeast: servers > MOST_SERVERS })}`;

/** The best known way through every combination of servers. The last says how many were left out. */
const buildChains = (
  kind: Chain['kind'],
  preset: ScannedPreset,
  byStep: ReadonlyMap<ChainStepAction, readonly ChainCandidate[]>,
  servers: number,
): readonly Chain[] => {
  const steps = KINDS[kind].map(([does, labels]) =>
    (byStep.get(does) ?? []).filter((each) => isAutomatic(preset, each, labels)),
  );
  const { ways, leftOut } = keepBest(findRoutes(steps), MOST_CHAINS);
  return ways.map((way, at) => ({
    kind,
    policy: preset,
    steps: way.steps,
    story: storyOf(kind, way.steps) + (at === ways.length - 1 ? leftOutText(leftOut, servers) : ''),
    alike: way.alike,
  }));
};

/** What an attacker could make an agent do with these servers while nobody is asked, most convincing first. */
export const findChains = (servers: readonly ListedServer[]): readonly Chain[] => {
  const all = servers.flatMap((server) => server.tools.flatMap((tool) => findCandidates(server, tool)));
  const byStep = Map.groupBy(all, ({ step }) => step.does);
  return SCANNED_PRESETS.flatMap((preset) =>
    (['trifecta', 'untrusted-to-destructive'] as const).flatMap((kind) =>
      buildChains(kind, preset, byStep, servers.length),
    ),
  );
};
