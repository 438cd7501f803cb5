import type { Answer } from '../vocabulary/answer.ts';

/** What the operator says of a server. Binds the alias and the command or url digest, never a name alone. */
export const TRUSTS = ['untrusted', 'trusted', 'owned'] as const;

export type Trust = (typeof TRUSTS)[number];

/** Why a belief is held, strongest first. */
export const GROUNDS = ['observation', 'operator', 'review', 'contract', 'claim', 'default'] as const;

export type Ground = (typeof GROUNDS)[number];

export interface Belief {
  readonly value: Answer;
  readonly ground: Ground;
}

/** A person or a measurement stands behind it: no claim can move it. */
export const isSettled = (ground: Ground): boolean =>
  ground === 'observation' || ground === 'operator' || ground === 'review';

export const believesClaims = (trust: Trust): boolean => trust !== 'untrusted';
