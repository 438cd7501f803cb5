/**
 * What the page of the policy and the command line both do: show, compare.
 *
 * @module
 */
export type { ChangedCalls, ChangeKind } from '@callgate/gate/replay';
export type {
  ChangedTool,
  ComparisonResult,
  EffectivePolicy,
  LayerText,
  PolicyDiff,
  PolicyRevision,
  RuleView,
  RulesView,
  ShadowReport,
  ShadowRun,
} from '../api/policy.ts';
export { MAX_COMPARED_CALLS } from '../api/policy.ts';
export { effectivePolicyOperations } from './policy-operations.ts';
export { compareCalls, comparePolicies, compareTools, countLoosened } from './compare-policies.ts';
export type { ComparedCall, ComparisonInput, ToolPair } from './compare-policies.ts';
export type { HintChange, HintComparison } from '../api/hint-comparison.ts';
export { compareHints } from './compare-hints.ts';
export { diffPolicies } from './diff-policies.ts';
export { readPolicyHistory, readPolicyRevision } from './history-operations.ts';
export { layersDigest, loadLayeredPolicy } from './load-layered-policy.ts';
export { summaryOf } from './rules-view.ts';
