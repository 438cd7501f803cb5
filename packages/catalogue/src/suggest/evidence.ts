import type { HintName } from '@callgate/core';

/** One reason to say yes or no to a hint. Weights add up. */
export interface Evidence {
  readonly hint: HintName;
  readonly value: 'yes' | 'no';
  readonly weight: number;
  readonly because: string;
}

export const yes = (hint: HintName, weight: number, because: string): Evidence => ({
  hint,
  value: 'yes',
  weight,
  because,
});
export const no = (hint: HintName, weight: number, because: string): Evidence => ({
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
): readonly Evidence[] =>
  (Object.entries(says) as [HintName, number][]).map(([hint, weight]) =>
    weight < 0 ? no(hint, -weight * times, because) : yes(hint, weight * times, because),
  );
