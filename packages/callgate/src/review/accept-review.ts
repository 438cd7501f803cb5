import { policyMessages } from '@callgate/messages/cli/policy';
import { keepTighteningAnswers } from '@callgate/catalogue';
import type { ToolChange } from '@callgate/gateway/tools';
import type { HomeTools } from '../tools/home-tools.ts';
import { toToolRef } from '../tools/home-tools.ts';
import type { ReviewItem } from './find-tools-to-review.ts';
import { isLoosening } from './review-effect.ts';

type Answers = Readonly<Record<string, 'yes' | 'no'>>;

/** Says what it is, and takes a changed definition for the pinned one. Bound to what was looked at. */
export const acceptReview = async (
  tools: HomeTools,
  one: ReviewItem,
  set: Answers,
  reason: string,
): Promise<readonly ToolChange[]> => {
  const { digest: definition, drift } = one.detail;
  const changes: ToolChange[] = [];
  // the review goes first: if it fails, nothing was accepted that nobody reviewed
  const bound = { ...toToolRef(one), reason, definition };
  if (Object.keys(set).length > 0)
    changes.push(await tools.operations.ask('tools.review', { ...bound, set }));
  if (drift !== null) changes.push(await tools.operations.ask('tools.accept', bound));
  return changes;
};

/** Hides a tool: a changed one while it has this definition, another until it is enabled. */
export const keepOut = async (
  tools: HomeTools,
  one: ReviewItem,
  reason: string,
): Promise<readonly ToolChange[]> => {
  const { digest: definition, drift } = one.detail;
  const said = { ...toToolRef(one), reason };
  return [
    drift === null
      ? await tools.operations.ask('tools.disable', said)
      : await tools.operations.ask('tools.keepOut', { ...said, definition }),
  ];
};

/**
 * What of a suggestion may be accepted unseen: only what asks for more care, and nothing that makes an undescribed
 * tool a described one.
 */
export const tighteningAnswers = ({ detail }: ReviewItem): Answers => {
  const tightening = keepTighteningAnswers(detail.prefilled);
  if (detail.described) return tightening;
  const { readOnly: _readOnly, destructive: _destructive, ...rest } = tightening;
  return rest;
};

const { bulkRefusal: texts } = policyMessages.review;

/** Whether it can be accepted in bulk, or why not. */
export const bulkRefusalReason = (tools: Pick<HomeTools, 'judge'>, one: ReviewItem): string | null => {
  if (one.detail.drift !== null) return texts.changed;
  const set = tighteningAnswers(one);
  if (Object.keys(set).length === 0) return texts.nothing;
  return isLoosening(tools.judge.policy, one, set) ? texts.loosens : null;
};
