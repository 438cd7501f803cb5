import type { Answer } from '../vocabulary/answer.ts';

/** What the operator says of a server. Binds the alias and the command or url digest, never a name alone. */
export type Trust = 'untrusted' | 'trusted' | 'owned';

export const TRUSTS: readonly Trust[] = ['untrusted', 'trusted', 'owned'];

/** Why a belief is held, strongest first. */
export type Ground = 'observation' | 'operator' | 'review' | 'contract' | 'claim' | 'default';

export const GROUNDS: readonly Ground[] = [
  'observation',
  'operator',
  'review',
  'contract',
  'claim',
  'default',
];

export interface Belief {
  readonly value: Answer;
  readonly ground: Ground;
}

/** A person or a measurement stands behind it: no claim can move it. */
export const isSettled = (ground: Ground): boolean =>
  ground === 'observation' || ground === 'operator' || ground === 'review';

export const believesClaims = (trust: Trust): boolean => trust !== 'untrusted';
