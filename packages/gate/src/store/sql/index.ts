/**
 * What stores in SQL share: how rows are written and read, the reader over both dialects, faults and copies.
 *
 * @module
 */
export { copyRows } from '../copy/copy-rows.ts';
export type { CopyResult, CopyProgress } from '../copy/copy-rows.ts';
export { isArchive, openArchive, writeArchive } from '../copy/archive-file.ts';
export type { ArchiveReader, ArchiveSpan } from '../copy/archive-file.ts';
export { dropArchived } from '../copy/drop-archived.ts';
export type { DropGround, HeldValues, RecordedArchive } from '../copy/drop-archived.ts';
export { finishBackup, openBackup } from '../copy/backup-file.ts';
export type { BackupNotes } from '../copy/backup-file.ts';
export { makeInUseError, makeNotEmptyError } from '../copy/faults.ts';
export { readColumnValue } from '../copy/copy-source.ts';
export type { CopySource, CopyTarget, StoreKey } from '../copy/copy-source.ts';
export { openSqliteSource, openSqliteTarget } from '../copy/sqlite-copy.ts';
export { removeStoreFile, snapshotSqliteStore } from '../copy/sqlite-snapshot.ts';
export { COPIED_TABLES, makeSelectAfter } from '../copy/copied-tables.ts';
export type { CopiedTable } from '../copy/copied-tables.ts';
export {
  describeCause,
  makeStoreBusyError,
  makeStoreClosedError,
  makeStoreCorruptError,
  makeStoreDoubleError,
  makeStoreFullError,
  makeStoreRefusedError,
  makeStoreUnknownError,
} from '../faults.ts';
export {
  CALL_COLUMN_NAMES,
  CALL_SELECT,
  INSERT_CALL,
  makeAssignments,
  listCallValues,
  listDetailValues,
  readCall,
  hashCallIdentity,
} from '../rows/call-codec.ts';
export { ColumnReader, parseStored } from '../rows/column-reader.ts';
export { LruCache } from '../rows/lru-cache.ts';
export {
  PEOPLE_QUERIES,
  listAlertValues,
  listGrantValues,
  readGrant,
  readVote,
  listVoteValues,
} from '../rows/people-codec.ts';
export {
  COUNT_QUERIES,
  joinCounts,
  listCountValues,
  listForgottenValues,
  listShareValues,
  readCountedSeries,
} from './call-counts.ts';
export { HEAD_QUERY, readLogHead } from '../rows/audit-log-codec.ts';
export type { SqlColumn, SqlRow, SqlValue } from '../rows/sql-row.ts';
export {
  LabelChanges,
  SESSION_PARTS,
  assembleSession,
  formatHead,
  openPart,
  formatPart,
  formatSeen,
  isSameHead,
  isSamePart,
  sealPart,
  diffSeen,
} from '../rows/session-codec.ts';
export type { SessionPart, SeenItem } from '../rows/session-codec.ts';
export { toSharedJson, toStoredJson } from '../rows/stored-json.ts';
export { sessionLabelsSchema } from '../session-schema.ts';
export { CALL_QUERIES, makeRunningQuery } from './call-queries.ts';
export { SqlReader } from './sql-reader.ts';
export type { SqlDialect, ReadConnection } from './read-connection.ts';
