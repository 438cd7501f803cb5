import type { ChainStep } from '../chain.ts';
import type { Candidate } from './steps.ts';

/** The best chain through some servers in one order. */
export interface Way {
  readonly steps: readonly ChainStep[];
  readonly rank: number;
  /** How many chains of different tools go this way. */
  readonly count: number;
  /** The servers, whatever their order. */
  readonly servers: string;
}

/** The tools of one server that can do one step, the best first. */
interface Able {
  readonly server: string;
  readonly best: readonly Candidate[];
  readonly tools: ReadonlySet<string>;
}

/** Combinations grow with the third power: of more servers those that convince most are looked at. */
export const MOST_SERVERS = 60;

/** A chain has at most three steps, so one of three tools is always free. */
const MOST_OF_SERVER = 3;

const byServer = (candidates: readonly Candidate[]): readonly Able[] => {
  const all = [...Map.groupBy(candidates, ({ step }) => step.server)].map(([server, some]) => ({
    server,
    best: some.toSorted((a, b) => b.rank - a.rank).slice(0, MOST_OF_SERVER),
    tools: new Set(some.map(({ step }) => step.tool)),
  }));
  if (all.length <= MOST_SERVERS) return all;
  return all.toSorted((a, b) => (b.best[0]?.rank ?? 0) - (a.best[0]?.rank ?? 0)).slice(0, MOST_SERVERS);
};

const isSame = (a: ChainStep, b: ChainStep): boolean => a.server === b.server && a.tool === b.tool;

type Picked = Pick<Way, 'steps' | 'rank'>;

const NOTHING: Picked = { steps: [], rank: 0 };

/** The best tools for the steps; one tool alone is no chain, so none stands twice. */
const pick = (ables: readonly Able[]): Picked | undefined => {
  let found: readonly Picked[] = [NOTHING];
  for (const { best } of ables)
    found = found.flatMap(({ steps, rank }) =>
      best
        .filter(({ step }) => !steps.some((before) => isSame(before, step)))
        .map((each) => ({ steps: [...steps, each.step], rank: rank + each.rank })),
    );
  return found.length === 0 ? undefined : found.reduce((a, b) => (b.rank > a.rank ? b : a));
};

const pickFirst = (ables: readonly Able[]): Picked => {
  const first = ables.flatMap(({ best }) => best.slice(0, 1));
  return { steps: first.map(({ step }) => step), rank: first.reduce((sum, { rank }) => sum + rank, 0) };
};

const shared = (sets: readonly Able[]): number => {
  const [first, ...others] = sets;
  if (first === undefined || others.some(({ server }) => server !== first.server)) return 0;
  return [...first.tools].filter((tool) => others.every(({ tools }) => tools.has(tool))).length;
};

/** How many ways there are to choose different tools. */
const countOf = (ables: readonly Able[]): number => {
  const [a, b, c] = ables;
  if (a === undefined) return 0;
  if (b === undefined) return a.tools.size;
  const pairs = a.tools.size * b.tools.size - shared([a, b]);
  if (c === undefined) return pairs;
  return (
    pairs * c.tools.size -
    shared([a, c]) * b.tools.size -
    shared([b, c]) * a.tools.size +
    2 * shared([a, b, c])
  );
};

const wayOf = (ables: readonly Able[]): Way | undefined => {
  const servers = [...new Set(ables.map(({ server }) => server))];
  // where the servers differ, so do the tools
  const isApart = servers.length === ables.length;
  const picked = isApart ? pickFirst(ables) : pick(ables);
  if (picked === undefined) return undefined;
  return { ...picked, count: countOf(ables), servers: servers.toSorted().join('\n') };
};

/** The best way through every combination of servers, given who can do each step. */
export const waysThrough = (steps: readonly (readonly Candidate[])[]): readonly Way[] => {
  let combinations: readonly (readonly Able[])[] = [[]];
  for (const candidates of steps) {
    const able = byServer(candidates);
    combinations = combinations.flatMap((before) => able.map((each) => [...before, each]));
  }
  return combinations.map(wayOf).filter((way) => way !== undefined);
};

/** What is told, and what was left out of it. */
export interface Kept {
  readonly ways: readonly (Way & { readonly alike: number })[];
  /** Sets of servers through which there are chains of which none is told. */
  readonly leftOut: number;
}

/** The best of every set of servers comes first; what is left out through the same servers is counted with it. */
export const keepBest = (ways: readonly Way[], most: number): Kept => {
  const sorted = ways.toSorted((a, b) => b.rank - a.rank);
  const sets = Map.groupBy(sorted, ({ servers }) => servers);
  const first = [...sets.values()].flatMap((some) => some.slice(0, 1));
  const others = [...sets.values()].flatMap((some) => some.slice(1)).toSorted((a, b) => b.rank - a.rank);
  const kept = new Set([...first, ...others].slice(0, most));
  const more = new Map<Way, number>();
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
