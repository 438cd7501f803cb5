/**
 * Help for editors of YAML files: what can be written at a place, what a place means, one style.
 *
 * @example
 * import { completeFile, formatYaml, hoverFile } from '@callgate/policy/editor';
 *
 * const choices = completeFile({ kind: 'policy', text, schema, words }, offset);
 *
 * @module
 */
export { completeFile } from './complete-file.ts';
export type { Completion, EditedFile } from './complete-file.ts';
export type { EditedKind, EditorWords } from './editor-words.ts';
export { formatYaml } from './format-yaml.ts';
export { hoverFile } from './hover-file.ts';
export type { HoverText } from './hover-file.ts';
export type { JsonSchema } from '../yaml/json-schema-at.ts';
export { findRepair } from './find-repair.ts';
export { policyWords } from './policy-words.ts';
export { ruleReach } from './rule-reach.ts';
export type { RuleReach } from './rule-reach.ts';
