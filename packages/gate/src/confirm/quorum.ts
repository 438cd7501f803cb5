import type { Principal } from '@callgate/core';
import { display } from '@callgate/core';
import type { ApproverRequirement } from '@callgate/core/decide';
import type { MissingApproval } from '@callgate/messages/approval';
import type { Vote } from '../record/vote.ts';
import type { Electorate, Human } from './electorate.ts';
import { findElectorate } from './electorate.ts';
import type { People, Person } from './people.ts';

export interface QuorumInput {
  readonly demands: readonly ApproverRequirement[];
  readonly terms: 'plain' | 'strong';
  readonly votes: readonly Vote[];
  readonly people: People;
  readonly requester: Principal;
  /** Answers over the agent's own connection do not count for it (`severityReason`). On strong terms they never do. */
  readonly isSevere?: boolean;
}

export interface Quorum {
  /** `impossible` blocks: no votes of anybody could make it an approval. */
  readonly state: 'approved' | 'pending' | 'refused' | 'impossible';
  /** What is still missing, or why it cannot be. */
  readonly missing: readonly MissingApproval[];
  /** Subjects of those whose yes counts, one for each human being, in the order of their names. */
  readonly counted: readonly string[];
}

/** A human being's yes, with the accounts it was given from. */
interface HumanApproval {
  readonly human: Human;
  readonly accounts: readonly Person[];
}

interface ApprovalNeed {
  readonly count: number;
  readonly group: string | undefined;
}

const isDemand = ({ count, group }: ApproverRequirement): boolean =>
  Number.isSafeInteger(count) && count > 0 && group !== '' && ['undefined', 'string'].includes(typeof group);

const isOf = (account: Person, group: string | undefined): boolean =>
  group === undefined || account.groups.includes(group);

const eligibleHumans = (humans: readonly Human[], group: string | undefined): number =>
  humans.filter(({ accounts }) => accounts.some((account) => isOf(account, group))).length;

/** Strong terms ask for a second person where there is one. Whatever is not plain is strong. */
const needsOf = ({ demands, terms }: QuorumInput, humans: readonly Human[]): readonly ApprovalNeed[] => {
  const demanded = demands.map(({ count, group }): ApprovalNeed => ({ count, group }));
  const someone: ApprovalNeed = { count: 1, group: undefined };
  const second: ApprovalNeed = { count: 2, group: undefined };
  const needs = [...(demands.length === 0 ? [someone] : []), ...demanded];
  return terms !== 'plain' && humans.length > 1 ? [...needs, second] : needs;
};

const shownGroup = (group: string | undefined): string | undefined =>
  group === undefined ? undefined : display(group);

const problemsOf = (
  demands: readonly ApproverRequirement[],
  needs: readonly ApprovalNeed[],
  all: Electorate,
): MissingApproval[] => {
  if (!demands.every(isDemand)) return [{ code: 'invalidDemand' }];
  if (all.humans.length === 0) return [{ code: 'nobodyLeft' }];
  return needs.flatMap(({ count, group }) => {
    const there = eligibleHumans(all.humans, group);
    return there >= count ? [] : [{ code: 'tooFew', count, group: shownGroup(group), able: there }];
  });
};

/** Each need once. One person counts for all needs: of those without a group the largest holds the others. */
const dropSmallerNeeds = (needs: readonly ApprovalNeed[]): readonly ApprovalNeed[] => {
  const most = Math.max(0, ...needs.filter(({ group }) => group === undefined).map(({ count }) => count));
  const largest = needs.filter(({ group, count }) => group !== undefined || count === most);
  return [...new Map(largest.map((need) => [`${need.count} ${need.group ?? ''}`, need])).values()];
};

const missingFrom = (yeses: readonly HumanApproval[], needs: readonly ApprovalNeed[]): MissingApproval[] =>
  dropSmallerNeeds(needs).flatMap(({ count, group }) => {
    const there = yeses.filter(({ accounts }) => accounts.some((account) => isOf(account, group))).length;
    return there >= count ? [] : [{ code: 'moreNeeded', count: count - there, group: shownGroup(group) }];
  });

const yesesOf = (votes: readonly Vote[], { byAccount }: Electorate): HumanApproval[] => {
  const accounts = new Map<Human, Set<Person>>();
  for (const { subject } of votes) {
    const voter = byAccount.get(subject);
    if (voter === undefined) continue;
    accounts.set(voter.human, (accounts.get(voter.human) ?? new Set<Person>()).add(voter.account));
  }
  return [...accounts].map(([human, used]) => ({ human, accounts: [...used] }));
};

/** What comes over the agent's own connection is at most one person's word: every way to choose whose. */
const choices = (votes: readonly Vote[], all: Electorate): readonly (readonly HumanApproval[])[] => {
  const direct = votes.filter(({ via }) => via !== 'elicitation');
  const elicited = votes.filter(({ via }) => via === 'elicitation');
  const whose = yesesOf(elicited, all).map(({ human }) => human);
  if (whose.length === 0) return [yesesOf(direct, all)];
  return whose.map((human) =>
    yesesOf(
      [...direct, ...elicited.filter(({ subject }) => all.byAccount.get(subject)?.human === human)],
      all,
    ),
  );
};

const subjectsOf = (yeses: readonly HumanApproval[]): string[] =>
  yeses.map(({ accounts }) => accounts.map(({ subject }) => subject).toSorted()[0] ?? '').toSorted();

interface QuorumTally {
  readonly counted: readonly string[];
  readonly missing: readonly MissingApproval[];
}

const better = (a: QuorumTally, b: QuorumTally): QuorumTally => {
  if (a.missing.length !== b.missing.length) return a.missing.length < b.missing.length ? a : b;
  return a.counted.join('\n') <= b.counted.join('\n') ? a : b;
};

/**
 * Whether enough people agreed, as people are now. The order of the votes does not matter: a human being counts once
 * for each demand, a demand for a group needs a yes from an account of that group, and one refusal ends it.
 */
export const judgeQuorum = (question: QuorumInput): Quorum => {
  const { demands, terms, votes, people, requester, isSevere = false } = question;
  const all = findElectorate(people, requester);
  const heard = votes.filter(({ subject }) => all.byAccount.has(subject));
  const refused = heard.filter(({ verdict }) => verdict !== 'approve');
  if (refused.length > 0) return { state: 'refused', missing: [], counted: [] };
  const needs = needsOf(question, all.humans);
  const problems = problemsOf(demands, needs, all);
  if (problems.length > 0) return { state: 'impossible', missing: problems, counted: [] };
  const isPlain = terms === 'plain';
  const counting = heard.filter(
    ({ opened, via }) => (isPlain || opened === true) && (via !== 'elicitation' || (isPlain && !isSevere)),
  );
  const { counted, missing } = choices(counting, all)
    .map((yeses): QuorumTally => ({ counted: subjectsOf(yeses), missing: missingFrom(yeses, needs) }))
    .reduce(better);
  return { state: missing.length === 0 ? 'approved' : 'pending', missing, counted };
};
