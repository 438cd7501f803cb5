import { tighteningPart } from '@callgate/catalogue';
import type { ToolChange } from '@callgate/gateway/tools';
import type { HomeTools } from '../tools/home-tools.ts';
import { refOf } from '../tools/home-tools.ts';
import type { ToReview } from './needing.ts';
import { loosens } from './what-if.ts';

type Answers = Readonly<Record<string, 'yes' | 'no'>>;

/** Says what it is, and takes a changed definition for the pinned one. Bound to what was looked at. */
export const acceptAs = async (
  tools: HomeTools,
  one: ToReview,
  set: Answers,
  reason: string,
): Promise<readonly ToolChange[]> => {
  const { digest: definition, drift } = one.detail;
  const changes: ToolChange[] = [];
  // the review goes first: if it fails, nothing was accepted that nobody reviewed
  const bound = { ...refOf(one), reason, definition };
  if (Object.keys(set).length > 0)
    changes.push(await tools.operations.ask('tools.review', { ...bound, set }));
  if (drift !== null) changes.push(await tools.operations.ask('tools.accept', bound));
  return changes;
};

/** Not offered: while it is defined so where it changed, and until somebody enables it otherwise. */
export const keepOut = async (
  tools: HomeTools,
  one: ToReview,
  reason: string,
): Promise<readonly ToolChange[]> => {
  const { digest: definition, drift } = one.detail;
  const said = { ...refOf(one), reason };
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
export const tighteningOf = ({ detail }: ToReview): Answers => {
  const tightening = tighteningPart(detail.prefilled);
  if (detail.described) return tightening;
  const { readOnly: _readOnly, destructive: _destructive, ...rest } = tightening;
  return rest;
};

/** Whether it can be accepted in bulk, or why not. */
export const bulkProblem = (tools: HomeTools, one: ToReview): string | null => {
  if (one.detail.drift !== null) return 'it changed; look at it';
  const set = tighteningOf(one);
  if (Object.keys(set).length === 0) return 'nothing is suggested that asks for more care';
  return loosens(tools.judge.policy, one, set) ? 'it would be asked about less' : null;
};
