import type { Advice } from '@callgate/catalogue';
import { advise, prefilled } from '@callgate/catalogue';
import type { Disclosure } from '@callgate/core';
import type { StockedTool } from '@callgate/gateway';
import type { ReviewNeed } from '../api/review-needs.ts';
import type { SuggestedHint, ToolRow } from '../api/tools.ts';
import type { KnownServer } from './known-servers.ts';

/** What whoever reviews the tool is told first. */
export const adviceOf = ({ server, tools }: KnownServer, { definition }: StockedTool): Advice =>
  advise({ server, definition, siblings: tools.map((each) => each.definition) });

/** A server that is believed can be wrong; of others nothing is believed that would have to be doubted. */
const isDoubted = (known: KnownServer, tool: StockedTool, { beliefs, facts }: Disclosure): boolean =>
  facts.described.value === 'yes' &&
  beliefs.readOnly.ground === 'claim' &&
  adviceOf(known, tool).doubts.length > 0;

/** Why somebody should look at the tool, or null. What agents cannot reach can wait. */
export const needOf = (
  known: KnownServer,
  tool: StockedTool,
  disclosure: Disclosure,
  drift: ToolRow['drift'],
): ReviewNeed | null => {
  if (tool.disabled !== null) return null;
  if (drift !== null) return drift.loosened > 0 ? 'loosened' : 'changed';
  const { reviews, overrides, definition } = tool.traced().tool;
  if (reviews.some((review) => review.definition === definition)) return null;
  if (tool.words?.review !== undefined) return 'voided';
  if (overrides.some(({ set, when }) => when === undefined && Object.hasOwn(set, 'readOnly'))) return null;
  if (disclosure.conflicts.length + disclosure.malformed.length > 0) return 'doubtful';
  if (isDoubted(known, tool, disclosure)) return 'doubtful';
  return disclosure.facts.described.value === 'yes' ? null : 'new';
};

/** The same for a page or a terminal: suggestions, why to look twice, and what a review begins with. */
export const reviewAdvice = (
  known: KnownServer,
  tool: StockedTool,
): {
  readonly suggestions: Readonly<Record<string, SuggestedHint>>;
  readonly doubts: Advice['doubts'];
  readonly prefilled: Readonly<Record<string, 'yes' | 'no'>>;
} => {
  const advice = adviceOf(known, tool);
  return { suggestions: { ...advice.suggestions }, doubts: advice.doubts, prefilled: prefilled(advice) };
};
