/**
 * Deciding again what the record tells of, from the record alone.
 *
 * @module
 */
export { readKeptTool } from './recorded-tool.ts';
export { ReplayCounter } from './replay-counter.ts';
export type { ReplayTally } from './replay-counter.ts';
export { formatOutcomeChange, isOutcomeChanged, replayLatest, replayAuditLog } from './replay-audit-log.ts';
export type {
  DecisionLocation,
  ReplaySource,
  ReplayedDecision,
  RejudgedDecision,
  UnreadableDecision,
} from './replay-audit-log.ts';
