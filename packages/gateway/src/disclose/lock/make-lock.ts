import { HINT_NAMES, describeTool } from '@callgate/core';
import { globMatches } from '@callgate/core/decide';
import type { Override, ToolReview } from '@callgate/core/disclose';
import { disclose } from '@callgate/core/disclose';
import type { ArgumentRole } from '@callgate/core/vocabulary';
import { lockMessages } from '@callgate/messages/lock';
import type { PinnedServer } from '../pin-folder.ts';
import type { Pin, PinnedKind } from '../pin-store.ts';
import { INSTRUCTIONS_PIN } from '../pin-store.ts';
import { findLockedEntry, findLockedServer } from './apply-lock.ts';
import type { Classification, Lock, LockAdvice, LockedEntry, LockedServer } from './read-lock.ts';

export interface LockInput extends PinnedServer {
  readonly reviews: readonly ToolReview[];
  readonly overrides: readonly { readonly tools: string; readonly override: Override }[];
  readonly identities?: readonly string[];
  /** What a reviewer of this tool is told first. */
  advise?(tool: string): LockAdvice;
}

/** The author of the lock: what the configuration says about tools counts as theirs from then on. */
export interface LockAuthor {
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
}

const claimsOf = ({ kind, name, definition }: Pin): Pick<LockedEntry, 'claims'> => {
  if (kind !== 'tool') return {};
  const { claimed } = disclose(describeTool({ server: 'x', name, definition }), 'all', [], []);
  const said = HINT_NAMES.flatMap((hint) =>
    claimed[hint] === 'unknown' ? [] : [[hint, claimed[hint]] as const],
  );
  return said.length === 0 ? {} : { claims: Object.fromEntries(said) as Record<string, 'yes' | 'no'> };
};

const toClassification = ({ set, by, at, reason }: ToolReview): Classification | undefined =>
  by === undefined || at === undefined || reason === undefined ? undefined : { set, by, at, why: reason };

/** What the configuration says of a tool whatever its arguments. */
const overridesFor = ({ name, digest }: Pin, overrides: LockInput['overrides']): readonly Override[] =>
  overrides.flatMap(({ tools, override }) =>
    globMatches(tools, name) &&
    override.when === undefined &&
    (override.definition === undefined || override.definition === digest)
      ? [override]
      : [],
  );

/** Only what comes with a reason. What was decided before is kept with its name and time where nothing is new. */
const newClassification = (
  said: readonly Override[],
  known: Classification | undefined,
  maker: LockAuthor,
): Classification | undefined => {
  const reasoned = said.filter(
    ({ set, reason }) => reason !== undefined && Object.keys(set ?? {}).length > 0,
  );
  const set: Classification['set'] = Object.assign({}, ...reasoned.map((override) => override.set));
  if (Object.entries(set).every(([hint, answer]) => known?.set[hint] === answer)) return known;
  const reasons = new Set([known?.why, ...reasoned.map(({ reason }) => reason)]);
  const why = [...reasons].filter((reason) => reason !== undefined).join('; ');
  return { set: { ...known?.set, ...set }, ...maker, why };
};

const classificationOf = (
  pin: Pin,
  { reviews, overrides }: LockInput,
  before: LockedEntry | undefined,
  maker: LockAuthor,
): Pick<LockedEntry, 'classification'> => {
  if (pin.kind !== 'tool') return {};
  const made = reviews.flatMap((review) =>
    review.definition === pin.digest ? (toClassification(review) ?? []) : [],
  );
  const known = [before?.classification ?? [], made]
    .flat()
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .at(-1);
  const classification = newClassification(overridesFor(pin, overrides), known, maker);
  return classification === undefined ? {} : { classification };
};

const suggestionText = (
  answer: string,
  suggestion: NonNullable<LockedEntry['suggestions']>[string],
): string =>
  suggestion.value === answer
    ? lockMessages.asSuggested(suggestion)
    : lockMessages.againstSuggestion(suggestion);

const ownValue = <V>(all: Readonly<Record<string, V>> | undefined, key: string): V | undefined =>
  all !== undefined && Object.hasOwn(all, key) ? all[key] : undefined;

