import type { JsonObject } from '@callgate/core';
import { readClaims } from '@callgate/core/vocabulary';

/** Claimed everywhere it is claimed at all. A claim takes power away, so it needs no trust. */
export const isClaimed = (definition: JsonObject, hint: string, relaxing: 'yes' | 'no'): boolean => {
  const answers = readClaims(definition).answers.filter((claim) => claim.hint === hint);
  return answers.length > 0 && answers.every(({ answer }) => answer === relaxing);
};
