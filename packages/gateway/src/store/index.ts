export { copyStore, openStore, openStoreReader } from './open-store.ts';
export type { OpenStoreOptions, PlacedStore } from './open-store.ts';
export { verifyAside } from './verify-thread.ts';
export type { ToVerify, Verifying } from './verify-thread.ts';
