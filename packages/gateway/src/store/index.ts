export { copyStore, openStore, openStoreReader, openStoreSettings, snapshotStore } from './open-store.ts';
export type { OpenStoreOptions, StoreHandle } from './open-store.ts';
export { verifyInBackground } from './verify-in-background.ts';
export type { VerifyInput, RunningVerification } from './verify-in-background.ts';
export { verifyStore } from './verify-store.ts';
export type { StoreVerification } from './verify-store.ts';
