import type { HintName } from '@callgate/core';
import { HINT_NAMES } from '@callgate/core';
import { suggestionMessages } from '@callgate/messages/catalogue/suggestion';
import type { SuggestionInput, Suggestion, Suggestions } from '../suggestion.ts';
import { findEffectEvidence } from './effect-evidence.ts';
import type { HintEvidence } from './hint-evidence.ts';
import { noEvidence, yesEvidence } from './hint-evidence.ts';
import { findNatureEvidence } from './nature-evidence.ts';
import { findReachEvidence } from './reach-evidence.ts';
import { readDefinitionContent } from './definition-content.ts';
import type { WordScore, WordWeights } from './read-only-model.ts';
import { scoreWords, shippedWeights } from './read-only-model.ts';

const { effect: texts } = suggestionMessages;

type ConfidenceSteps = readonly (readonly [margin: number, confidence: number])[];

/**
 * The share of suggestions that were right, by how far yes and no were apart: judged tools, each server measured with
 * what the others taught (`npm run bench -- suggest`). Below the first step nothing is said.
 */
const MEASURED: {
  readonly [H in HintName]?: { readonly yes: ConfidenceSteps; readonly no: ConfidenceSteps };
} = {
  readOnly: {
    yes: [
      [3, 0.95],
      [6, 0.96],
      [10, 0.98],
    ],
    no: [
      [3, 0.85],
      [5, 0.97],
      [10, 0.99],
    ],
  },
  destructive: {
    yes: [
      [3, 0.82],
      [4, 0.95],
    ],
    no: [
      [3, 0.91],
      [5, 0.98],
    ],
  },
  idempotent: {
    yes: [
      [5, 0.9],
      [12, 0.99],
    ],
    no: [
      [1, 0.8],
      [4, 0.91],
    ],
  },
  openWorld: {
    yes: [
      [3, 0.88],
      [4, 0.94],
    ],
    no: [[3, 0.93]],
  },
};

/** Few servers declare the other hints, and no reader judged them: suggestions of them have less confidence. */
const DOUBTED: ConfidenceSteps = [
  [0, 0.5],
  [1, 0.55],
  [2.5, 0.7],
  [4, 0.8],
];

/** How sure a suggestion is; undefined where it is too thin to be one. */
const confidenceOf = (hint: HintName, value: 'yes' | 'no', margin: number): number | undefined => {
  const steps = MEASURED[hint]?.[value] ?? DOUBTED;
  return steps.findLast(([least]) => margin >= least)?.[1];
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

const reasonsFor = (
  evidence: readonly HintEvidence[],
  hint: HintName,
  value: 'yes' | 'no',
): readonly string[] => [
  ...new Set(
    evidence
      .filter((each) => each.hint === hint && each.value === value)
      .toSorted((a, b) => b.weight - a.weight)
      .map(({ because }) => because),
  ),
];

/** Words in other languages are none the model knows: it is asked only where it read something. */
const LEAST_WORDS = 3;
/** How far from nothing the words have to lean. */
const LEAN = 0.5;
/** What one reason weighs that needs no second voice: a choice that deletes, a file that is written. */
const DECISIVE = 4;
const LEAST_DECISIVE = 3;
/** Name and description agree. */
const AGREED = 4;

/**
 * Rules and words have to agree; whatever speaks of a change rules a read out. Where they do not, nothing is said.
 */
const suggestReadOnly = (evidence: readonly HintEvidence[], score: WordScore): Suggestion | undefined => {
  const about = evidence.filter(({ hint }) => hint === 'readOnly');
  const { yes, no } = sumOf(about, 'readOnly');
  const decides = about.some(
    ({ value: each, weight, verbIn }) => each === 'no' && weight >= DECISIVE && verbIn === undefined,
  );
  const value = yes > no && !decides ? 'yes' : 'no';
  const isRuledOut = about.some((each) => each.value === 'no' && each.isWeak !== true);
  if (yes + no === 0 || (value === 'yes' && isRuledOut) || (yes === no && !decides)) return undefined;
  const margin = decides ? Math.max(LEAST_DECISIVE, no - yes) : Math.abs(yes - no);
  const isRead = score.known >= LEAST_WORDS;
  const leans = isRead ? (value === 'yes' ? score.sum : -score.sum) : 0;
  // where everything else says it, a model that is not against it is enough
  const least = isRead && margin >= AGREED ? -LEAN : LEAN;
  const isUnread = !isRead && margin >= AGREED;
  if (leans < least && !decides && !isUnread) return undefined;
  const confidence = confidenceOf('readOnly', value, margin + Math.max(0, leans));
  if (confidence === undefined) return undefined;
  const words = score.words.map((word) => `\`${word}\``).join(', ');
  const told = value === 'yes' ? texts.wordsRead({ words }) : texts.wordsChange({ words });
  return {
    value,
    confidence,
    because: [...reasonsFor(about, 'readOnly', value), ...(leans >= LEAN && words !== '' ? [told] : [])],
  };
};

/** What follows from a tool that only reads, or does not. */
const consequences = (readOnly: Suggestion | undefined): readonly HintEvidence[] => {
  if (readOnly?.value !== 'yes') return [];
  return [noEvidence('destructive', 20, texts.onlyReads), yesEvidence('idempotent', 20, texts.onlyReads)];
};

/** Questions about a change: nobody knows the answer where nobody knows whether there is one. */
const ABOUT_CHANGES: ReadonlySet<HintName> = new Set(['destructive', 'idempotent']);

const suggestOther = (
  evidence: readonly HintEvidence[],
  hint: HintName,
  readOnly: Suggestion | undefined,
): Suggestion | undefined => {
  const { yes, no } = sumOf(evidence, hint);
  if (yes === no) return undefined;
  const value = yes > no ? 'yes' : 'no';
  const margin = Math.abs(yes - no);
  if (
    readOnly === undefined &&
    ABOUT_CHANGES.has(hint) &&
    (hint !== 'destructive' || value === 'no' || margin < DECISIVE)
  )
    return undefined;
  const confidence = confidenceOf(hint, value, margin);
  return confidence === undefined
    ? undefined
    : { value, confidence, because: reasonsFor(evidence, hint, value) };
};

/** Undoing is no question for a read, and what others wrote does not come back from a write. */
const isIdle = (hint: HintName, reads: boolean, writes: boolean): boolean =>
  (hint === 'reversible' && reads) || (hint === 'unsafeOutput' && writes);

/** What can be told of a tool from everything but its claims. Equal definitions get equal suggestions. */
export const suggestHints = (tool: SuggestionInput, weights: WordWeights = shippedWeights()): Suggestions => {
  const shown = readDefinitionContent(tool);
  const effects = findEffectEvidence(shown);
  const readOnly = suggestReadOnly(effects, scoreWords(weights, shown));
  const evidence = [
    ...effects,
    ...findReachEvidence(shown),
    ...findNatureEvidence(shown),
    ...consequences(readOnly),
  ];
  const [reads, writes] = [readOnly?.value === 'yes', readOnly?.value === 'no'];
  const made: { [H in HintName]?: Suggestion } = {};
  for (const hint of HINT_NAMES) {
    if (isIdle(hint, reads, writes)) continue;
    const suggestion = hint === 'readOnly' ? readOnly : suggestOther(evidence, hint, readOnly);
    if (suggestion !== undefined) made[hint] = suggestion;
  }
  return made;
};
