import { globMatches } from '@callgate/core/decide';
import type { ToolReview } from '@callgate/core/disclose';
import { packMessages } from '@callgate/messages/catalogue/pack';
import type { Pack } from './pack-schema.ts';

/** What an operator takes from a pack. */
export interface PackReviewOptions {
  /** What the pack is called in records and prompts. */
  readonly name?: string;
  /** Globs of tools the operator judges themselves: of two answers the stricter counts, so theirs could not relax. */
  readonly except?: readonly string[];
}

/**
 * What a pack says, as reviews. Each counts for exactly one definition, but any server can list that definition: give
 * them only to the server the operator named the pack for, and only once they accepted its text.
 */
export const convertPackToReviews = (
  pack: Pack,
  { name = pack.server, except = [] }: PackReviewOptions = {},
): readonly ToolReview[] =>
  Object.entries(pack.tools)
    .filter(([tool]) => !except.some((glob) => globMatches(glob, tool)))
    .map(([, { definition, set, why, doubt }]) => ({
      definition,
      set,
      by: `pack ${name}`,
      at: pack.reviewed.at,
      reason: doubt === undefined ? why : packMessages.doubted({ why, doubt }),
    }));
