import { missingText } from '@callgate/messages/approval';
import type { Principal } from '@callgate/core';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import type { Vote } from '../record/vote.ts';
import type { People, Person } from './people.ts';
import { SINGLE_USER } from './people.ts';
import type { Quorum, QuorumInput } from './quorum.ts';
import { judgeQuorum } from './quorum.ts';

const person = (subject: string, more: Partial<Person> = {}): Person => ({
  subject,
  groups: [],
  active: true,
  ...more,
});

const yes = (subject: string, more: Partial<Vote> = {}): Vote => ({
  call: 'c1',
  subject,
  verdict: 'approve',
  via: 'console',
  at: 1,
  opened: true,
  reason: null,
  ...more,
});

const no = (subject: string): Vote => yes(subject, { verdict: 'refuse' });

const team = (...all: Person[]): People => ({ all, selfApproval: false });

const ROBOT: Principal = { ...LOCAL_PRINCIPAL, subject: 'robot', kind: 'service' };

type JudgedQuorum = Omit<Quorum, 'missing'> & { readonly missing: readonly string[] };

const judge = (question: Partial<QuorumInput>): JudgedQuorum => {
  const { missing, ...quorum } = judgeQuorum({
    demands: [],
    terms: 'plain',
    votes: [],
    people: team(person('ann'), person('bea'), person('cem')),
    requester: ROBOT,
    ...question,
  });
  return { ...quorum, missing: missing.map((each) => missingText([each])) };
};

describe('whose word counts', () => {
  it('is one person’s where no rule demands more', () => {
    expect(judge({})).toEqual({ state: 'pending', missing: ['Needs 1 more approval'], counted: [] });
    expect(judge({ votes: [yes('bea')] })).toEqual({ state: 'approved', missing: [], counted: ['bea'] });
  });

  it('is nobody’s who is not listed, a service account among them', () => {
    expect(judge({ votes: [yes('robot'), yes('stranger')] }).state).toBe('pending');
  });

  it('is not that of a disabled account, also if it voted before', () => {
    const people = team(person('ann', { active: false }), person('bea'));
    expect(judge({ people, votes: [yes('ann')] }).state).toBe('pending');
    expect(judge({ people, votes: [no('ann'), yes('bea')] }).state).toBe('approved');
  });

  it('is not the requester’s, nor that of whom the requester acts for, under any name', () => {
    const people = team(person('ann', { aliases: ['ann-admin'] }), person('ann-admin'), person('bea'));
    for (const requester of [
      { ...ROBOT, subject: 'ann' },
      { ...ROBOT, subject: 'ann-admin' },
      { ...ROBOT, delegation: ['job', 'ann'] },
    ]) {
      expect(judge({ people, requester, votes: [yes('ann'), yes('ann-admin')] }).state).toBe('pending');
      expect(judge({ people, requester, votes: [yes('bea')] }).state).toBe('approved');
    }
  });

  it('is the requester’s own in the embedded single-user mode', () => {
    const question = { people: SINGLE_USER, requester: LOCAL_PRINCIPAL };
    expect(judge({ ...question, votes: [yes('local')] }).state).toBe('approved');
    expect(judge({ ...question, people: { ...SINGLE_USER, selfApproval: false } }).state).toBe('impossible');
  });

  it('is not that of an alias without an account of its own', () => {
    const people = team(person('ann', { aliases: ['ann@home'] }));
    expect(judge({ people, votes: [yes('ann@home')] }).state).toBe('pending');
  });

  it('of an account listed twice is only what both entries give it', () => {
    const people = team(
      person('ann', { groups: ['ops', 'legal'] }),
      person('ann', { groups: ['ops'] }),
      person('bea', { groups: ['legal'] }),
    );
    expect(judge({ people, votes: [yes('ann')], demands: [{ count: 1, group: 'ops' }] }).state).toBe(
      'approved',
    );
    expect(judge({ people, votes: [yes('ann')], demands: [{ count: 1, group: 'legal' }] }).state).toBe(
      'pending',
    );
    const disabled = team(person('ann'), person('ann', { active: false }), person('bea'));
    expect(judge({ people: disabled, votes: [yes('ann')] }).state).toBe('pending');
    const turned = team(...disabled.all.toReversed());
    expect(judge({ people: turned, votes: [yes('ann')] }).state).toBe('pending');
    const thrice = team(
      person('ann', { groups: ['ops'] }),
      person('ann', { groups: ['ops'] }),
      person('ann'),
      person('bea', { groups: ['ops'] }),
    );
    const demands = [{ count: 1, group: 'ops' }];
    expect(judge({ people: thrice, demands, votes: [yes('ann')] }).state).toBe('pending');
    expect(judge({ people: team(...thrice.all.toReversed()), demands, votes: [yes('ann')] }).state).toBe(
      'pending',
    );
  });
});

