/** What the command line needs of locks, pins and what was accepted. */
export type { Accepted, AcceptedKind } from './accepted.ts';
export { AcceptedFiles, acceptedDigest } from './accepted.ts';
export type { Lock, LockAdvice, LockedSuggestion } from './lock.ts';
export type { LockOutcome } from './read-lock.ts';
export { readLock } from './read-lock.ts';
export { withLock } from './use-lock.ts';
export { writeLock } from './lock-text.ts';
export type { LockMaker, ToLock } from './write-lock.ts';
export { makeLock } from './write-lock.ts';
export type { PinnedServer } from '../pin-file.ts';
export { PinFolder } from '../pin-file.ts';
export type { Pin, PinnedKind, Pins } from '../pins.ts';
export { pinKey } from '../pins.ts';
export { operatorReviews } from '../operator-reviews.ts';
export { TrustFile } from '../trust.ts';
export { identityOf } from '../../config/server-identity.ts';
