export { isPostgresUrl } from './address.ts';
export { openPostgresReader } from './open-reader.ts';
export { openPostgresStore } from './open-store.ts';
export type { PostgresOptions, PostgresStore, StoreNews, StoreState } from './open-store.ts';
export type { ReplicationReport } from './replication.ts';
export { verifyJournals } from './verify-journals.ts';
export type { JournalsVerified } from './verify-journals.ts';
