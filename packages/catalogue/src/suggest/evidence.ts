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
