import type { Decision, JsonObject, TracedTool } from '@callgate/core';
import { LOCAL_PRINCIPAL, decide } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { inputFor, policyOf, rule } from '../../core/test/build.ts';
import { Random } from '../../core/test/specification/random.ts';
import { SENDS, makeTracedTool } from '../../core/test/make-traced-tool.ts';
import type { GrantCoverage, GrantRequest, GrantSituation } from '../src/confirm/grants.ts';
import { checkGrantCoverage, makeGrant } from '../src/confirm/grants.ts';
import type { People } from '../src/confirm/people.ts';
import type { Grant } from '../src/record/grant.ts';

// ── a small world, in which everything comes up ─────────────────────────────────────────────────

const NOW = Date.UTC(2026, 10, 16);

const tool = (name: string, more: JsonObject = {}): TracedTool =>
  makeTracedTool(name, {
    annotations: { ...SENDS, ...more },
    roles: { to: 'destination', cc: 'destination', body: 'payload' },
    properties: {
      to: { type: 'string' },
      cc: { type: 'array', items: { type: 'string' } },
      body: { type: 'string' },
    },
  });

const SEND = tool('send');
const TOOLS: readonly TracedTool[] = [
  SEND,
  SEND,
  SEND,
  tool('send', { idempotentHint: true }),
  tool('post'),
  { ...SEND, tool: { ...SEND.tool, kind: 'prompt' } },
];

interface DecidedCase {
  readonly decision: Decision;
  readonly outcome: 'auto' | 'confirm' | 'block';
  readonly strong: boolean;
  readonly asking: readonly string[];
  readonly people: number;
}

/** As if one policy had said all of it. */
const POLICY = 'sha256:one';

const decided = (
  ids: readonly string[],
  { strong = false, people = 1, then = 'confirm' as DecidedCase['outcome'] } = {},
): DecidedCase => {
  const policy = policyOf([
    ...ids.map((id) => rule({ id, then: 'confirm' })),
    ...(then === 'confirm' ? [] : [rule({ id: 'other', then })]),
    rule({
      id: 'duty',
      obligations: {
        ...(strong ? { terms: 'strong' } : {}),
        ...(people === 1 ? {} : { approvers: [{ count: people }] }),
      },
    }),
  ]);
  const decision = { ...decide(policy, { ...inputFor(policy, {}), tool: SEND.tool }), policy: POLICY };
  return {
    decision,
    outcome: decision.outcome,
    strong,
    asking: ids.length === 0 ? ['(no rule)'] : ids,
    people,
  };
};

const DECISIONS: readonly DecidedCase[] = [
  decided(['a']),
  decided(['a']),
  decided(['b']),
  decided(['a', 'b']),
  decided([]),
  decided(['a'], { people: 2 }),
  decided(['a'], { strong: true }),
  decided(['a'], { then: 'block' }),
  decided([], { then: 'auto' }),
];

const byDecision = new Map(DECISIONS.map((each) => [each.decision, each]));

const peopleOf = (random: Random): People => ({
  selfApproval: random.chance(0.8),
  all: ['local', 'ann', 'bea'].map((subject) => ({ subject, groups: [], active: random.chance(0.9) })),
});

const ARGS: readonly JsonObject[] = [
  { to: 'x', body: 'one' },
  { to: 'x', body: 'two' },
  { to: 'y', body: 'one' },
  { to: 'x', cc: ['y'] },
  { to: 'x', cc: [] },
  { to: '' },
  { body: 'one' },
  { to: ['x'] },
  { to: 7 },
];

const situationOf = (random: Random): GrantSituation => {
  const called = random.pick(TOOLS);
  return {
    principal: { ...LOCAL_PRINCIPAL, subject: random.chance(0.9) ? 'local' : 'ann' },
    session: random.chance(0.8) ? 's1' : 's2',
    call: random.chance(0.8) ? 'c1' : 'c2',
    server: random.chance(0.95) ? 'office' : 'home',
    target: called.tool.name,
    tool: called,
    args: random.pick(ARGS),
    decision: random.pick(DECISIONS).decision,
    areLabelsOwn: random.chance(0.5),
    people: peopleOf(random),
    now: NOW + random.pick([0, 0, 0, 999, 1000, 5000]),
  };
};

