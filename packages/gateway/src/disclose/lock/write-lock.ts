import type { Override, Review, Role } from '@callgate/core';
import { HINT_NAMES, describeTool, disclose, globMatches } from '@callgate/core';
import { stringify } from 'yaml';
import type { PinnedServer } from '../pin-file.ts';
import type { Pin, PinnedKind } from '../pins.ts';
import type { Classification, Lock, LockedEntry, LockedServer } from './lock.ts';
import { lockedEntry, lockedServer } from './lock.ts';

/** What a lock is made of. */
export interface ToLock extends PinnedServer {
  readonly reviews: readonly Review[];
  readonly overrides: readonly { readonly tools: string; readonly override: Override }[];
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

const classificationOf = (
  { digest }: Pin,
  reviews: readonly Review[],
  before: LockedEntry | undefined,
): Pick<LockedEntry, 'classification'> => {
  const review = reviews.findLast(({ definition }) => definition === digest);
  const classification =
    (review === undefined ? undefined : asClassification(review)) ?? before?.classification;
  return classification === undefined ? {} : { classification };
};

const placesOf = (
  { kind, name, digest }: Pin,
  overrides: ToLock['overrides'],
  before: LockedEntry | undefined,
): Pick<LockedEntry, 'roles' | 'directory'> => {
  if (kind !== 'tool') return {};
  const said = overrides.flatMap(({ tools, override }) =>
    globMatches(tools, name) &&
    override.when === undefined &&
    (override.definition === undefined || override.definition === digest)
      ? [override]
      : [],
  );
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
  { pins, reviews, overrides }: ToLock,
  before: LockedServer | undefined,
): Readonly<Record<string, LockedEntry>> => {
  const ofKind = [...pins.values()]
    .filter((pin) => pin.kind === kind)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return Object.fromEntries(
    ofKind.map((pin) => {
      const known = before === undefined ? undefined : lockedEntry(before, kind, pin.name);
      // what was decided about another definition says nothing about this one
      const same = known?.definition === pin.digest ? known : undefined;
      return [
        pin.name,
        {
          definition: pin.digest,
          ...claimsOf(pin),
          ...classificationOf(pin, reviews, same),
          ...placesOf(pin, overrides, same),
        },
      ];
    }),
  );
};

/** What is pinned and reviewed now. What people decided in `before` stays for definitions that are still the same. */
export const makeLock = (servers: readonly ToLock[], before: Lock | null = null): Lock => ({
  version: 1,
  servers: Object.fromEntries(
    servers
      .toSorted((a, b) => (a.server < b.server ? -1 : 1))
      .map((each) => {
        const known = lockedServer(before, each.server);
        return [
          each.server,
          {
            identity: each.identity,
            tools: entriesOf('tool', each, known),
            prompts: entriesOf('prompt', each, known),
            templates: entriesOf('template', each, known),
          },
        ];
      }),
  ),
});

const HEADER = `# What the servers of this project showed when somebody looked, and what was decided about it.
# A tool that is not as it stands here is set apart. What is decided here counts on a machine
# once its operator accepted this very file.
`;

export const writeLock = (lock: Lock): string => {
  const servers = Object.entries(lock.servers).map(([name, { identity, tools, prompts, templates }]) => {
    const some = Object.entries({ tools, prompts, templates }).filter(
      ([, all]) => Object.keys(all).length > 0,
    );
    return [name, { identity, ...Object.fromEntries(some) }] as const;
  });
  const content = { version: lock.version, servers: Object.fromEntries(servers) };
  return `${HEADER}${stringify(content, { version: '1.2', lineWidth: 0, aliasDuplicateObjects: false })}`;
};
