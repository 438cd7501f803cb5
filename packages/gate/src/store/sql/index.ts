/**
 * What stores in SQL share: how rows are written and read, the reader over both dialects, faults and copies.
 *
 * @module
 */
export { copyRows } from '../copy/copy-rows.ts';
export type { CopiedStore, CopyProgress } from '../copy/copy-rows.ts';
export { inUse, notEmpty } from '../copy/faults.ts';
export { valueIn } from '../copy/side.ts';
export type { CopySide, CopyTarget, StoreKey } from '../copy/side.ts';
export { sqliteSource, sqliteTarget } from '../copy/sqlite-side.ts';
export { COPIED_TABLES, selectAfter } from '../copy/tables.ts';
export type { CopiedTable } from '../copy/tables.ts';
export {
  says,
  storeBusy,
  storeClosed,
  storeCorrupt,
  storeDouble,
  storeFull,
  storeRefused,
  storeUnknown,
} from '../faults.ts';
export {
  CALL_SELECT,
  INSERT_CALL,
  assignments,
  callValues,
  detailValues,
  readCall,
  sameness,
} from '../rows/call-codec.ts';
export { Columns, parseStored } from '../rows/columns.ts';
export { Lru } from '../rows/lru.ts';
export {
  PEOPLE_QUERIES,
  alertValues,
  grantValues,
  readGrant,
  readVote,
  voteValues,
} from '../rows/people-codec.ts';
export { HEAD, readHead } from '../rows/record-codec.ts';
export type { Column, Row, Value } from '../rows/row.ts';
export {
  LabelChanges,
  PART_NAMES,
  assembleSession,
  headText,
  openPart,
  partText,
  sameHead,
  samePart,
  sealPart,
  seenChanges,
} from '../rows/session-codec.ts';
export type { PartName, Seen } from '../rows/session-codec.ts';
export { sharedJson, storedJson } from '../rows/stored-json.ts';
export { sessionLabelsSchema } from '../session-schema.ts';
export { CALL_QUERIES, runningQuery } from './call-queries.ts';
export { SqlReader } from './reader.ts';
export type { Dialect, Reading } from './reading.ts';
