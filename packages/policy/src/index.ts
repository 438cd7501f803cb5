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
export { loadPolicy, presetPolicy } from './load.ts';
export type { LoadOutcome, PolicySource } from './load.ts';
export { PRESET_NAMES, isPreset, presetText } from './presets.ts';
export type { PresetName } from './presets.ts';
export { lintPolicy } from './lint.ts';
export { formatProblem } from './yaml/problem.ts';
export type { PolicyProblem } from './yaml/problem.ts';
export { policyFileSchema } from './file-schema.ts';
export type { PolicyFile } from './file-schema.ts';
export { ConditionError } from './condition-error.ts';
export { parseCondition } from './translate-condition.ts';
export { didYouMean, nearest } from './yaml/did-you-mean.ts';
