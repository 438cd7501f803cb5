/**
 * What the page of the policy and the command line both do: show, compare.
 *
 * @module
 */
export type {
  ChangedCalls,
  ChangedTool,
  ChangeKind,
  ComparisonResult,
  EffectivePolicy,
  LayerText,
  RuleView,
  RulesView,
} from '../api/policy.ts';
export { MAX_COMPARED_CALLS } from '../api/policy.ts';
export { effectivePolicyOperations } from './policy-operations.ts';
export { comparePolicies, countLoosened } from './compare-policies.ts';
export type { ComparisonInput } from './compare-policies.ts';
export { layersDigest, loadLayeredPolicy } from './load-layered-policy.ts';
export { summaryOf } from './rules-view.ts';
