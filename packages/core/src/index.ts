/**
 * The pure core of Callgate: from what a tool declares to one explained decision.
 *
 * @example
 * import { decide } from '@callgate/core';
 * import { presetPolicy } from '@callgate/policy';
 *
 * const { outcome, reasons } = decide(presetPolicy('balanced'), { tool: 'notes/delete_note', args: { id: 7 } });
 *
 * @module
 */
export type { Decision } from './decide/decision.ts';
export { Engine, decide } from './decide/engine.ts';
export type { DecisionInput } from './decide/decision-input.ts';
export type { DecisionQuestion } from './decide/decision-question.ts';
export type { Policy, Rule } from './decide/policy.ts';
export type { ToolDescription } from './disclose/describe-tool.ts';
export { describeTool } from './disclose/describe-tool.ts';
export type { TrustLevel } from './disclose/ground.ts';
export type { ToolInput } from './disclose/tool-input.ts';
export type { Position } from './callgate-error.ts';
export { CallgateError } from './callgate-error.ts';
export type { CallgateErrorCode } from './error-code.ts';
export { judgeCall } from './label/judge-call.ts';
export type { Labels } from './label/label.ts';
export { NO_LABELS } from './label/label.ts';
export { UNTRACED_ORIGINS } from './label/origin.ts';
export type { Session } from './label/session.ts';
export { applyEvent, startSession } from './label/session.ts';
export type { TracedTool } from './label/traced-tool.ts';
export { traceTool } from './label/traced-tool.ts';
export type { Outcome } from './outcome.ts';
export { OUTCOMES } from './outcome.ts';
export { canonical } from './receive/canonical.ts';
export { display } from './receive/display.ts';
export type { Json, JsonObject } from './receive/json.ts';
export { isJsonObject, getOwn } from './receive/json.ts';
export type { Principal, PrincipalName } from './receive/principal.ts';
export { LOCAL_PRINCIPAL, principalOf } from './receive/principal.ts';
export type { ToolAnnotations } from './vocabulary/annotations.ts';
export type { HintName } from './vocabulary/hint-names.ts';
export { HINT_NAMES } from './vocabulary/hint-names.ts';
export { HINTS } from './vocabulary/hints.ts';
