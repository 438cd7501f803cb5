import type { Review } from '@callgate/core';
import type { Pack } from './pack.ts';

/**
 * What a pack says, as reviews. Each counts for exactly one definition, but any server can list that definition: give
 * them only to the server the operator named the pack for, and only once they accepted its text.
 */
export const reviewsFrom = (pack: Pack, name: string = pack.server): readonly Review[] =>
  Object.values(pack.tools).map(({ definition, set, why, doubt }) => ({
    definition,
    set,
    by: `pack ${name}`,
    at: pack.reviewed.at,
    reason: doubt === undefined ? why : `${why} In doubt: ${doubt}`,
  }));