describe('two accounts', () => {
  it('are one human however often and in whichever direction that is said', () => {
    const people = team(
      person('ann', { aliases: ['a2', 'a2', 'ann'] }),
      person('a2', { aliases: ['ann'] }),
      person('bea', { aliases: ['robot'] }),
    );
    expect(judge({ people, demands: [{ count: 2 }] }).missing).toEqual([
      'Needs 2 approvals, but only 1 person may approve',
    ]);
  });
});

describe('how many', () => {
  it('are human beings, not accounts', () => {
    const people = team(
      person('ann', { aliases: ['a2'] }),
      person('a2', { aliases: ['a3'] }),
      person('a3'),
      person('bea'),
    );
    const demands = [{ count: 2 }];
    expect(judge({ people, demands, votes: [yes('ann'), yes('a3')] })).toEqual({
      state: 'pending',
      missing: ['Needs 1 more approval'],
      counted: ['a3'],
    });
    expect(judge({ people, demands, votes: [yes('ann'), yes('a3'), yes('bea')] }).state).toBe('approved');
  });

  it('must agree in each group; one person of both counts for both', () => {
    const people = team(
      person('ann', { groups: ['ops', 'legal'] }),
      person('bea', { groups: ['legal'] }),
      person('cem'),
    );
    const demands = [
      { count: 1, group: 'ops' },
      { count: 1, group: 'legal' },
    ];
    expect(judge({ people, demands, votes: [yes('ann')] }).state).toBe('approved');
    expect(judge({ people, demands, votes: [yes('bea'), yes('cem')] }).missing).toEqual([
      'Needs 1 more approval from `ops`',
    ]);
    expect(judge({ people, demands: [...demands, { count: 2 }], votes: [yes('ann')] }).missing).toEqual([
      'Needs 1 more approval',
    ]);
  });

  it('depends on the account a person votes with: another account of theirs is not of the group', () => {
    const people = team(person('ann', { aliases: ['ann-admin'] }), person('ann-admin', { groups: ['ops'] }));
    const demands = [{ count: 1, group: 'ops' }];
    expect(judge({ people, demands, votes: [yes('ann')] }).state).toBe('pending');
    expect(judge({ people, demands, votes: [yes('ann'), yes('ann-admin')] }).state).toBe('approved');
  });

  it.each([0, -1, Number.NaN, 1.5, Infinity, 2 ** 53])('cannot be %s', (count) => {
    const votes = ['ann', 'bea', 'cem'].map((subject) => yes(subject));
    expect(judge({ demands: [{ count }], votes })).toEqual({
      state: 'impossible',
      missing: ['A rule demands an impossible number or group of approvers'],
      counted: [],
    });
    expect(judge({ demands: [{ count: 1 }, { count }], votes }).state).toBe('impossible');
  });

  it('cannot be more than there are, nor of a group that is gone or has no name', () => {
    const votes = ['ann', 'bea', 'cem'].map((subject) => yes(subject));
    expect(judge({ demands: [{ count: 4 }], votes }).missing).toEqual([
      'Needs 4 approvals, but only 3 people may approve',
    ]);
    expect(judge({ demands: [{ count: 1, group: 'gone' }], votes }).state).toBe('impossible');
    expect(judge({ demands: [{ count: 1, group: '' }], votes }).state).toBe('impossible');
    expect(judge({ demands: [{ count: 1, group: null as never }], votes }).state).toBe('impossible');
    const nameless = team(person('ann', { groups: [''] }));
    expect(judge({ people: nameless, demands: [{ count: 1, group: '' }], votes }).state).toBe('impossible');
    expect(judge({ people: team() }).missing).toEqual(['Nobody may approve this call']);
  });
});

