/** What the command line needs of locks, pins and what was accepted. */
export type { AcceptedFile, AcceptedFileKind } from './accepted-files.ts';
export { AcceptedFiles, acceptedDigest } from './accepted-files.ts';
export { applyLock } from './apply-lock.ts';
export type { LockAuthor, LockInput } from './make-lock.ts';
export { makeLock } from './make-lock.ts';
export type { Lock, LockAdvice, LockOutcome, LockedSuggestion } from './read-lock.ts';
export { readLock } from './read-lock.ts';
export { writeLock } from './write-lock.ts';
export { operatorReviews } from '../operator-decision-file.ts';
export type { PinnedServer } from '../pin-folder.ts';
export { PinFolder } from '../pin-folder.ts';
export type { Pin, PinnedKind, Pins } from '../pin-store.ts';
export { pinKey } from '../pin-store.ts';
export { TrustFile } from '../trust-file.ts';
export { serverIdentity } from '../../config/server-identity.ts';
