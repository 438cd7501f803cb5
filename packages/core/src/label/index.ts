/**
 * What sessions have touched, where values come from, and what the person said.
 *
 * @module
 */
export type { AudienceSettings } from './audience.ts';
export type { ContextRef, Contexts, LabelAge } from './contexts.ts';
export {
  NO_CONTEXTS,
  applyIn,
  contextKey,
  endContext,
  joinHost,
  judgeIn,
  memberKeys,
  sessionIn,
} from './contexts.ts';
export type { CallSituation, ProvenValue } from './judge.ts';
export { provenValues } from './judge.ts';
export type { LabelName, Strength } from './label.ts';
export { LABEL_NAMES, STRENGTHS, isLabelled } from './label.ts';
export type { FirstSeen, Origin, Origins, UnprovenValue } from './origin.ts';
export type { Proof } from './proof.ts';
export { originSentence } from './sentence.ts';
export type { Label, SessionEvent, SessionLabels, WordsVia } from './session.ts';
export { MAX_MEMBERS, joinLabels, labelsOf } from './session.ts';
export type { ServerSettings } from './traced-tool.ts';
export { userIntentOf } from './user-intent.ts';
export type { Witness } from './session.ts';
export { intentOf } from '../words/intent.ts';
export { DEEDS } from '../words/language.ts';
