/**
 * Several processes on one PostgreSQL database. Nothing of this is loaded where a store is a file.
 *
 * @module
 */
export { postgresSource, postgresTarget } from './store/copy-side.ts';
export { openPostgresReader } from './store/open-reader.ts';
export { openPostgresStore } from './store/open-store.ts';
export type { PostgresOptions, PostgresStore, StoreNews, StoreState } from './store/open-store.ts';
export { verifyJournals } from './store/verify-journals.ts';
export type { JournalsVerified } from './store/verify-journals.ts';
