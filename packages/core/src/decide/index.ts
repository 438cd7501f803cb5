/**
 * Policies in their effective form, conditions, obligations, and the words of a decision.
 *
 * @module
 */
export type { Expression } from '../condition/expression.ts';
export { parts, reads } from '../condition/expression.ts';
export { partialEvaluate } from '../condition/fold.ts';
export { coversPatterns, globMatches, toolPatternMatches } from '../condition/glob.ts';
export type { ArgumentVerdict } from './argument-test.ts';
export { argumentTest } from './argument-test.ts';
export type { AutoIf } from './auto-if.ts';
export { autoIf } from './auto-if.ts';
export { findCanary } from './canary.ts';
export type { AppliedException, FiredRule } from './decision.ts';
export type { Field, FieldType } from './fields.ts';
export { FIELDS, fieldsWith } from './fields.ts';
export { toolFields } from './frame.ts';
export type { HoursNow } from './hours-now.ts';
export { hoursNow, hoursWords } from './hours-now.ts';
export type { Moment } from './input.ts';
export { obligationWords } from './obligation-words.ts';
export type {
  ApproverDemand,
  ConcurrencyLimit,
  HoursWindow,
  Obligations,
  RuleObligations,
} from './obligations.ts';
export { MINUTES_A_WEEK, NO_OBLIGATIONS } from './obligations.ts';
export type { Layer, Mode, RuleException } from './policy.ts';
export { LAYERS, withRevision, withoutPositions } from './policy.ts';
export { undoWords } from './undo-words.ts';
export { isStricter, strictest } from '../outcome.ts';
