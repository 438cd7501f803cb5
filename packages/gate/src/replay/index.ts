/**
 * Deciding again what the record tells of, from the record alone.
 *
 * @module
 */
export { keptTool } from './recorded-tool.ts';
export { ReplayCount } from './replay-count.ts';
export type { ReplayTally } from './replay-count.ts';
export { changeName, isChanged, replayLatest, replayRecord } from './replay-record.ts';
export type { DecisionPlace, RecordToReplay, Redecided, Rejudged, Unreadable } from './replay-record.ts';
