/**
 * Several processes on one PostgreSQL database. Nothing of this is loaded where a store is a file.
 *
 * @module
 */
export type { ConfigSkewDetector } from './config-skew-detector.ts';
export { Replica } from './replica.ts';
export type { ClientMail, MailReceipt } from './sessions/client-mail.ts';
export type { SharedSessions } from './sessions/shared-sessions.ts';
export type { LocalTasks, SharedTaskRegistry, TaskRegistryOptions } from './tasks/shared-task-registry.ts';
export type { LocalTask, TaskEnd, TaskOwner, TaskStatus, TaskTool, TaskView } from './tasks/task.ts';
export { openPostgresSnapshot, openPostgresSource, openPostgresTarget } from './store/postgres-copy.ts';
export { openPostgresReader } from './store/open-reader.ts';
export { openPostgresSettings, openPostgresStore } from './store/open-store.ts';
export type { PostgresOptions, PostgresStore, StoreNotice, StoreState } from './store/open-store.ts';
export { verifyJournals } from './store/verify-journals.ts';
export type { JournalsResult } from './store/verify-journals.ts';
