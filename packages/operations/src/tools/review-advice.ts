import type { ReviewAdvice } from '@callgate/catalogue';
import { advise, findClaimDoubts, prefillAnswers } from '@callgate/catalogue';
import type { JsonObject } from '@callgate/core';
import type { Disclosure } from '@callgate/core/disclose';
import { disclose } from '@callgate/core/disclose';
import type { InventoryTool } from '@callgate/gateway/tools';
import type { ReviewNeed, SuggestedHint, ToolRow } from '../api/tools.ts';
import type { KnownServer } from './known-servers.ts';

const lists = new WeakMap<KnownServer['tools'], readonly JsonObject[]>();

/** The same list for the same tools: what is worked out of it is remembered by it. */
const siblingsOf = ({ tools }: KnownServer): readonly JsonObject[] => {
  const before = lists.get(tools);
  if (before !== undefined) return before;
  const made = tools.map(({ definition }) => definition);
  lists.set(tools, made);
  return made;
};

/** What a reviewer of the tool is told first. */
export const adviseReview = (known: KnownServer, { definition }: InventoryTool): ReviewAdvice =>
  advise({ server: known.server, definition, siblings: siblingsOf(known) });

/** A server that is believed can be wrong; of others nothing is believed that would have to be doubted. */
const isDoubted = (known: KnownServer, tool: InventoryTool, { beliefs, facts }: Disclosure): boolean =>
  facts.described.value === 'yes' &&
  (beliefs.readOnly.ground === 'claim' || beliefs.destructive.ground === 'claim') &&
  findClaimDoubts({ server: known.server, definition: tool.definition }).length > 0;

/** Why the tool needs review, or null. What agents cannot reach can wait. */
export const reviewNeed = (
  known: KnownServer,
  tool: InventoryTool,
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
  tool: InventoryTool,
): {
  readonly suggestions: Readonly<Record<string, SuggestedHint>>;
  readonly doubts: ReviewAdvice['doubts'];
  readonly prefilled: Readonly<Record<string, 'yes' | 'no'>>;
} => {
  const advice = adviseReview(known, tool);
  // with what the pinned definition said to be careful about, where the server no longer says it
  const { claimed } = disclose(tool.traced().tool, 'all', [], []);
  return {
    suggestions: { ...advice.suggestions },
    doubts: advice.doubts,
    prefilled: prefillAnswers({ ...advice, claimed }),
  };
};
