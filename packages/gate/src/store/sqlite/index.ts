export { openSqliteStore } from './open-store.ts';
export type { SqliteOptions, SqliteStore } from './open-store.ts';
