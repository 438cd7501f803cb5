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
export { MOST_COMPARED } from '../api/policy.ts';
export { comparePolicies, loosenedIn } from './compare.ts';
export type { ToCompare } from './compare.ts';
export { layersDigest, policyOfLayers } from './layers.ts';
export { rulesView, summaryOf } from './rules-view.ts';
