export { openSqliteReader } from './open-reader.ts';
export type { OpenReader } from '../store-reader.ts';
export { openMemoryStore, openSqliteStore } from './open-store.ts';
export type { SqliteOptions, SqliteStore } from './open-store.ts';
export { tryLockFile } from './replica-locks.ts';