const evidenceOf = (
  classification: Classification | undefined,
  { claims, suggestions }: Pick<LockedEntry, 'claims' | 'suggestions'>,
): Pick<LockedEntry, 'evidence'> => {
  // without suggestions to hold it against there is nothing that the claims do not say
  if (classification === undefined || suggestions === undefined) return {};
  const said = Object.entries(classification.set).map(([hint, answer]) => {
    const suggestion = ownValue(suggestions, hint);
    const claim = ownValue(claims, hint);
    return [
      hint,
      [
        suggestion === undefined ? lockMessages.nothingSuggested : suggestionText(answer, suggestion),
        claim === undefined
          ? lockMessages.notClaimed
          : claim === answer
            ? lockMessages.claimed
            : lockMessages.claimedOtherwise,
      ].join(', '),
    ] as const;
  });
  return said.length === 0 ? {} : { evidence: Object.fromEntries(said) };
};

/** What the first reviewer was shown stays: they decided on it, and another version shows other things. */
const adviceOf = (
  { kind, name }: Pin,
  { advise }: Pick<LockInput, 'advise'>,
  before: LockedEntry | undefined,
): LockAdvice => {
  if (kind !== 'tool') return {};
  const { suggestions, doubts } = before ?? {};
  const told = suggestions === undefined && doubts === undefined ? advise?.(name) : { suggestions, doubts };
  return {
    ...(told?.suggestions === undefined ? {} : { suggestions: told.suggestions }),
    ...(told?.doubts === undefined ? {} : { doubts: told.doubts }),
  };
};

const placesOf = (
  pin: Pin,
  overrides: LockInput['overrides'],
  before: LockedEntry | undefined,
): Pick<LockedEntry, 'roles' | 'directory'> => {
  if (pin.kind !== 'tool') return {};
  const said = overridesFor(pin, overrides);
  const roles: Record<string, ArgumentRole> = Object.assign(
    {},
    before?.roles,
    ...said.map((override) => override.roles ?? {}),
  );
  const directory =
    said.findLast((override) => override.directory !== undefined)?.directory ?? before?.directory;
  return {
    ...(Object.keys(roles).length === 0 ? {} : { roles }),
    ...(directory === undefined ? {} : { directory }),
  };
};

const entriesOf = (
  kind: PinnedKind,
  server: LockInput,
  before: LockedServer | undefined,
  maker: LockAuthor,
): Readonly<Record<string, LockedEntry>> => {
  const ofKind = [...server.pins.values()]
    .filter((pin) => pin.kind === kind && pin.name !== INSTRUCTIONS_PIN)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return Object.fromEntries(
    ofKind.map((pin) => {
      const known = before === undefined ? undefined : findLockedEntry(before, kind, pin.name);
      // what was decided about another definition says nothing about this one
      const same = known?.definition === pin.digest ? known : undefined;
      const told = { ...claimsOf(pin), ...adviceOf(pin, server, same) };
      const said = classificationOf(pin, server, same, maker);
      return [
        pin.name,
        {
          definition: pin.digest,
          ...told,
          ...said,
          ...evidenceOf(said.classification, told),
          ...(same?.observed === undefined ? {} : { observed: same.observed }),
          ...placesOf(pin, server.overrides, same),
        },
      ];
    }),
  );
};

const identitiesOf = (
  { identities }: LockInput,
  before: LockedServer | undefined,
): Pick<LockedServer, 'identities'> => {
  const said = identities ?? before?.identities;
  return said === undefined ? {} : { identities: said };
};

/** What was decided about another command or url under the same alias says nothing about this one. */
const previousServer = ({ server, identity }: LockInput, before: Lock | null): LockedServer | undefined => {
  const known = findLockedServer(before, server);
  return known?.identity === identity ? known : undefined;
};

/**
 * What is pinned and reviewed now. What people decided in `before` stays for definitions that are still the same, behind
 * the same command or url.
 */
export const makeLock = (servers: readonly LockInput[], before: Lock | null, maker: LockAuthor): Lock => ({
  version: 1,
  servers: Object.fromEntries(
    servers
      .toSorted((a, b) => (a.server < b.server ? -1 : 1))
      .map((each) => {
        const known = previousServer(each, before);
        return [
          each.server,
          {
            identity: each.identity,
            ...identitiesOf(each, known),
            tools: entriesOf('tool', each, known, maker),
            prompts: entriesOf('prompt', each, known, maker),
            templates: entriesOf('template', each, known, maker),
          },
        ];
      }),
  ),
});
