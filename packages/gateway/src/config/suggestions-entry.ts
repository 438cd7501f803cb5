import type { SuggestionsEntry } from './file-schema.ts';

/** Below it a suggestion is as often a wrong question as a right one. */
export const SURE_ENOUGH = 0.8;

/** How sure a suggestion must be to count; undefined where none does. */
export const readSuggestions = (entry: SuggestionsEntry | undefined): number | undefined => {
  if (entry === undefined || entry === 'off') return undefined;
  return entry === 'tighten' ? SURE_ENOUGH : entry.tighten;
};
