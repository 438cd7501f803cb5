import type { HintName } from '@callgate/core';
import { HINTS, HINT_NAMES } from '@callgate/core';
import type { Disclosure } from '@callgate/core/disclose';
import type { Suggestions } from '../suggestion.ts';

/** What is suggested, and what the server claims. */
export interface PrefillInput {
  readonly suggestions: Suggestions;
  readonly claimed: Disclosure['claimed'];
}

export type HintAnswers = Readonly<Record<string, 'yes' | 'no'>>;

/** Less sure suggestions are shown, and left for the reviewer to fill in. */
const SURE_TO_TIGHTEN = 0.6;
const SURE_TO_RELAX = 0.85;

const isFilledIn = (hint: HintName, { suggestions, claimed }: PrefillInput): boolean => {
  const said = suggestions[hint];
  if (said === undefined) return false;
  if (said.value !== HINTS[hint].relaxing) return said.confidence >= SURE_TO_TIGHTEN;
  // of a tool that says it destroys nobody believes by a guess that it only reads
  if (hint === 'readOnly' && claimed.destructive === 'yes') return false;
  // what a server itself says to be careful about is not taken back by a guess
  const warned = claimed[hint] !== 'unknown' && claimed[hint] !== said.value;
  return !warned && said.confidence >= SURE_TO_RELAX;
};

/** What a review begins with: suggestions that are sure enough, and what the server says to be careful about. */
export const prefillAnswers = (advice: PrefillInput): HintAnswers =>
  Object.fromEntries(
    HINT_NAMES.flatMap((hint) => {
      const claim = advice.claimed[hint];
      if (claim !== 'unknown' && claim !== HINTS[hint].relaxing) return [[hint, claim] as const];
      const said = advice.suggestions[hint];
      return said !== undefined && isFilledIn(hint, advice) ? [[hint, said.value] as const] : [];
    }),
  );

/** The part of it that asks for more care. */
export const keepTighteningAnswers = (set: HintAnswers): HintAnswers =>
  Object.fromEntries(
    Object.entries(set).filter(([hint, answer]) =>
      HINT_NAMES.some((name) => name === hint && HINTS[name].relaxing !== answer),
    ),
  );
