import { missingText } from '@callgate/messages/approval';
import type { Principal } from '@callgate/core';
import type { ApproverRequirement } from '@callgate/core/decide';
import { describe, expect, it } from 'vitest';
import { Random } from '../../core/test/specification/random.ts';
import type { People, Person } from '../src/confirm/people.ts';
import type { Quorum, QuorumInput } from '../src/confirm/quorum.ts';
import { judgeQuorum } from '../src/confirm/quorum.ts';
import type { Vote, VoteVia } from '../src/record/vote.ts';

// ── random organisations ────────────────────────────────────────────────────────────────────────

const NAMES = ['ann', 'bea', 'cem', 'dov', 'eva', 'fay', 'gil', 'hal'];
const GROUPS = ['ops', 'legal'];
const VIAS: readonly VoteVia[] = ['callback', 'terminal', 'console', 'elicitation', 'command-line'];

const personOf = (random: Random): Person => ({
  subject: random.pick(NAMES),
  groups: random.some(GROUPS, 0.5),
  active: random.chance(0.9),
  ...(random.chance(0.15) ? { aliases: random.list(1, 2, () => random.pick([...NAMES, 'ann-2'])) } : {}),
});

const demandOf = (random: Random): ApproverRequirement => {
  const count = random.chance(0.03)
    ? random.pick([0, -1, Number.NaN, 1.5, Infinity, 2 ** 53])
    : random.pick([1, 1, 1, 2, 3]);
  const group = random.oneOf<string | undefined>(
    [10, () => undefined],
    [10, () => random.pick(GROUPS)],
    [0.5, () => 'gone'],
    [0.3, () => ''],
  );
  return group === undefined ? { count } : { count, group };
};

const voteOf = (random: Random, subject: string): Vote => ({
  call: 'c1',
  subject,
  verdict: random.chance(0.92) ? 'approve' : 'refuse',
  via: random.pick(VIAS),
  at: 1,
  opened: random.chance(0.8),
  reason: null,
});

const questionOf = (random: Random): QuorumInput => {
  const people: People = { all: random.list(1, 8, () => personOf(random)), selfApproval: random.chance(0.2) };
  const requester: Principal = {
    subject: random.chance(0.6) ? random.pick(NAMES) : 'robot',
    kind: random.chance(0.5) ? 'human' : 'service',
    groups: [],
    roles: [],
    delegation: random.list(0, 1, () => random.pick([...NAMES, 'ann-2'])),
  };
  return {
    demands: random.list(0, 2, () => demandOf(random)),
    terms: random.chance(0.7) ? 'plain' : 'strong',
    votes: random.list(0, 6, () => voteOf(random, random.pick(NAMES))),
    people,
    requester,
    isSevere: random.chance(0.2),
  };
};

// ── the checker: written from the rules alone, by trying every set of votes ─────────────────────

/** Everybody who is the same human as one of these. */
const sameAs = (names: readonly string[], people: People): ReadonlySet<string> => {
  const all = new Set(names);
  for (let before = -1; before !== all.size;) {
    before = all.size;
    for (const { subject, aliases = [] } of people.all) {
      const ties = [subject, ...aliases];
      // an alias ties its bearer to the alias, and so does every other entry that mentions it
      if (ties.some((name) => all.has(name))) for (const name of ties) all.add(name);
    }
  }
  return all;
};

class QuorumChecker {
  readonly #question: QuorumInput;
  readonly #human = new Map<string, string>();
  readonly #outside: ReadonlySet<string>;

  constructor(question: QuorumInput) {
    this.#question = question;
    const { people, requester } = question;
    this.#outside = people.selfApproval
      ? new Set()
      : sameAs([requester.subject, ...requester.delegation], people);
  }

  isEligible(subject: string): boolean {
    const entries = this.#question.people.all.filter((person) => person.subject === subject);
    return entries.length > 0 && entries.every(({ active }) => active) && !this.#outside.has(subject);
  }

  isIn(subject: string, group: string): boolean {
    return this.#question.people.all
      .filter((person) => person.subject === subject)
      .every(({ groups }) => groups.includes(group));
  }

