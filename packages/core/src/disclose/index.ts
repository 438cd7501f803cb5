/**
 * Claims become beliefs with grounds, conflicts and facts; definitions are compared.
 *
 * @module
 */
export type { Conflict } from './beliefs.ts';
export type { DefinitionChange, Direction } from './compare-change.ts';
export { compareDefinitions } from './compare-definitions.ts';
export type { CustomHint } from './custom-hint.ts';
export { definitionDigest } from './definition-digest.ts';
export { sealTool } from './describe-tool.ts';
export type { Disclosure } from './disclosure.ts';
export { applicableOverrides, disclose } from './disclosure.ts';
export type { FactName } from './facts.ts';
export { FACT_NAMES } from './facts.ts';
export type { Belief, Ground } from './ground.ts';
export { GROUNDS, TRUSTS } from './ground.ts';
export type { Override, Review } from './tool-input.ts';
