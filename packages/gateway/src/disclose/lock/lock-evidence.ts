import type { Classification, LockedEntry } from './lock.ts';

const againstSuggestion = (
  answer: string,
  suggestion: NonNullable<LockedEntry['suggestions']>[string],
): string =>
  suggestion.value === answer
    ? `as suggested (${suggestion.confidence})`
    : `against the suggestion (${suggestion.value}, ${suggestion.confidence})`;

const has = <V>(all: Readonly<Record<string, V>> | undefined, key: string): V | undefined =>
  all !== undefined && Object.hasOwn(all, key) ? all[key] : undefined;

/** How each decision stands to what was claimed and suggested. */
export const evidenceOf = (
  classification: Classification | undefined,
  { claims, suggestions }: Pick<LockedEntry, 'claims' | 'suggestions'>,
): Pick<LockedEntry, 'evidence'> => {
  // without suggestions to hold it against there is nothing that the claims do not say
  if (classification === undefined || suggestions === undefined) return {};
  const said = Object.entries(classification.set).map(([hint, answer]) => {
    const suggestion = has(suggestions, hint);
    const claim = has(claims, hint);
    return [
      hint,
      [
        suggestion === undefined ? 'nothing suggested' : againstSuggestion(answer, suggestion),
        claim === undefined ? 'not claimed' : claim === answer ? 'claimed' : 'claimed otherwise',
      ].join(', '),
    ] as const;
  });
  return said.length === 0 ? {} : { evidence: Object.fromEntries(said) };
};
