/**
 * Claims become beliefs with grounds, conflicts and facts; definitions are compared.
 *
 * @module
 */
export type { Beliefs, ClaimScope, HintConflict } from './beliefs.ts';
export type { DefinitionChange, ChangeDirection } from './compare-change.ts';
export { compareDefinitions } from './compare-definitions.ts';
export type { CustomHint } from './custom-hint.ts';
export { digestDefinition } from './digest-definition.ts';
export { openDefinition } from './open-definition.ts';
export { sealTool } from './describe-tool.ts';
export type { Disclosure } from './disclosure.ts';
export { listApplicableOverrides, disclose } from './disclosure.ts';
export type { FactContext, FactName } from './facts.ts';
export { FACT_NAMES, deriveFacts } from './facts.ts';
export type { Belief, Ground } from './ground.ts';
export { GROUNDS, TRUST_LEVELS, canBelieveClaims, isSettledGround } from './ground.ts';
export type { Override, SandboxContract, SandboxPlace, ToolObservation, ToolReview } from './tool-input.ts';
export { NO_CONTRACT } from './tool-input.ts';
