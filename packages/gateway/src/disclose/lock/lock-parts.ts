/** What the command line needs of locks, pins and what was accepted. */
export type { Accepted, AcceptedKind } from './accepted.ts';
export { AcceptedFiles, acceptedDigest } from './accepted.ts';
export { withLock } from './lock.ts';
export type { LockMaker, ToLock } from './make-lock.ts';
export { makeLock } from './make-lock.ts';
export type { Lock, LockAdvice, LockOutcome, LockedSuggestion } from './read-lock.ts';
export { readLock } from './read-lock.ts';
export { writeLock } from './write-lock.ts';
export { operatorReviews } from '../operator-file.ts';
export type { PinnedServer } from '../pin-file.ts';
export { PinFolder } from '../pin-file.ts';
export type { Pin, PinnedKind, Pins } from '../pins.ts';
export { pinKey } from '../pins.ts';
export { TrustFile } from '../trust.ts';
export { identityOf } from '../../config/server-identity.ts';
