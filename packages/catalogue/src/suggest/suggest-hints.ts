import type { HintName } from '@callgate/core';
import { HINTS, HINT_NAMES } from '@callgate/core';
import { suggestionMessages } from '@callgate/messages/catalogue/suggestion';
import type { SuggestionInput, Suggestion, Suggestions } from '../suggestion.ts';
import { findEffectEvidence } from './effect-evidence.ts';
import type { HintEvidence } from './hint-evidence.ts';
import { noEvidence, yesEvidence } from './hint-evidence.ts';
import { findNatureEvidence } from './nature-evidence.ts';
import { findReachEvidence } from './reach-evidence.ts';
import { readDefinitionContent } from './definition-content.ts';

const { effect: texts } = suggestionMessages;

type ConfidenceSteps = readonly (readonly [margin: number, confidence: number])[];

/**
 * The share of suggestions that agreed with what servers declare, by how far yes and no were apart
 * (`npm run bench -- suggest` measures it anew). Few servers declare the other hints: what is said of them is doubted.
 */
const MEASURED: {
  readonly [H in HintName]?: { readonly yes: ConfidenceSteps; readonly no: ConfidenceSteps };
} = {
  readOnly: {
    yes: [
      [0, 0.9],
      [1, 0.95],
      [2.5, 0.98],
      [4, 0.99],
    ],
    no: [
      [0, 0.5],
      [1, 0.65],
      [2.5, 0.95],
      [4, 0.99],
    ],
  },
  destructive: {
    yes: [
      [0, 0.6],
      [2.5, 0.72],
      [4, 0.84],
      [6, 0.95],
    ],
    no: [
      [0, 0.79],
      [2.5, 0.87],
    ],
  },
  idempotent: {
    yes: [
      [0, 0.6],
      [1, 0.83],
      [2.5, 0.93],
    ],
    no: [
      [0, 0.6],
      [1, 0.8],
      [4, 0.9],
    ],
  },
  openWorld: {
    yes: [
      [0, 0.5],
      [4, 0.6],
    ],
    no: [
      [0, 0.5],
      [2.5, 0.85],
      [4, 0.95],
    ],
  },
};

const DOUBTED: ConfidenceSteps = [
  [0, 0.5],
  [1, 0.55],
  [2.5, 0.7],
  [4, 0.8],
];

/** How sure a suggestion is. */
const confidenceOf = (hint: HintName, value: 'yes' | 'no', margin: number): number => {
  const steps = MEASURED[hint]?.[value] ?? DOUBTED;
  return steps.findLast(([least]) => margin >= least)?.[1] ?? 0.5;
};

interface EvidenceSum {
  readonly yes: number;
  readonly no: number;
}

const sumOf = (evidence: readonly HintEvidence[], hint: HintName): EvidenceSum => {
  let [forIt, against] = [0, 0];
  for (const { hint: about, value, weight } of evidence) {
    if (about !== hint) continue;
    if (value === 'yes') forIt += weight;
    else against += weight;
  }
  return { yes: forIt, no: against };
};

/** Where yes and no weigh the same, the tightening one is suggested. */
const TIGHTENING: Readonly<Record<string, 'yes' | 'no'>> = Object.fromEntries(
  Object.values(HINTS).map(({ name, relaxing }) => [name, relaxing === 'yes' ? 'no' : 'yes']),
);

const valueOf = (hint: HintName, sum: EvidenceSum): 'yes' | 'no' => {
  if (sum.yes === sum.no) return TIGHTENING[hint] ?? 'yes';
  return sum.yes > sum.no ? 'yes' : 'no';
};

/** What follows from a tool that only reads, or does not. */
const consequences = (evidence: readonly HintEvidence[]): readonly HintEvidence[] => {
  const sum = sumOf(evidence, 'readOnly');
  if (sum.yes === 0 && sum.no === 0)
    return [
      noEvidence('readOnly', 0.2, texts.readUnsaid),
      yesEvidence('destructive', 0.2, texts.addUnsaid),
      noEvidence('idempotent', 0.2, texts.repeatUnsaid),
    ];
  if (valueOf('readOnly', sum) === 'yes')
    return [noEvidence('destructive', 20, texts.onlyReads), yesEvidence('idempotent', 20, texts.onlyReads)];
  return [yesEvidence('destructive', 0.1, texts.changesSomething)];
};

const WRITES_ONLY: ReadonlySet<HintName> = new Set(['reversible']);

/** What can be told of a tool from everything but its claims. Equal definitions get equal suggestions. */
export const suggestHints = (tool: SuggestionInput): Suggestions => {
  const shown = readDefinitionContent(tool);
  const direct = [...findEffectEvidence(shown), ...findReachEvidence(shown), ...findNatureEvidence(shown)];
  const evidence = [...direct, ...consequences(direct)];
  const reads = valueOf('readOnly', sumOf(evidence, 'readOnly')) === 'yes';
  const made: { [H in HintName]?: Suggestion } = {};
  for (const hint of HINT_NAMES) {
    const sum = sumOf(evidence, hint);
    if ((sum.yes === 0 && sum.no === 0) || (reads && WRITES_ONLY.has(hint))) continue;
    const value = valueOf(hint, sum);
    const because = evidence
      .filter((each) => each.hint === hint && each.value === value)
      .toSorted((a, b) => b.weight - a.weight);
    made[hint] = {
      value,
      confidence: confidenceOf(hint, value, Math.abs(sum.yes - sum.no)),
      because: [...new Set(because.map((each) => each.because))],
    };
  }
  return made;
};
