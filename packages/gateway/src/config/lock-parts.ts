/** What the command line needs of locks, pins and what was accepted. */
export type { Accepted, AcceptedKind } from '../disclose/lock/accepted.ts';
export { AcceptedFiles, acceptedDigest } from '../disclose/lock/accepted.ts';
export { withLock } from '../disclose/lock/lock.ts';
export type { LockMaker, ToLock } from '../disclose/lock/make-lock.ts';
export { makeLock } from '../disclose/lock/make-lock.ts';
export type { Lock, LockAdvice, LockOutcome, LockedSuggestion } from '../disclose/lock/read-lock.ts';
export { readLock } from '../disclose/lock/read-lock.ts';
export { writeLock } from '../disclose/lock/write-lock.ts';
export { operatorReviews } from '../disclose/operator-file.ts';
export type { PinnedServer } from '../disclose/pin-file.ts';
export { PinFolder } from '../disclose/pin-file.ts';
export type { Pin, PinnedKind, Pins } from '../disclose/pins.ts';
export { pinKey } from '../disclose/pins.ts';
export { TrustFile } from '../disclose/trust.ts';
export { identityOf } from '../dispatch/identity.ts';
