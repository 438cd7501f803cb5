import { findToolVerb } from '@callgate/catalogue';
import type { Policy } from '@callgate/core';
import type { ReviewItem } from './find-tools-to-review.ts';
import { reviewEffect } from './review-effect.ts';

/**
 * Tools that one answer fits: nothing is doubted, nothing changed, they do the same kind of thing, the same would be
 * said of each, and that changes the same for each.
 */
export type ReviewGroup = readonly [ReviewItem, ...ReviewItem[]];

/** More than a screen shows is not read. */
const MOST_ALIKE = 20;

const likeness = (policy: Policy, item: ReviewItem, at: number): string => {
  const { detail, need, packed } = item;
  const isPlain =
    need === 'new' &&
    detail.drift === null &&
    detail.doubts.length === 0 &&
    detail.review === null &&
    packed === null;
  if (!isPlain) return `${at}`;
  return JSON.stringify([
    findToolVerb(detail.definition)?.deed ?? null,
    Object.entries(detail.prefilled).toSorted(([one], [other]) => one.localeCompare(other)),
    reviewEffect(policy, item, detail.prefilled),
  ]);
};

const compareVerbs = ({ detail: one }: ReviewItem, { detail: other }: ReviewItem): number => {
  const [verb, otherVerb] = [one, other].map(({ definition }) => findToolVerb(definition)?.verb ?? '');
  return (verb ?? '').localeCompare(otherVerb ?? '') || one.tool.localeCompare(other.tool);
};

/** In parts that can be read at once, with the same verbs together. */
const splitAlike = (items: readonly ReviewItem[]): readonly ReviewGroup[] => {
  const sorted = items.length > MOST_ALIKE ? items.toSorted(compareVerbs) : items;
  return sorted.flatMap((first, at): readonly ReviewGroup[] =>
    at % MOST_ALIKE === 0 ? [[first, ...sorted.slice(at + 1, at + MOST_ALIKE)]] : [],
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
export const groupItems = (policy: Policy, items: readonly ReviewItem[]): readonly ReviewGroup[] => {
  const needs = [...new Set(items.map(({ need }) => need))];
  const groups = [
    ...Map.groupBy(
      items.map((item, at) => ({ item, key: likeness(policy, item, at) })),
      ({ key }) => key,
    ).values(),
  ];
  return groups
    .flatMap((alike) => splitAlike(alike.map(({ item }) => item)))
    .toSorted(
      ([one], [other]) => needs.indexOf(one.need) - needs.indexOf(other.need) || risk(other) - risk(one),
    );
};

export interface QuestionCounts {
  readonly tools: number;
  readonly servers: number;
  readonly questions: number;
}

/** How often a person is asked, for how many tools. */
export const countQuestions = (groups: readonly ReviewGroup[]): QuestionCounts => {
  const items = groups.flat();
  const servers = new Set(items.map(({ known }) => known));
  return { tools: items.length, servers: servers.size, questions: groups.length };
};
