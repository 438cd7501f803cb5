import type { Answer } from '../vocabulary/answer.ts';

/** What the operator says of a server. Binds the alias and the command or url digest, never a name alone. */
export const TRUST_LEVELS = ['untrusted', 'trusted', 'owned'] as const;

export type TrustLevel = (typeof TRUST_LEVELS)[number];

/** Why a belief is held, strongest first. */
export const GROUNDS = ['observation', 'operator', 'review', 'contract', 'claim', 'default'] as const;

export type Ground = (typeof GROUNDS)[number];

export interface Belief {
  readonly value: Answer;
  readonly ground: Ground;
}

/** A person or a measurement stands behind it: no claim can move it. */
export const isSettledGround = (ground: Ground): boolean =>
  ground === 'observation' || ground === 'operator' || ground === 'review';

export const canBelieveClaims = (trust: TrustLevel): boolean => trust !== 'untrusted';