const WISHES: readonly GrantRequest['wish'][] = (
  [
    { kind: 'once' },
    { kind: 'session' },
    { kind: 'tool' },
    { kind: 'destination' },
    { kind: 'arguments', constraints: [{ path: ['to'], equals: 'x' }] },
    { kind: 'arguments', constraints: [{ path: ['body'], like: 'o*' }] },
    {
      kind: 'arguments',
      constraints: [
        { path: ['to'], like: '?' },
        { path: ['cc', 0], equals: 'y' },
      ],
    },
    { kind: 'arguments', constraints: [{ path: ['to'], like: 'x*' }] },
  ] as const
).map((wish) => ({ ...wish, uses: 3, endsInMs: 1000 }));

const changed = (random: Random, grant: Grant): Grant => ({
  ...grant,
  policy: random.chance(0.95) ? grant.policy : 'sha256:other',
  usesLeft: random.chance(0.9) ? grant.usesLeft : 0,
  revoked: random.chance(0.9) ? null : { by: 'ann', reason: 'enough', at: NOW },
});

const givenOf = (random: Random): readonly [Grant, GrantSituation] => {
  for (;;) {
    const by = random.pick([['local'], ['ann'], ['local', 'ann'], ['ann', 'bea'], ['bea', 'bea']]);
    const situation = { ...situationOf(random), now: NOW };
    const ownLabelRules = random.pick([[], ['b'], ['b', '(no rule)']]);
    const made = makeGrant({ id: 'g1', wish: random.pick(WISHES), by, ownLabelRules, situation });
    if (made.made) return [changed(random, made.grant), situation];
  }
};

// ── the checker: what a grant covers, said once more for this world ─────────────────────────────

const destinations = ({ to, cc }: JsonObject): readonly unknown[] => [
  ...(to === undefined ? [] : Array.isArray(to) ? to : [to]),
  ...(Array.isArray(cc) ? (cc.length === 0 ? [''] : cc) : []),
];

const inScope = ({ scope }: Grant, { call, session, args }: GrantSituation): boolean => {
  if (scope.kind === 'once') return scope.call === call;
  if (scope.kind === 'session') return scope.session === session;
  if (scope.kind === 'destination') {
    const places = destinations(args);
    return (
      places.length > 0 &&
      places.every((place) => place !== '' && scope.destinations.some((each) => each === place))
    );
  }
  if (scope.kind === 'tool') return true;
  if (scope.kind === 'folder') throw new Error('no tool of this world writes files');
  return scope.constraints.every((constraint) => {
    const [name, index] = constraint.path;
    const outer = args[String(name)];
    const value = index === undefined ? outer : Array.isArray(outer) ? outer[Number(index)] : undefined;
    if ('equals' in constraint) return value === constraint.equals;
    if (typeof value !== 'string') return false;
    if (constraint.like === '?') return value.length === 1;
    return value.startsWith(constraint.like.slice(0, -1));
  });
};

const enough = ({ by }: Grant, { people, principal }: GrantSituation, count: number): boolean => {
  const may = people.all.filter(
    ({ subject, active }) => active && (people.selfApproval || subject !== principal.subject),
  );
  return may.filter(({ subject }) => by.includes(subject)).length >= count;
};

/** A rule that the tool's own labels bring about is answered only while they are the tool's own. */
const isAnswered = ({ rules, ownLabelRules }: Grant, { areLabelsOwn }: GrantSituation, id: string): boolean =>
  rules.includes(id) || (areLabelsOwn === true && ownLabelRules !== undefined && ownLabelRules.includes(id));

