import type { ClaimScope } from '../disclose/beliefs.ts';
import type { Labels, LabelStrength } from '../label/label.ts';
import { LABEL_STRENGTHS, strengthRank } from '../label/label.ts';
import type { RuleBasis } from './decision.ts';

/** Earlier calls as they are, or as if a condition that they meet were not met yet. */
export type HistoryReading = 'whole' | 'none';

/**
 * One way to read the situation. The outcome is the strictest over all readings, which is why no claim of an
 * untrusted server and no further label can relax a decision, whatever the rules are.
 */
export interface SituationReading {
  readonly scope: ClaimScope;
  readonly labels: Labels;
  readonly privateRank: number;
  readonly untrustedRank: number;
  readonly history: HistoryReading;
  readonly counted: Exclude<RuleBasis, 'fault'>;
}

const upTo = (strength: LabelStrength): readonly LabelStrength[] =>
  LABEL_STRENGTHS.slice(0, strengthRank(strength) + 1).toReversed();

const makeReadings = (labels: Labels, hasUngroundedClaims: boolean): readonly SituationReading[] => {
  const scopes: readonly ClaimScope[] = hasUngroundedClaims ? ['all', 'grounded'] : ['all'];
  return scopes.flatMap((scope) =>
    upTo(labels.private).flatMap((priv) =>
      upTo(labels.untrusted).map((untrusted): SituationReading => {
        const plain = priv === labels.private && untrusted === labels.untrusted;
        return {
          scope,
          labels: { private: priv, untrusted },
          privateRank: strengthRank(priv),
          untrustedRank: strengthRank(untrusted),
          history: 'whole',
          counted: scope === 'grounded' ? 'without-claims' : plain ? 'matches' : 'weaker-labels',
        };
      }),
    ),
  );
};

const ALL: readonly (readonly SituationReading[])[] = LABEL_STRENGTHS.flatMap((priv) =>
  LABEL_STRENGTHS.flatMap((untrusted) =>
    [false, true].map((ungrounded) => makeReadings({ private: priv, untrusted }, ungrounded)),
  ),
);

/** The plain reading first, then weaker labels, then the same without ungrounded claims. */
export const listSituationReadings = (
  labels: Labels,
  hasUngroundedClaims: boolean,
): readonly SituationReading[] => {
  const pair = strengthRank(labels.private) * LABEL_STRENGTHS.length + strengthRank(labels.untrusted);
  return ALL[pair * 2 + (hasUngroundedClaims ? 1 : 0)] ?? makeReadings(labels, hasUngroundedClaims);
};
