/**
 * The pure core of Callgate: from what a tool declares to one explained decision.
 *
 * @example
 * import { decide, describeTool, UNTRACED, LOCAL_PRINCIPAL } from '@callgate/core';
 *
 * const tool = describeTool({ server: 'files', trust: 'trusted', definition });
 * const decision = decide(policy, { v: 1, tool, labels, words: true, origins: UNTRACED, principal, args, time, policy: policy.revision });
 *
 * @module
 */
export { OUTCOMES, isStricter, strictest } from './outcome.ts';
export type { Outcome } from './outcome.ts';
export { CallgateError } from './error.ts';
export type { Position } from './error.ts';

export { isJsonObject, own } from './receive/json.ts';
export type { Json, JsonObject } from './receive/json.ts';
export { DEFAULT_LIMITS } from './receive/limits.ts';
export type { ParseLimits } from './receive/limits.ts';
export { parseStrict } from './receive/strict-parse.ts';
export { canonical, canonicalOnce } from './receive/canonical.ts';
export { freezeJson } from './receive/json.ts';
export { deepFreeze } from './deep-freeze.ts';
export { digest, digestCanonical, digestText } from './receive/digest.ts';
export { collidingKeys, fold as foldKey } from './receive/member-names.ts';
export { isOwnName, withoutOwnMembers } from './receive/member-names.ts';
export { CALL_KINDS, receiveCall } from './receive/call.ts';
export { receiveArguments } from './receive/call.ts';
export type { CallArguments } from './receive/call.ts';
export type { Call, CallKind, CallParts, MintId } from './receive/call.ts';
export { display, displayJson, undisplay } from './receive/display.ts';
export type { HoursNow } from './decide/hours-now.ts';
export { hoursNow, hoursWords } from './decide/hours-now.ts';
export { obligationWords } from './decide/obligation-words.ts';
export { undoWords } from './decide/undo-words.ts';

export { HINT_NAMES } from './vocabulary/hint-names.ts';
export type { HintName } from './vocabulary/hint-names.ts';
export { HINTS } from './vocabulary/hints.ts';
export type { FiveQuestions, HintEntry } from './vocabulary/hints.ts';
export { DETAILS } from './vocabulary/details.ts';
export type { DetailEntry } from './vocabulary/details.ts';
export {
  ACTION_METADATA_KEY,
  AI_INVOCATION_KEY,
  ARGUMENT_ROLES_KEY,
  CLAIM_KEYS,
  DIRECTORY_KEY,
  UNDO_KEY,
  SET_DETAILS,
  TOOL_RESOLUTION_KEY,
  modelPreferencesKeys,
} from './vocabulary/claim-keys.ts';
export type { ClaimKey, Says, SetDetail } from './vocabulary/claim-keys.ts';
export { readClaims, readResolved } from './vocabulary/claims.ts';
export { NO_CLAIMS } from './vocabulary/claim.ts';
export type {
  Claim,
  ClaimHome,
  Claims,
  Details,
  MalformedClaim,
  ModelPreferences,
} from './vocabulary/claim.ts';
export { readResultLabels } from './vocabulary/result-labels.ts';
export type { ResultLabels } from './vocabulary/result-labels.ts';
export { ROLES } from './vocabulary/roles.ts';
export type { Role } from './vocabulary/roles.ts';
export type { ToolAnnotations } from './vocabulary/annotations.ts';