const shouldCover = (grant: Grant, situation: GrantSituation): boolean => {
  const known = byDecision.get(situation.decision);
  if (known === undefined) throw new Error('a decision from elsewhere');
  return (
    grant.principal === situation.principal.subject &&
    grant.server === situation.server &&
    grant.target === situation.target &&
    grant.definition === situation.tool.tool.definition &&
    grant.policy === situation.decision.policy &&
    situation.tool.tool.kind === 'tool' &&
    grant.revoked === null &&
    grant.usesLeft > 0 &&
    situation.now < grant.endsAt &&
    known.outcome === 'confirm' &&
    !known.strong &&
    known.asking.every((id) => isAnswered(grant, situation, id)) &&
    inScope(grant, situation) &&
    enough(grant, situation, known.people)
  );
};

type CoverageCheck = (grant: Grant, situation: GrantSituation) => GrantCoverage;

const problemOf = (covers: CoverageCheck, grant: Grant, situation: GrantSituation): string | null => {
  const coverage = covers(grant, situation);
  return coverage.covers === shouldCover(grant, situation)
    ? null
    : `${JSON.stringify(coverage)}: ${JSON.stringify({ grant, ...situation, tool: situation.tool.tool.name })}`;
};

const CASES = process.env['CALLGATE_DEEP'] === '1' ? 1_000_000 : 50_000;

/** Grants with a call that is like the one they were given for but for some things. */
const pairs = function* (random: Random, count: number): Generator<readonly [Grant, GrantSituation]> {
  for (let at = 0; at < count; at += 1) {
    const [grant, given] = givenOf(random);
    const { target, tool: called, ...other } = situationOf(random);
    const fresh = random.some(Object.entries(other), 0.15);
    yield [
      grant,
      { ...given, ...Object.fromEntries(fresh), ...(random.chance(0.2) ? { target, tool: called } : {}) },
    ];
  }
};

describe('a grant', () => {
  it(`covers what an independent checker says, and nothing else, in ${CASES} situations`, () => {
    let covered = 0;
    for (const [grant, situation] of pairs(new Random(11), CASES)) {
      const problem = problemOf(checkGrantCoverage, grant, situation);
      if (problem !== null) expect.fail(problem);
      if (checkGrantCoverage(grant, situation).covers) covered += 1;
    }
    expect(covered).toBeGreaterThan(CASES / 5);
    expect(covered).toBeLessThan((CASES * 4) / 5);
  });

  it('covers nothing any more once one thing that it is bound to differs', () => {
    const random = new Random(12);
    const others: readonly ((grant: Grant) => Grant)[] = [
      (grant) => ({ ...grant, principal: `${grant.principal}.` }),
      (grant) => ({ ...grant, server: `${grant.server}.` }),
      (grant) => ({ ...grant, target: `${grant.target}.` }),
      (grant) => ({ ...grant, definition: `${grant.definition}.` }),
      (grant) => ({ ...grant, rules: grant.rules.map((id) => `${id}.`), ownLabelRules: [] }),
      (grant) => ({ ...grant, scope: { kind: 'folder', folder: '/home/ann' } }),
      (grant) => ({ ...grant, by: grant.by.map((subject) => `${subject}.`) }),
      (grant) => ({ ...grant, usesLeft: 0 }),
      (grant) => ({ ...grant, endsAt: NOW }),
      (grant) => ({ ...grant, revoked: { by: 'ann', reason: '', at: NOW } }),
      (grant) => ({ ...grant, scope: { kind: 'once', call: 'another' } }),
      (grant) => ({ ...grant, scope: { kind: 'session', session: 'another' } }),
      (grant) => ({ ...grant, scope: { kind: 'destination', destinations: ['another'] } }),
      (grant) => ({
        ...grant,
        scope: { kind: 'arguments', constraints: [{ path: ['to'], equals: 'another' }] },
      }),
    ];
    let covered = 0;
    for (const [grant, situation] of pairs(random, CASES / 10)) {
      if (!checkGrantCoverage(grant, situation).covers) continue;
      covered += 1;
      for (const other of others) expect(checkGrantCoverage(other(grant), situation).covers).toBe(false);
    }
    expect(covered).toBeGreaterThan(100);
  });

  it('never covers severity, whatever it was given for', () => {
    const random = new Random(13);
    const severe = DECISIONS.filter(({ strong, outcome }) => strong || outcome === 'block');
    for (const [grant, situation] of pairs(random, CASES / 10)) {
      const { decision } = random.pick(severe);
      const all = { ...grant, rules: decision.rules.map(({ id }) => id), usesLeft: 3, revoked: null };
      expect(checkGrantCoverage(all, { ...situation, decision }).covers).toBe(false);
      const by = ['local', 'ann', 'bea'];
      expect(
        makeGrant({ id: 'g', wish: random.pick(WISHES), by, situation: { ...situation, decision } }).made,
      ).toBe(false);
    }
  });
});

