import { HINT_NAMES, describeTool } from '@callgate/core';
import { globMatches } from '@callgate/core/decide';
import type { Override, Review } from '@callgate/core/disclose';
import { disclose } from '@callgate/core/disclose';
import type { Role } from '@callgate/core/vocabulary';
import type { PinnedServer } from '../pin-file.ts';
import type { Pin, PinnedKind } from '../pins.ts';
import { INSTRUCTIONS } from '../pins.ts';
import { lockedEntry, lockedServer } from './lock.ts';
import type { Classification, Lock, LockAdvice, LockedEntry, LockedServer } from './read-lock.ts';

export interface ToLock extends PinnedServer {
  readonly reviews: readonly Review[];
  readonly overrides: readonly { readonly tools: string; readonly override: Override }[];
  readonly identities?: readonly string[];
  /** What a reviewer of this tool is told first. */
  advise?(tool: string): LockAdvice;
}

/** Whoever makes the lock: what the configuration says of tools is their word from then on. */
export interface LockMaker {
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

const asClassification = ({ set, by, at, reason }: Review): Classification | undefined =>
  by === undefined || at === undefined || reason === undefined ? undefined : { set, by, at, why: reason };

/** What the configuration says of a tool whatever its arguments. */
const saidOf = ({ name, digest }: Pin, overrides: ToLock['overrides']): readonly Override[] =>
  overrides.flatMap(({ tools, override }) =>
    globMatches(tools, name) &&
    override.when === undefined &&
    (override.definition === undefined || override.definition === digest)
      ? [override]
      : [],
  );

/** Only what comes with a reason. What was decided before is kept with its name and time where nothing is new. */
const decided = (
  said: readonly Override[],
  known: Classification | undefined,
  maker: LockMaker,
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
  { reviews, overrides }: ToLock,
  before: LockedEntry | undefined,
  maker: LockMaker,
): Pick<LockedEntry, 'classification'> => {
  if (pin.kind !== 'tool') return {};
  const made = reviews.flatMap((review) =>
    review.definition === pin.digest ? (asClassification(review) ?? []) : [],
  );
  const known = [before?.classification ?? [], made]
    .flat()
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .at(-1);
  const classification = decided(saidOf(pin, overrides), known, maker);
  return classification === undefined ? {} : { classification };
};

const againstSuggestion = (
  answer: string,
  suggestion: NonNullable<LockedEntry['suggestions']>[string],
): string =>
  suggestion.value === answer
    ? `as suggested (${suggestion.confidence})`
    : `against the suggestion (${suggestion.value}, ${suggestion.confidence})`;

const has = <V>(all: Readonly<Record<string, V>> | undefined, key: string): V | undefined =>
  all !== undefined && Object.hasOwn(all, key) ? all[key] : undefined;

const evidenceOf = (
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

/** What was told when somebody first looked stays: it is what they decided on, and another version tells otherwise. */
const adviceOf = (
  { kind, name }: Pin,
  { advise }: Pick<ToLock, 'advise'>,
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
  overrides: ToLock['overrides'],
  before: LockedEntry | undefined,
): Pick<LockedEntry, 'roles' | 'directory'> => {
  if (pin.kind !== 'tool') return {};
  const said = saidOf(pin, overrides);
  const roles: Record<string, Role> = Object.assign(
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
  server: ToLock,
  before: LockedServer | undefined,
  maker: LockMaker,
): Readonly<Record<string, LockedEntry>> => {
  const ofKind = [...server.pins.values()]
    .filter((pin) => pin.kind === kind && pin.name !== INSTRUCTIONS)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return Object.fromEntries(
    ofKind.map((pin) => {
      const known = before === undefined ? undefined : lockedEntry(before, kind, pin.name);
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
          ...placesOf(pin, server.overrides, same),
        },
      ];
    }),
  );
};

const identitiesOf = (
  { identities }: ToLock,
  before: LockedServer | undefined,
): Pick<LockedServer, 'identities'> => {
  const said = identities ?? before?.identities;
  return said === undefined ? {} : { identities: said };
};

/** What was decided about another command or url under the same alias says nothing about this one. */
const knownOf = ({ server, identity }: ToLock, before: Lock | null): LockedServer | undefined => {
  const known = lockedServer(before, server);
  return known?.identity === identity ? known : undefined;
};

/**
 * What is pinned and reviewed now. What people decided in `before` stays for definitions that are still the same, behind
 * the same command or url.
 */
export const makeLock = (servers: readonly ToLock[], before: Lock | null, maker: LockMaker): Lock => ({
  version: 1,
  servers: Object.fromEntries(
    servers
      .toSorted((a, b) => (a.server < b.server ? -1 : 1))
      .map((each) => {
        const known = knownOf(each, before);
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
