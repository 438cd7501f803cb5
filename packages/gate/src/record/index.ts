export { mintId } from '../ids.ts';
export { ARROWS } from './call-row.ts';
export type { CallChange, CallRow, CallState, SameCall } from './call-row.ts';
export { NO_ROWS, link, rowHash } from './chain.ts';
export { readCheckpoint } from './checkpoint.ts';
export type { Checkpoint, RecordEntry, RecordHead, RecordRow } from './entry.ts';
export type { Keys } from './keys.ts';
export { readRow } from './row-schema.ts';
export type { ReadRow } from './row-schema.ts';
