export { isPostgresUrl } from './address.ts';
export { openPostgresStore } from './open-store.ts';
export type { PostgresOptions, PostgresStore, StoreState } from './open-store.ts';
export type { ReplicationReport } from './replication.ts';
