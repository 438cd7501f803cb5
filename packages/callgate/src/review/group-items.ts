import type { ReviewItem } from './find-tools-to-review.ts';

/** Tools that one answer fits: nothing is doubted, nothing changed, and the same would be said of each. */
export type ReviewGroup = readonly [ReviewItem, ...ReviewItem[]];

const likeness = ({ detail, need, packed }: ReviewItem, at: number): string => {
  const isPlain =
    need === 'new' &&
    detail.drift === null &&
    detail.doubts.length === 0 &&
    detail.review === null &&
    packed === null;
  if (!isPlain || Object.keys(detail.prefilled).length === 0) return `${at}`;
  return JSON.stringify(
    Object.entries(detail.prefilled).toSorted(([one], [other]) => one.localeCompare(other)),
  );
};

/** What can do harm goes first, then what nothing is known of, then what only reads. */
const risk = ({ detail: { prefilled, suggestions, doubts, beliefs } }: ReviewItem): number => {
  const says = (hint: string, value: 'yes' | 'no'): boolean =>
    prefilled[hint] === value || suggestions[hint]?.value === value || beliefs[hint]?.claimed === value;
  if (doubts.length > 0) return 5;
  if (says('destructive', 'yes')) return 4;
  if (says('readOnly', 'no')) return 3;
  if (!says('readOnly', 'yes')) return 2;
  return says('unsafeOutput', 'yes') || says('secret', 'yes') || says('sensitiveData', 'yes') ? 1 : 0;
};

/** Alike tools together. The order of needs stays; among those of one need the riskiest come first. */
export const groupItems = (items: readonly ReviewItem[]): readonly ReviewGroup[] => {
  const needs = [...new Set(items.map(({ need }) => need))];
  const groups = [
    ...Map.groupBy(
      items.map((item, at) => ({ item, key: likeness(item, at) })),
      ({ key }) => key,
    ).values(),
  ];
  return groups
    .flatMap(([first, ...others]): readonly ReviewGroup[] =>
      first === undefined ? [] : [[first.item, ...others.map(({ item }) => item)]],
    )
    .toSorted(
      ([one], [other]) => needs.indexOf(one.need) - needs.indexOf(other.need) || risk(other) - risk(one),
    );
};
