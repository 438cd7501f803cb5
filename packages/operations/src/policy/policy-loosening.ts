import type { Policy } from '@callgate/core';
import type { HintComparison } from './compare-hints.ts';

/** Some combination of hints, sessions and earlier calls is decided less strictly. */
export const isLoosenedByHints = ({ changed }: HintComparison): boolean =>
  changed.some(({ kind }) => kind === 'runs' || kind === 'loosened');

/**
 * Not all was tried, or a rule that reads arguments too was there before and is another now, or lets calls run. A new
 * one that asks or blocks loosens nothing.
 */
export const mayLoosen = (before: Policy, after: Policy, { isCut, partlySeen }: HintComparison): boolean =>
  isCut ||
  before.rules.some(({ id }) => partlySeen.includes(id)) ||
  after.rules.some(({ id, then }) => then === 'auto' && partlySeen.includes(id));