describe('a refusal', () => {
  it('of one eligible person ends it, whatever the others say', () => {
    expect(judge({ votes: [yes('ann'), yes('bea'), no('cem')] })).toEqual({
      state: 'refused',
      missing: [],
      counted: [],
    });
  });

  it('of anybody else does not', () => {
    expect(judge({ votes: [no('robot'), no('stranger'), yes('ann')] }).state).toBe('approved');
  });
});

describe('strong terms', () => {
  it('need a second person where there is one', () => {
    expect(judge({ terms: 'strong', votes: [yes('ann')] }).missing).toEqual(['Needs 1 more approval']);
    expect(judge({ terms: 'strong', votes: [] }).missing).toEqual(['Needs 2 more approvals']);
    expect(judge({ terms: 'strong', votes: [yes('ann'), yes('bea')] }).state).toBe('approved');
    expect(judge({ terms: 'strong', people: team(person('ann')), votes: [yes('ann')] }).state).toBe(
      'approved',
    );
  });

  it('need everybody who counts to have opened the whole arguments', () => {
    const votes = [yes('ann'), yes('bea', { opened: false })];
    expect(judge({ terms: 'strong', votes })).toMatchObject({ state: 'pending', counted: ['ann'] });
    expect(judge({ demands: [{ count: 2 }], votes }).state).toBe('approved');
  });
});

describe('the agent’s own connection', () => {
  const elicited = (subject: string): Vote => yes(subject, { via: 'elicitation' });

  it('brings at most one person’s word', () => {
    const demands = [{ count: 2 }];
    expect(judge({ demands, votes: [elicited('ann'), elicited('bea')] })).toEqual({
      state: 'pending',
      missing: ['Needs 1 more approval'],
      counted: ['ann'],
    });
    expect(judge({ demands, votes: [elicited('bea'), elicited('ann')] }).counted).toEqual(['ann']);
    expect(judge({ demands, votes: [elicited('ann'), yes('bea')] }).state).toBe('approved');
  });

  it.each(['ann', 'bea'])('brings that of whoever is needed most, here %s', (needed) => {
    const people = team(
      ...['ann', 'bea'].map((subject) => person(subject, { groups: subject === needed ? ['ops'] : [] })),
    );
    const question = { people, demands: [{ count: 1, group: 'ops' }] };
    for (const votes of [
      ['ann', 'bea'],
      ['bea', 'ann'],
    ])
      expect(judge({ ...question, votes: votes.map(elicited) })).toMatchObject({
        state: 'approved',
        counted: [needed],
      });
  });
});

describe('the agent’s own connection where the call is severe', () => {
  const elicited = yes('ann', { via: 'elicitation' });

  it.each([
    ['on strong terms', { terms: 'strong' }],
    ['where the call is severe', { isSevere: true }],
  ] as const)('brings no approval %s, and a person elsewhere does', (_, more) => {
    const people = team(person('ann'));
    expect(judge({ people, votes: [elicited], ...more })).toMatchObject({ state: 'pending', counted: [] });
    expect(judge({ people, votes: [yes('ann')], ...more }).state).toBe('approved');
    expect(judge({ people, votes: [elicited] }).state).toBe('approved');
  });

  it('still brings a no', () => {
    const denial = { ...elicited, verdict: 'refuse' } as const;
    expect(judge({ votes: [denial], isSevere: true }).state).toBe('refused');
  });
});

it('shows what is odd in the name of a group', () => {
  const people = team(person('ann', { groups: ['\u202eops'] }));
  expect(judge({ people, demands: [{ count: 1, group: '\u202eops' }] }).missing).toEqual([
    'Needs 1 more approval from `⟦U+202E⟧ops`',
  ]);
});
