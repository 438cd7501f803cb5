/**
 * Policies in their effective form, conditions, obligations, and the words of a decision.
 *
 * @module
 */
export type { Expression } from '../condition/expression.ts';
export { listSubexpressions, listReferences } from '../condition/expression.ts';
export { partialEvaluate } from '../condition/fold-expression.ts';
export { classifyFileArgument, findWrittenPaths, isContentArgument } from '../condition/written-paths.ts';
export { coversPatterns, globMatches, toolPatternMatches } from '../condition/glob.ts';
export type { HistoryReadings, Counter, CounterReading, CounterScope } from '../condition/counter.ts';
export { AMOUNT_UNITS, COUNTER_SCOPES, counterText, emptyReading, readAmount } from '../condition/counter.ts';
export {
  NEVER,
  findMisplacedCounter,
  listCounters,
  readAtBound,
  readWhole,
  readsCounters,
} from '../condition/read-counters.ts';
export {
  countsCallsOf,
  emptyHistory,
  listCountersRead,
  listRuleCounters,
  readHistory,
} from './call-history.ts';
export type { CountedBound } from './describe-figures.ts';
export { findRetryTime, listCounterBounds } from './describe-figures.ts';
export { FAULT, MISSING, compileExpression } from '../condition/evaluate.ts';
export type { ArgumentVerdict } from './argument-test.ts';
export { compileArgumentTest } from './argument-test.ts';
export type { AutoCondition } from './auto-conditions.ts';
export { findAutoConditions } from './auto-conditions.ts';
export { findCanary } from './canary.ts';
export type { AppliedException, FiredRule } from './decision.ts';
export type { Field, FieldType } from './fields.ts';
export { FIELDS, listPolicyFields } from './fields.ts';
export { readFieldMap, readToolFieldMap } from './frame.ts';
export type { HoursStatus } from './hours-status.ts';
export { getHoursStatus, describeHours } from './hours-status.ts';
export type { Moment } from './decision-input.ts';
export { describeObligations } from './describe-obligations.ts';
export { formatHours } from './format-hours.ts';
export type {
  ApproverRequirement,
  ConcurrencyLimit,
  HoursWindow,
  Obligations,
  RuleObligations,
} from './obligations.ts';
export { MINUTES_PER_WEEK, NO_OBLIGATIONS, mergeObligations } from './obligations.ts';
export type { RuleLayer, PolicyMode, RuleException } from './policy.ts';
export { RULE_LAYERS, isPresetRule, withRevision, stripPositions } from './policy.ts';
export { tighteningOnly } from './tool-memory.ts';
export { describeUndo } from './describe-undo.ts';
export { isStricter, stricterOutcome } from '../outcome.ts';
