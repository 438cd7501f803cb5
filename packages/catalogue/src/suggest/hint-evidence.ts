import type { HintName } from '@callgate/core';

/** One reason to say yes or no to a hint. Weights add up. */
export interface HintEvidence {
  readonly hint: HintName;
  readonly value: 'yes' | 'no';
  readonly weight: number;
  readonly because: string;
  /** A word that is a thing as often as a verb: it weighs, and rules nothing out. */
  readonly isWeak?: boolean;
  /** Where the verb is that it was read from, if it was. */
  readonly verbIn?: 'name' | 'title' | 'description';
}

export const yesEvidence = (hint: HintName, weight: number, because: string): HintEvidence => ({
  hint,
  value: 'yes',
  weight,
  because,
});
export const noEvidence = (hint: HintName, weight: number, because: string): HintEvidence => ({
  hint,
  value: 'no',
  weight,
  because,
});

/** One reason for several hints: a weight below nothing speaks against. */
export const evidenceFor = (
  says: { readonly [H in HintName]?: number },
  because: string,
  times = 1,
): readonly HintEvidence[] =>
  (Object.entries(says) as [HintName, number][]).map(([hint, weight]) =>
    weight < 0 ? noEvidence(hint, -weight * times, because) : yesEvidence(hint, weight * times, because),
  );