export { ANSWERS } from './vocabulary/answer.ts';
export type { Answer } from './vocabulary/answer.ts';
export { GROUNDS, TRUSTS } from './disclose/ground.ts';
export type { Belief, Ground, Trust } from './disclose/ground.ts';
export type { Beliefs, Conflict } from './disclose/beliefs.ts';
export type { CustomHint } from './disclose/custom-hint.ts';
export { FACT_NAMES } from './disclose/facts.ts';
export type { FactName, Facts } from './disclose/facts.ts';
export { applicableOverrides, disclose } from './disclose/disclosure.ts';
export type { BelievedSet, Disclosure } from './disclose/disclosure.ts';
export { describeTool, sealTool } from './disclose/describe-tool.ts';
export type { ToolDescription } from './disclose/describe-tool.ts';
export { NO_CONTRACT } from './disclose/tool-input.ts';
export type { Contract, Observation, Override, Review, ToolInput } from './disclose/tool-input.ts';
export { definitionDigest } from './disclose/definition-digest.ts';
export { compareDefinitions } from './disclose/compare-definitions.ts';
export type { DefinitionComparison } from './disclose/compare-definitions.ts';
export type { DefinitionChange, Direction } from './disclose/compare-change.ts';
export { argumentRoles, inferRoles } from './disclose/argument-roles.ts';
export type { ArgumentRole, GroundedRole, RoledTool } from './disclose/argument-roles.ts';

export { LABEL_NAMES, NO_LABELS, STRENGTHS, isLabelled } from './label/label.ts';
export type { LabelName, Labels, Strength } from './label/label.ts';
export { UNTRACED } from './label/origin.ts';
export type { FirstSeen, Origin, Origins, UnprovenValue } from './label/origin.ts';
export { LOCAL_PRINCIPAL } from './receive/principal.ts';
export type { Principal } from './receive/principal.ts';
export {
  MAX_MEMBERS,
  ageLabels,
  applyEvent,
  hasWords,
  joinLabels,
  labelsFor,
  labelsOf,
  startSession,
} from './label/session.ts';
export {
  NO_CONTEXTS,
  applyIn,
  contextKey,
  endContext,
  joinHost,
  judgeIn,
  memberKeys,
  sessionIn,
  storeLabels,
} from './label/contexts.ts';
export type { ContextRef, Contexts, LabelAge } from './label/contexts.ts';
export { originSentence } from './label/sentence.ts';
export { userIntentOf } from './label/user-intent.ts';
export type {
  Declassification,
  Dropped,
  Label,
  Said,
  Session,
  SessionEvent,
  SessionLabels,
  Unbelieved,
  WordsVia,
} from './label/session.ts';
export { judgeCall, judgeOrigins, provenValues } from './label/judge.ts';
export type { CallSituation, ProvenValue } from './label/judge.ts';
export type { Proof } from './label/proof.ts';
export { intentOf } from './words/intent.ts';
export { traceTool } from './label/traced-tool.ts';
export type { ServerSettings, TracedTool } from './label/traced-tool.ts';
export type { AudienceSettings } from './label/audience.ts';
export type { Witness } from './label/witness.ts';

export type { CompareOp, Expression, TextOp } from './condition/expression.ts';
export { parts, reads } from './condition/expression.ts';
export { FIELDS, fieldsWith } from './decide/fields.ts';
export type { Field, FieldStage, FieldType } from './decide/fields.ts';
export { partialEvaluate } from './condition/fold.ts';
export { argumentTest } from './decide/argument-test.ts';
export type { ArgumentVerdict } from './decide/argument-test.ts';
export { toolFields } from './decide/frame.ts';
export { coversPatterns, globMatches, toolPatternMatches } from './condition/glob.ts';
export { LAYERS, policyRevision, withRevision, withoutPositions } from './decide/policy.ts';
export type { Layer, Mode, Policy, Rule, RuleException } from './decide/policy.ts';
export { MINUTES_A_WEEK, NO_OBLIGATIONS } from './decide/obligations.ts';
export type {
  ApproverDemand,
  ConcurrencyLimit,
  HoursWindow,
  Obligations,
  RuleObligations,
} from './decide/obligations.ts';
export type { DecisionInput, Moment } from './decide/input.ts';
export type { AppliedException, Counted, Decision, FiredRule } from './decide/decision.ts';
export { Engine, decide } from './decide/engine.ts';
export { applyChange, autoIf } from './decide/auto-if.ts';
export type { AutoIf, Change } from './decide/auto-if.ts';
export { findCanary } from './decide/canary.ts';
export { DEEDS } from './words/language.ts';
export type { Prohibition } from './words/prohibition.ts';