  human(subject: string): string {
    const known = this.#human.get(subject);
    if (known !== undefined) return known;
    const found = [...sameAs([subject], this.#question.people)].toSorted().join(' ');
    this.#human.set(subject, found);
    return found;
  }

  humans(subjects: readonly string[]): number {
    return new Set(subjects.map((subject) => this.human(subject))).size;
  }

  everybody(): readonly string[] {
    return [...new Set(this.#question.people.all.map(({ subject }) => subject))].filter((subject) =>
      this.isEligible(subject),
    );
  }

  /** Whether the yes of exactly these accounts is enough. */
  suffices(subjects: readonly string[]): boolean {
    const { demands, terms } = this.#question;
    const secondNeeded = terms === 'strong' && this.humans(this.everybody()) >= 2;
    return (
      this.humans(subjects) >= (secondNeeded ? 2 : 1) &&
      demands.every(
        ({ count, group }) =>
          this.humans(
            group === undefined ? subjects : subjects.filter((subject) => this.isIn(subject, group)),
          ) >= count,
      )
    );
  }

  approvedBySome(): boolean {
    const { votes, terms } = this.#question;
    for (let chosen = 1; chosen < 2 ** votes.length; chosen += 1) {
      const set = votes.filter((_, index) => (chosen & (1 << index)) !== 0);
      const valid =
        set.every(
          ({ subject, verdict, opened, via }) =>
            verdict === 'approve' &&
            this.isEligible(subject) &&
            (terms === 'plain' || (opened && via !== 'elicitation')) &&
            !(this.#question.isSevere === true && via === 'elicitation'),
        ) && this.humans(set.filter(({ via }) => via === 'elicitation').map(({ subject }) => subject)) <= 1;
      if (valid && this.suffices(set.map(({ subject }) => subject))) return true;
    }
    return false;
  }

  state(): Quorum['state'] {
    const { demands, votes } = this.#question;
    if (votes.some(({ subject, verdict }) => verdict === 'refuse' && this.isEligible(subject)))
      return 'refused';
    const sane = demands.every(
      ({ count, group }) => count >= 1 && count < 2 ** 53 && count % 1 === 0 && group !== '',
    );
    if (!sane || !this.suffices(this.everybody())) return 'impossible';
    return this.approvedBySome() ? 'approved' : 'pending';
  }

  /** What is wrong with an answer, or null. */
  problemWith({ state, counted, missing }: Quorum): string | null {
    const expected = this.state();
    if (state !== expected) return `${state} where it is ${expected}`;
    if (this.humans(counted) !== counted.length) return 'somebody counts twice';
    if (!counted.every((subject) => this.isEligible(subject))) return 'somebody counts who may not decide';
    const yes = new Set(
      this.#question.votes.filter(({ verdict }) => verdict === 'approve').map(({ subject }) => subject),
    );
    if (!counted.every((subject) => yes.has(subject))) return 'somebody counts who did not agree';
    if ((state === 'pending' || state === 'impossible') !== missing.length > 0)
      return 'what is missing is not said';
    return null;
  }
}

type QuorumJudge = (question: QuorumInput) => Quorum;

const problemOf = (judge: QuorumJudge, question: QuorumInput): string | null => {
  const problem = new QuorumChecker(question).problemWith(judge(question));
  return problem === null ? null : `${problem}: ${JSON.stringify(question)}`;
};

const DEEP = process.env['CALLGATE_DEEP'] === '1';
const CASES = DEEP ? 1_000_000 : 100_000;

describe('a quorum', () => {
  it(`is what an independent checker says in ${CASES} random organisations`, () => {
    const random = new Random(4);
    const states: Record<Quorum['state'], number> = { approved: 0, pending: 0, refused: 0, impossible: 0 };
    for (let at = 0; at < CASES; at += 1) {
      const question = questionOf(random);
      const problem = problemOf(judgeQuorum, question);
      if (problem !== null) expect.fail(problem);
      states[judgeQuorum(question).state] += 1;
    }
    for (const [state, count] of Object.entries(states)) expect(count, state).toBeGreaterThan(CASES / 20);
  });

  it('does not depend on the order of the votes, the demands or the people', () => {
    const random = new Random(5);
    for (let at = 0; at < CASES / 10; at += 1) {
      const question = questionOf(random);
      const { state, counted, missing } = judgeQuorum(question);
      const other = judgeQuorum({
        ...question,
        demands: random.shuffled(question.demands),
        votes: random.shuffled(question.votes),
        people: { ...question.people, all: random.shuffled(question.people.all) },
      });
      expect({ ...other, missing: missingText(other.missing).split('; ').toSorted() }).toEqual({
        state,
        counted,
        missing: missingText(missing).split('; ').toSorted(),
      });
    }
  });

  it('never comes about by taking votes away or adding demands', () => {
    const random = new Random(6);
    let approved = 0;
    for (let at = 0; at < CASES / 10; at += 1) {
      const question = questionOf(random);
      if (judgeQuorum(question).state === 'approved') {
        approved += 1;
        continue;
      }
      const refused = question.votes.some(({ verdict }) => verdict === 'refuse');
      const fewer = refused ? question : { ...question, votes: question.votes.slice(1) };
      expect(judgeQuorum(fewer).state).not.toBe('approved');
      // a demand for one person is what no demand means, so it adds nothing that could be missing
      const more = { ...question, demands: [...question.demands, demandOf(random)] };
      expect(judgeQuorum(more).state).not.toBe('approved');
    }
    expect(approved).toBeGreaterThan(0);
  });
});

describe('the checker', () => {
  const withPeople = (question: QuorumInput, change: (person: Person) => Person): QuorumInput => ({
    ...question,
    people: { ...question.people, all: question.people.all.map(change) },
  });
  const withVotes = (question: QuorumInput, change: (vote: Vote) => Vote): QuorumInput => ({
    ...question,
    votes: question.votes.map(change),
  });
  const BROKEN: readonly (readonly [string, QuorumJudge])[] = [
    [
      'takes two accounts of one human for two',
      (question) => judgeQuorum(withPeople(question, ({ aliases: _, ...person }) => person)),
    ],
    [
      'lets requesters approve their own calls',
      (question) => judgeQuorum({ ...question, people: { ...question.people, selfApproval: true } }),
    ],
    [
      'forgets whom the requester acts for',
      (question) => judgeQuorum({ ...question, requester: { ...question.requester, delegation: [] } }),
    ],
    [
      'counts disabled accounts',
      (question) => judgeQuorum(withPeople(question, (person) => ({ ...person, active: true }))),
    ],
    [
      'counts people who opened nothing',
      (question) => judgeQuorum(withVotes(question, (vote) => ({ ...vote, opened: true }))),
    ],
    [
      'believes the agent’s own connection for everybody',
      (question) => judgeQuorum(withVotes(question, (vote) => ({ ...vote, via: 'console' }))),
    ],
    [
      'passes over a refusal',
      (question) =>
        judgeQuorum({ ...question, votes: question.votes.filter(({ verdict }) => verdict === 'approve') }),
    ],
    ['takes strong terms for plain ones', (question) => judgeQuorum({ ...question, terms: 'plain' })],
    [
      'reads a demand for nobody as no demand',
      (question) => judgeQuorum({ ...question, demands: question.demands.filter(({ count }) => count > 0) }),
    ],
    [
      'drops demands on a group',
      (question) => judgeQuorum({ ...question, demands: question.demands.map(({ count }) => ({ count })) }),
    ],
    [
      'is content with one person too few',
      (question) =>
        judgeQuorum({
          ...question,
          demands: question.demands.map((demand) => ({
            ...demand,
            count: demand.count > 1 ? demand.count - 1 : demand.count,
          })),
        }),
    ],
    [
      'approves what nobody can',
      (question) => {
        const quorum = judgeQuorum(question);
        return quorum.state === 'impossible' ? { ...quorum, state: 'approved', missing: [] } : quorum;
      },
    ],
  ];

  it.each(BROKEN)('catches a quorum that %s', (_, broken) => {
    const random = new Random(7);
    const caught = Array.from({ length: 20_000 }, () => questionOf(random)).some(
      (question) => problemOf(broken, question) !== null,
    );
    expect(caught).toBe(true);
  });
});
