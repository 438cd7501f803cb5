import type { Principal } from '@callgate/core';
import type { People, Person } from './people.ts';

/** One human being: all accounts that are the same, however many subjects and aliases tie them together. */
export interface Human {
  readonly accounts: readonly Person[];
}

/** An account whose word counts, and whose it is. */
export interface Voter {
  readonly account: Person;
  readonly human: Human;
}

/** Everybody who may be asked about one call, by the subject of the account that votes. */
export interface Electorate {
  /** Only accounts whose word counts: listed, active, and not the requester's own. */
  readonly byAccount: ReadonlyMap<string, Voter>;
  readonly humans: readonly Human[];
}

/** Names that are the same human have the same root. */
class AccountGroups {
  readonly #parent = new Map<string, string>();

  rootOf(name: string): string {
    let root = name;
    for (let next = this.#parent.get(root); next !== undefined; next = this.#parent.get(root)) root = next;
    if (root !== name) this.#parent.set(name, root);
    return root;
  }

  join(a: string, b: string): void {
    const [from, to] = [this.rootOf(a), this.rootOf(b)];
    if (from !== to) this.#parent.set(from, to);
  }
}

/** A subject that is listed twice has only what every entry gives it. */
const asOneAccount = (entries: readonly [Person, ...Person[]]): Person => {
  const [first, ...others] = entries;
  return others.length === 0
    ? first
    : {
        subject: first.subject,
        active: entries.every(({ active }) => active === true),
        groups: first.groups.filter((group) => others.every(({ groups }) => groups.includes(group))),
      };
};

const accountsOf = (people: People): readonly Person[] => {
  const entries = new Map<string, [Person, ...Person[]]>();
  for (const person of people.all) {
    const known = entries.get(person.subject);
    if (known === undefined) entries.set(person.subject, [person]);
    else known.push(person);
  }
  return [...entries.values()].map(asOneAccount);
};

/** Who may decide about a call of this requester, as things are now. */
export const findElectorate = (people: People, requester: Principal): Electorate => {
  const same = new AccountGroups();
  for (const { subject, aliases } of people.all) for (const alias of aliases ?? []) same.join(subject, alias);
  const excluded = new Set<string>(
    people.selfApproval === true
      ? []
      : [requester.subject, ...requester.delegation].map((name) => same.rootOf(name)),
  );
  const humans = new Map<string, { readonly accounts: Person[] }>();
  const byAccount = new Map<string, Voter>();
  for (const account of accountsOf(people)) {
    const root = same.rootOf(account.subject);
    if (account.active !== true || excluded.has(root)) continue;
    const human = humans.get(root) ?? { accounts: [] };
    human.accounts.push(account);
    humans.set(root, human);
    byAccount.set(account.subject, { account, human });
  }
  return { byAccount, humans: [...humans.values()] };
};

/** Whether this account's vote on a call of this requester would count. */
export const canVote = (people: People, requester: Principal, subject: string): boolean =>
  findElectorate(people, requester).byAccount.has(subject);
