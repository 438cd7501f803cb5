import type { Labels } from '@callgate/core';
import { NO_LABELS } from '@callgate/core';
import type { Origins } from '@callgate/core/label';
import type { Chain, ChainStep } from '../chain.ts';
import type { ListedServer } from '../listed.ts';
import type { ScannedPreset } from '../scanned-presets.ts';
import { SCANNED_PRESETS } from '../scanned-presets.ts';
import { presetDecider } from '../decide-alike.ts';
import { MOST_SERVERS, keepBest, waysThrough } from './combine.ts';
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

/** Of one kind under one policy. */
const MOST_CHAINS = 100;

const leftOutText = (count: number, servers: number): string =>
  count === 0
    ? ''
    : ` ${servers > MOST_SERVERS ? 'At least ' : ''}${count} more ${count === 1 ? 'combination' : 'combinations'} of servers with such chains ${count === 1 ? 'is' : 'are'} not listed.`;

/** The best known way through every combination of servers. The last says how many were left out. */
const chainsOf = (
  kind: Chain['kind'],
  preset: ScannedPreset,
  byStep: ReadonlyMap<Does, readonly Candidate[]>,
  servers: number,
): readonly Chain[] => {
  const steps = KINDS[kind].map(([does, labels]) =>
    (byStep.get(does) ?? []).filter((each) => runsAlone(preset, each, labels)),
  );
  const { ways, leftOut } = keepBest(waysThrough(steps), MOST_CHAINS);
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
  const all = servers.flatMap((server) => server.tools.flatMap((tool) => candidates(server, tool)));
  const byStep = Map.groupBy(all, ({ step }) => step.does);
  return SCANNED_PRESETS.flatMap((preset) =>
    (['trifecta', 'untrusted-to-destructive'] as const).flatMap((kind) =>
      chainsOf(kind, preset, byStep, servers.length),
    ),
  );
};
