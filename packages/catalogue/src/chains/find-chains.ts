import type { Labels, Origins } from '@callgate/core';
import { NO_LABELS } from '@callgate/core';
import type { Chain, ChainStep } from '../chain.ts';
import type { ListedServer } from '../listed.ts';
import type { ScannedPreset } from '../scan/report.ts';
import { SCANNED_PRESETS } from '../scan/report.ts';
import { presetDecider } from '../scan/decide-alike.ts';
import type { Candidate } from './steps.ts';
import { candidates } from './steps.ts';

const UNTRUSTED: Labels = { private: 'none', untrusted: 'known' };
const BOTH: Labels = { private: 'known', untrusted: 'known' };

/** The values are an attacker's: nothing of them comes from the person. */
const ATTACKER: Origins = { proven: 'no', destination: 'no', created: 'no', unproven: [] };

type Does = ChainStep['does'];

/** The steps of a chain, each with what the session has touched by then. */
const KINDS: Readonly<Record<Chain['kind'], readonly (readonly [Does, Labels])[]>> = {
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

const runsAlone = (preset: ScannedPreset, { tool }: Candidate, labels: Labels): boolean => {
  const { outcome, mode } = presetDecider(preset).decide(tool, labels, ATTACKER);
  return mode === 'observe' || outcome === 'auto';
};

const name = ({ server, tool }: ChainStep): string => `${server}/${tool}`;

const storyOf = (kind: Chain['kind'], steps: readonly ChainStep[]): string => {
  const [first, second, third] = steps;
  if (first === undefined || second === undefined) return '';
  return kind === 'trifecta' && third !== undefined
    ? `Text that ${name(first)} brings in tells the agent to read with ${name(second)} and to send it out with ${name(third)}, and nobody is asked.`
    : `Text that ${name(first)} brings in tells the agent to call ${name(second)}, and nobody is asked.`;
};

interface Found {
  readonly steps: readonly ChainStep[];
  readonly rank: number;
  readonly through: string;
}

const MOST_A_STEP = 40;

/** Every way through the steps, the best known of each combination of servers. */
const chainsOf = (
  kind: Chain['kind'],
  preset: ScannedPreset,
  byStep: ReadonlyMap<Does, readonly Candidate[]>,
): readonly Chain[] => {
  let found: readonly Found[] = [{ steps: [], rank: 0, through: '' }];
  const counts = new Map<string, number>();
  for (const [does, labels] of KINDS[kind]) {
    const able = (byStep.get(does) ?? [])
      .filter((each) => runsAlone(preset, each, labels))
      .slice(0, MOST_A_STEP);
    const best = new Map<string, Found>();
    const next = new Map<string, number>();
    for (const one of found)
      for (const { step, rank } of able) {
        // one tool alone is no chain
        if (one.steps.some((before) => name(before) === name(step))) continue;
        const through = `${one.through} ${step.server}`;
        next.set(through, (next.get(through) ?? 0) + (counts.get(one.through) ?? 1));
        const made = { steps: [...one.steps, step], rank: one.rank + rank, through };
        if ((best.get(through)?.rank ?? -1) < made.rank) best.set(through, made);
      }
    counts.clear();
    for (const [through, count] of next) counts.set(through, count);
    found = [...best.values()];
  }
  return found
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ steps, through }) => ({
      kind,
      policy: preset,
      steps,
      story: storyOf(kind, steps),
      alike: (counts.get(through) ?? 1) - 1,
    }));
};

const MOST_CHAINS = 20;

/** What an attacker could make an agent do with these servers while nobody is asked, most convincing first. */
export const findChains = (servers: readonly ListedServer[]): readonly Chain[] => {
  const all = servers.flatMap((server) => server.tools.flatMap((tool) => candidates(server, tool)));
  const byStep = new Map<Does, readonly Candidate[]>();
  for (const does of ['reads-private', 'reads-untrusted', 'sends-out', 'destroys'] as const)
    byStep.set(
      does,
      all.filter(({ step }) => step.does === does).toSorted((a, b) => b.rank - a.rank),
    );
  return SCANNED_PRESETS.flatMap((preset) =>
    (['trifecta', 'untrusted-to-destructive'] as const).flatMap((kind) =>
      chainsOf(kind, preset, byStep).slice(0, MOST_CHAINS),
    ),
  );
};
