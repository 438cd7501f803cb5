/**
 * Deciding again what the record tells of, from the record alone.
 *
 * @module
 */
export type { ShadowStatus, ShadowedPolicy } from '../decide/shadow-policy.ts';
export { ChangeTally } from '../decide/change-tally.ts';
export type { ChangedCalls, OutcomeTotals, TallyResult } from '../decide/change-tally.ts';
export { compareByKind, effectiveOutcome, weighChange } from '../decide/weigh-change.ts';
export type { ChangeKind } from '../decide/weigh-change.ts';
export type { CountedDecision, CountedCaller } from '../decide/call-history.ts';
export { listQuestions, listShares, makeHistory } from '../decide/call-history.ts';
export { MemoryCounts } from '../decide/memory-counts.ts';
export { readKeptTool, readRecordedTool } from '../audit/recorded-tool.ts';
export { ReplayCounter } from './replay-counter.ts';
export type { ReplayTally } from './replay-counter.ts';
export {
  formatOutcomeChange,
  isOutcomeChanged,
  replayAuditLog,
  replayCall,
  replayLatest,
} from './replay-audit-log.ts';
export type {
  DecisionLocation,
  ReplaySource,
  ReplayedDecision,
  RejudgedDecision,
  UnreadableDecision,
} from './replay-audit-log.ts';
