import { display } from '@callgate/core';
import { logMessages } from '@callgate/messages/log';
import type { ListedEntry } from './read-lists.ts';

/** What stands between alias and name. No alias has it inside or an underscore at an end, so the first one splits. */
export const SEPARATOR = '__';
const MAX_EXPOSED = 128;

const NAME = /^[A-Za-z0-9_.-]{1,128}$/;

/** The name for agents. Policy never reads it: it knows the alias and the server's own name. */
export const exposedName = (alias: string, name: string, prefixed: boolean): string =>
  prefixed ? `${alias}${SEPARATOR}${name}` : name;

export const exposedProblem = (exposed: string): string | undefined =>
  exposed.length > MAX_EXPOSED ? logMessages.tools.nameTooLong({ most: MAX_EXPOSED }) : undefined;

/** Names that share one of these look alike to people, or are one to programs that ignore case. ASCII of UTS 39. */
export const lookalikeKeys = (name: string): readonly [string, string] => [
  `case ${name.toLowerCase()}`,
  `look ${name.replaceAll(/[I1]/g, 'l').replaceAll('0', 'O').replaceAll('m', 'rn')}`,
];

/** What is taken already, by every look of it. */
export class TakenNames {
  readonly #byLook: Map<string, string> = new Map();

  /** The other name that it would be taken for; otherwise it counts as taken. */
  take(name: string): string | undefined {
    const looks = lookalikeKeys(name);
    for (const look of looks) {
      const other = this.#byLook.get(look);
      if (other !== undefined && other !== name) return other;
    }
    for (const look of looks) this.#byLook.set(look, name);
    return undefined;
  }
}

export interface NamedEntry extends ListedEntry {
  /** Why its name quarantines it, or null. */
  readonly apart: string | null;
}

export interface RefusedName {
  readonly name: string;
  readonly code: string;
  readonly message: string;
}

export interface SortedNames {
  readonly named: readonly NamedEntry[];
  /** What is told; quarantined entries are among them too. */
  readonly told: readonly RefusedName[];
}

/**
 * Which entries of one list can be called by their names. `known` are names from before: they count as earlier than any
 * new one. The later of two that look alike is refused and the earlier quarantined.
 */
export const sortNames = (entries: readonly ListedEntry[], known: (name: string) => boolean): SortedNames => {
  const told: RefusedName[] = [];
  const firsts = new Map<string, ListedEntry>();
  const apart = new Map<string, string>();
  for (const entry of entries) {
    if (!NAME.test(entry.name)) {
      const message = logMessages.tools.notOffered({ reason: logMessages.tools.nameRule });
      told.push({ name: entry.name, code: 'NAME_REFUSED', message });
    } else if (!firsts.has(entry.name)) firsts.set(entry.name, entry);
    else if (!apart.has(entry.name)) {
      apart.set(entry.name, logMessages.quarantine.nameTwice);
      told.push({
        name: entry.name,
        code: 'NAME_DUPLICATE',
        message: logMessages.tools.listedTwiceQuarantined,
      });
    }
  }
  const taken = new TakenNames();
  const refused = new Set<string>();
  const names = [...firsts.keys()];
  for (const name of [...names.filter(known), ...names.filter((each) => !known(each))]) {
    const other = taken.take(name);
    if (other === undefined) continue;
    refused.add(name);
    apart.set(other, logMessages.quarantine.confusable({ name }));
    told.push({
      name,
      code: 'NAME_CONFUSABLE',
      message: logMessages.tools.notOffered({
        reason: logMessages.tools.looksLikeQuarantined({ other: display(other) }),
      }),
    });
  }
  const named = [...firsts.values()]
    .filter((entry) => !refused.has(entry.name))
    .map((entry) => ({ ...entry, apart: apart.get(entry.name) ?? null }));
  return { named, told };
};
