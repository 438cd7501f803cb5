/**
 * What sessions have touched, where values come from, and what the person said.
 *
 * @module
 */
export type { AudienceSettings } from './audience.ts';
export type { DeniedCall } from './denied-calls.ts';
export type { ContextRef, Contexts, LabelAge } from './contexts.ts';
export {
  NO_CONTEXTS,
  applyContextEvent,
  contextKey,
  isJoinedContextKey,
  endContext,
  joinHost,
  judgeCallInContext,
  listMemberKeys,
  getContextLabels,
  getContextSession,
} from './contexts.ts';
export type { CallSituation, ProvenValue } from './judge-call.ts';
export { listProvenValues, uncutOriginText } from './judge-call.ts';
export type { LabelName, LabelStrength } from './label.ts';
export { LABEL_NAMES, LABEL_STRENGTHS, isLabelled, strengthRank, strongerOf } from './label.ts';
export type { FirstOccurrence, Origin, Origins, UnprovenValue } from './origin.ts';
export type { Proof } from './session-evidence.ts';
export { describeOrigins, isToldAction } from './describe-origins.ts';
export type { Label, SessionEvent, SessionLabels, UserMessageVia } from './session.ts';
export { MAX_MEMBERS, MAX_WITNESSES, joinLabels, getLabelStrengths } from './session.ts';
export { trimForStore } from './results/trim-result.ts';
export type { ServerSettings } from './traced-tool.ts';
export { readUserIntent } from './user-intent.ts';
export type { Witness } from './session.ts';
export type { ActValue, CallAct } from '../user-message/describe-act.ts';
export { describeAct } from '../user-message/describe-act.ts';
export { readProposal } from '../user-message/agreement.ts';
export { extractIntent } from '../user-message/extract-intent.ts';
export { ACTION_KINDS } from '../user-message/language.ts';
