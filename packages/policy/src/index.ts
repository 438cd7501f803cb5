/**
 * Callgate policy files: YAML with CEL conditions, presets and layers.
 *
 * @example
 * import { loadPolicy, presetPolicy } from '@callgate/policy';
 *
 * const policy = presetPolicy('balanced');
 * const loaded = loadPolicy([{ name: 'policy.yaml', text }]);
 *
 * @module
 */
export { loadPolicy } from './load-policy.ts';
export type { PolicyLoadResult, PolicySource } from './load-policy.ts';
export { presetPolicy } from './preset-policy.ts';
export { PRESET_NAMES, isPreset, presetText } from './presets.ts';
export type { PresetName } from './presets.ts';
export { lintPolicy, lintPolicyInTurns } from './lint-policy.ts';
export { formatProblem } from './yaml/policy-problem.ts';
export type { PolicyProblem } from './yaml/policy-problem.ts';
export { expectedObligationsSchema, policyFileSchema } from './policy-file.ts';
export type { ExpectedObligations, PolicyFile } from './policy-file.ts';
export type { ObligationDifference } from './compare-obligations.ts';
export { compareObligations } from './compare-obligations.ts';
export { ConditionError } from './condition-error.ts';
export { parseCondition } from './translate-condition.ts';
export { suggestName, findNearestName } from './yaml/suggest-name.ts';