describe('the checker', () => {
  const BROKEN: readonly (readonly [string, CoverageCheck])[] = [
    [
      'who calls',
      (grant, situation) =>
        checkGrantCoverage({ ...grant, principal: situation.principal.subject }, situation),
    ],
    [
      'the server',
      (grant, situation) => checkGrantCoverage({ ...grant, server: situation.server }, situation),
    ],
    [
      'the tool',
      (grant, situation) =>
        checkGrantCoverage(
          { ...grant, target: situation.target, definition: situation.tool.tool.definition },
          situation,
        ),
    ],
    [
      'a new definition',
      (grant, situation) =>
        checkGrantCoverage({ ...grant, definition: situation.tool.tool.definition }, situation),
    ],
    [
      'the kind of call',
      (grant, situation) =>
        checkGrantCoverage(grant, {
          ...situation,
          tool: { ...situation.tool, tool: { ...situation.tool.tool, kind: 'tool' } },
        }),
    ],
    ['a new policy', (grant, situation) => checkGrantCoverage({ ...grant, policy: POLICY }, situation)],
    [
      'whose labels they are',
      (grant, situation) => checkGrantCoverage(grant, { ...situation, areLabelsOwn: true }),
    ],
    ['the end', (grant, situation) => checkGrantCoverage({ ...grant, endsAt: Infinity }, situation)],
    ['the last use', (grant, situation) => checkGrantCoverage({ ...grant, usesLeft: 1 }, situation)],
    ['a revocation', (grant, situation) => checkGrantCoverage({ ...grant, revoked: null }, situation)],
    [
      'the rules',
      (grant, situation) => checkGrantCoverage({ ...grant, rules: ['a', 'b', '(no rule)'] }, situation),
    ],
    [
      'strong terms',
      (grant, situation) =>
        checkGrantCoverage(grant, {
          ...situation,
          decision: {
            ...situation.decision,
            obligations: { ...situation.decision.obligations, terms: 'plain' },
          },
        }),
    ],
    [
      'a block',
      (grant, situation) =>
        checkGrantCoverage(grant, { ...situation, decision: { ...situation.decision, outcome: 'confirm' } }),
    ],
    [
      'who gave it',
      (grant, situation) => checkGrantCoverage({ ...grant, by: ['local', 'ann', 'bea'] }, situation),
    ],
    [
      'how many are demanded',
      (grant, situation) =>
        checkGrantCoverage(grant, {
          ...situation,
          decision: {
            ...situation.decision,
            obligations: { ...situation.decision.obligations, approvers: [] },
          },
        }),
    ],
    [
      'its scope',
      (grant, situation) =>
        checkGrantCoverage({ ...grant, scope: { kind: 'session', session: situation.session } }, situation),
    ],
  ];

  it.each(BROKEN)('catches a gate that does not look at %s', (_, broken) => {
    let caught = false;
    for (const [grant, situation] of pairs(new Random(14), 20_000)) {
      caught = problemOf(broken, grant, situation) !== null;
      if (caught) break;
    }
    expect(caught).toBe(true);
  });
});
