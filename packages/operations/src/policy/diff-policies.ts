import type { Policy } from '@callgate/core';
import type { ComparisonResult, PolicyDiff } from '../api/policy.ts';
import type { HintComparison } from '../api/hint-comparison.ts';
import { countLoosened } from './compare-policies.ts';
import { summaryOf } from './rules-view.ts';

/** Rules that were there before and are others now, or that let calls run. A new one that asks or blocks loosens nothing. */
const mayLoosen = (before: Policy, after: Policy, changed: readonly string[]): boolean =>
  before.rules.some(({ id }) => changed.includes(id)) ||
  after.rules.some(({ id, then }) => then === 'auto' && changed.includes(id));

/** What comes of comparing two policies by their hints, by tools and by calls. */
export const diffPolicies = (
  before: Policy,
  after: Policy,
  hints: HintComparison,
  compared: ComparisonResult,
): PolicyDiff => ({
  base: summaryOf(before),
  candidate: summaryOf(after),
  hints,
  ...compared,
  isLoosened:
    countLoosened(compared) > 0 || hints.changed.some(({ kind }) => kind === 'runs' || kind === 'loosened'),
  isUnsure: hints.isCut || mayLoosen(before, after, hints.partlySeen),
});
