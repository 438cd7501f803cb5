import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 bits that nobody guesses. */
export const mintSecret = (): string => randomBytes(32).toString('base64url');

/** Only digests are kept: who reads this memory cannot sign in by it. */
export const digestSecret = (secret: string): string => hash('sha256', secret, 'hex');

export const isSameSecret = (left: string, right: string): boolean =>
  timingSafeEqual(hash('sha256', left, 'buffer'), hash('sha256', right, 'buffer'));
