import { describe, expect, it } from 'vitest';
import { inputFor, policyOf, rule } from '../../test/build.ts';
import { sealTool } from '../disclose/describe-tool.ts';
import type { Answer } from '../vocabulary/answer.ts';
import type { Json, JsonObject } from '../receive/json.ts';
import type { Outcome } from '../outcome.ts';
import { Engine, decide } from './engine.ts';
import type { Expression } from '../condition/expression.ts';
import { FIELDS } from './fields.ts';
import { readToolFieldMap } from './frame.ts';
import type { DecisionInput } from './decision-input.ts';
import type { Policy } from './policy.ts';

const field = (name: string): Expression => ({ op: 'field', name });
const is = (name: string, value: Json): Expression => ({
  op: 'eq',
  left: field(name),
  right: { op: 'value', value },
});
const argument = (name: string): Expression => ({
  op: 'get',
  of: { op: 'args' },
  key: { op: 'value', value: name },
});
const argIs = (name: string, value: Json): Expression => ({
  op: 'eq',
  left: argument(name),
  right: { op: 'value', value },
});
const FAULTY: Expression = { op: 'lt', left: { op: 'value', value: 1 }, right: { op: 'value', value: 'a' } };
const always = rule({ id: 'always', then: 'auto' });

const outcome = (
  policy: Policy,
  annotations: JsonObject = {},
  more: Parameters<typeof inputFor>[2] = {},
): Outcome => decide(policy, inputFor(policy, annotations, more)).outcome;

describe('rules', () => {
  it('give the strictest outcome of all that match', () => {
    expect(outcome(policyOf([always]))).toBe('auto');
    expect(outcome(policyOf([always, rule({ id: 'c', then: 'confirm' })]))).toBe('confirm');
    expect(
      outcome(policyOf([rule({ id: 'b', then: 'block' }), rule({ id: 'c', then: 'confirm' }), always])),
    ).toBe('block');
  });

  it('mean confirm where none with an outcome matches', () => {
    expect(outcome(policyOf([]))).toBe('confirm');
    expect(outcome(policyOf([rule({ id: 'o', obligations: { progress: true } })]))).toBe('confirm');
    expect(outcome(policyOf([rule({ id: 'n', when: is('tool.readOnly', 'yes'), then: 'auto' })]))).toBe(
      'confirm',
    );
    expect(decide(policyOf([]), inputFor(policyOf([]), {})).reasons).toEqual([
      'No rule allows this call, so it needs approval',
    ]);
  });

  it('look only at their tools', () => {
    const policy = policyOf([always, rule({ id: 'b', tools: ['x*', 'other/t'], then: 'block' })]);
    expect(outcome(policy)).toBe('auto');
    expect(outcome(policy, {}, { describe: { definition: { name: 'xy' } } })).toBe('block');
    expect(outcome(policy, {}, { describe: { server: 'other' } })).toBe('block');
  });

  it('do not match on an argument the call does not have', () => {
    const policy = policyOf([always, rule({ id: 'b', when: argIs('path', '/etc'), then: 'block' })]);
    expect(outcome(policy)).toBe('auto');
    expect(outcome(policy, {}, { args: { path: '/etc' } })).toBe('block');
    expect(outcome(policy, {}, { args: { path: '/tmp' } })).toBe('auto');
  });

  it('count at least as confirm when they cannot be evaluated, and say so', () => {
    for (const [then, expected] of [
      ['auto', 'confirm'],
      ['confirm', 'confirm'],
      ['block', 'block'],
      [undefined, 'confirm'],
    ] as const) {
      const policy = policyOf([
        always,
        rule({ id: 'f', when: FAULTY, ...(then === undefined ? {} : { then }) }),
      ]);
      const decision = decide(policy, inputFor(policy, {}));
      expect(decision.outcome).toBe(expected);
      expect(decision.rules.find((fired) => fired.id === 'f')).toMatchObject({
        counted: 'fault',
        outcome: expected,
      });
      expect(decision.reasons.join()).toContain('failed to evaluate');
    }
    const onArgs = policyOf([
      always,
      rule({
        id: 'f',
        when: { op: 'lt', left: argument('n'), right: { op: 'value', value: 3 } },
        then: 'auto',
      }),
    ]);
    expect(outcome(onArgs, {}, { args: { n: 'x' } })).toBe('confirm');
    expect(outcome(onArgs, {}, { args: { n: 1 } })).toBe('auto');
    expect(
      outcome(policyOf([always, rule({ id: 'x', when: { op: 'value', value: 'yes' }, then: 'auto' })])),
    ).toBe('confirm');
  });

  it('of exceptions do not fire while one holds, and the decision shows it', () => {
    const exception = {
      id: 'e',
      layer: 'user',
      unless: is('tool.name', 't'),
      text: 'x',
      reason: 'agreed',
      until: Date.UTC(2026, 11, 1),
    } as const;
    const policy = policyOf([always, rule({ id: 'c', then: 'confirm', exceptions: [exception] })]);
    const decision = decide(policy, inputFor(policy, {}));
    expect(decision.outcome).toBe('auto');
    expect(decision.exceptions).toEqual([{ id: 'e', rule: 'c', reason: 'agreed', until: exception.until }]);
    expect(decision.rules.map((fired) => fired.id)).toEqual(['always']);
    expect(outcome(policy, {}, { time: { at: exception.until, offsetMinutes: 0 } })).toBe('confirm');
    expect(outcome(policy, {}, { time: { at: exception.until - 1, offsetMinutes: 0 } })).toBe('auto');
    expect(outcome(policy, {}, { describe: { definition: { name: 'u' } } })).toBe('confirm');
    const broken = policyOf([
      always,
      rule({ id: 'c', then: 'confirm', exceptions: [{ ...exception, unless: FAULTY }] }),
    ]);
    expect(outcome(broken)).toBe('confirm');
    const second = policyOf([
      always,
      rule({
        id: 'c',
        then: 'confirm',
        exceptions: [
          { ...exception, unless: argIs('ok', true) },
          { ...exception, id: 'e2' },
        ],
      }),
    ]);
    expect(decide(second, inputFor(second, {})).exceptions.map(({ id }) => id)).toEqual(['e2']);
    expect(
      decide(second, inputFor(second, {}, { args: { ok: true } })).exceptions.map(({ id }) => id),
    ).toEqual(['e']);
    const never = policyOf([
      always,
      rule({ id: 'c', when: is('tool.name', 'z'), then: 'confirm', exceptions: [exception] }),
    ]);
    expect(decide(never, inputFor(never, {})).exceptions).toEqual([]);
  });

  it('block where allowed hours have no moment in common', () => {
    const policy = policyOf([
      always,
      rule({ id: 'h1', obligations: { hours: [{ from: 0, to: 10 }] } }),
      rule({ id: 'h2', obligations: { hours: [{ from: 20, to: 30 }] } }),
    ]);
    const decision = decide(policy, inputFor(policy, {}));
    expect(decision.outcome).toBe('block');
    expect(decision.reasons[0]).toContain('hours');
  });

  it('merge obligations with the pattern that looks at this tool', () => {
    const policy = policyOf(
      [
        always,
        rule({ id: 'wide', tools: ['*', 'zzzz'], obligations: { timeoutMs: 10 } }),
        rule({ id: 'narrow', tools: ['t'], obligations: { timeoutMs: 900, retries: 2 } }),
      ],
      { timeoutCapMs: 500 },
    );
    const decision = decide(policy, inputFor(policy, { readOnlyHint: true }));
    expect(decision.obligations).toMatchObject({ timeoutMs: 500, retries: 2 });
    expect(decide(policy, inputFor(policy, {})).obligations.retries).toBe(0);
  });
});

describe('every field', () => {
  const values: Readonly<Record<string, Json>> = {
    'tool.destination': ['internal'],
    'tool.outcomes': ['consequential'],
    'tool.source': ['user'],
    'tool.inputSensitivity': ['pii'],
    'tool.returnSensitivity': ['financial'],
    'tool.riskLevel': ['medium'],
    'tool.category': ['mutate'],
    'tool.blastRadius': ['item'],
    'tool.reversibility': ['manual'],
    'tool.sideEffects': ['mail'],
    'tool.approvalRecommendation': ['single'],
    'tool.attribution': ['me'],
    'tool.name': 't',
    'tool.kind': 'tool',
    'tool.minTrustLevel': 3,
    'tool.intelligencePriority': 0.5,
    'server.name': 's',
    'server.trust': 'trusted',
    'session.private': 'possible',
    'session.untrusted': 'known',
    'session.words': 'no',
    'origin.proven': 'no',
    'origin.destination': 'yes',
    'origin.created': 'unknown',
    'origin.unproven': ['to', 'cc.0'],
    'origin.firstSeen': ['nowhere', 'mail/list'],
    'principal.subject': 'ada',
    'principal.kind': 'service',
    'principal.groups': ['ops'],
    'principal.roles': ['admin'],
    'principal.delegation': ['bob'],
    'time.hour': 1,
    'time.minute': 30,
    'time.weekday': 1,
    'time.date': '2026-11-16',
  };
  const more: Partial<DecisionInput> = {
    labels: { private: 'possible', untrusted: 'known' },
    words: false,
    origins: {
      proven: 'no',
      destination: 'yes',
      created: 'unknown',
      unproven: [
        { path: ['to'], origin: 'nowhere' },
        {
          path: ['cc', 0],
          origin: 'untrusted',
          firstSeen: { call: 'c1', path: [], server: 'mail', tool: 'list' },
        },
      ],
    },
    principal: { subject: 'ada', kind: 'service', groups: ['ops'], roles: ['admin'], delegation: ['bob'] },
    time: { at: Date.UTC(2026, 10, 15, 23, 30), offsetMinutes: 120 },
  };
  const annotations = {
    inputMetadata: { destination: 'internal', outcomes: 'consequential', sensitivity: 'pii' },
    returnMetadata: { source: 'user', sensitivity: 'financial' },
    riskLevel: 'medium',
    category: 'mutate',
    blastRadius: 'item',
    reversibility: 'manual',
    sideEffects: ['mail'],
    approvalRecommendation: 'single',
    attribution: ['me'],
    minTrustLevel: 3,
    modelPreferences: { intelligencePriority: 0.5 },
  };

  for (const { name, type } of FIELDS) {
    it(`has a value a rule can read: ${name}`, () => {
      const candidates: Json[] =
        type === 'answer' && !(name in values) ? ['yes', 'no', 'unknown'] : [values[name] ?? null];
      const matching = candidates.filter((value) => {
        const policy = policyOf([always, rule({ id: 'b', when: is(name, value), then: 'block' })]);
        return decide(policy, inputFor(policy, annotations, more)).rules.some(
          (fired) => fired.id === 'b' && fired.counted === 'matches',
        );
      });
      expect(matching).toHaveLength(1);
    });
  }

  it('has its ordinary value where nothing is said', () => {
    for (const [name, value] of [
      ['tool.minTrustLevel', 0],
      ['tool.intelligencePriority', 0],
      ['origin.unproven', []],
      ['origin.firstSeen', []],
      ['tool.riskLevel', []],
    ] as const) {
      const policy = policyOf([always, rule({ id: 'b', when: is(name, value as Json), then: 'block' })]);
      expect(outcome(policy)).toBe('block');
    }
    const sunday = policyOf([always, rule({ id: 'b', when: is('time.weekday', 7), then: 'block' })]);
    expect(outcome(sunday)).toBe('block');
    const words = policyOf([always, rule({ id: 'b', when: is('session.words', 'yes'), then: 'block' })]);
    expect(outcome(words)).toBe('block');
  });

  it('of claims holds what the server declared, the tightest word of it', () => {
    const claims = (annotations2: JsonObject, hint: string): Answer | undefined =>
      (['yes', 'no', 'unknown'] as const).find((value) => {
        const policy = policyOf([
          always,
          rule({ id: 'b', when: is(`claims.${hint}`, value), then: 'block' }),
        ]);
        return outcome(policy, annotations2) === 'block';
      });
    expect(claims({ readOnlyHint: true }, 'readOnly')).toBe('yes');
    expect(claims({ readOnlyHint: false }, 'readOnly')).toBe('no');
    expect(claims({}, 'readOnly')).toBe('unknown');
    expect(claims({ readOnlyHint: true, category: 'mutate' }, 'readOnly')).toBe('no');
    expect(claims({ agencyHint: true }, 'agency')).toBe('yes');
  });
});

describe('by construction', () => {
  it('an untrusted server’s claims never relax, even under a rule that asks for them', () => {
    const policy = policyOf([rule({ id: 'claims', when: is('claims.readOnly', 'yes'), then: 'auto' })]);
    const decision = decide(
      policy,
      inputFor(policy, { readOnlyHint: true }, { describe: { trust: 'untrusted' } }),
    );
    expect(decision.outcome).toBe('confirm');
    expect(outcome(policy, { readOnlyHint: true })).toBe('auto');
    const odd = policyOf([
      always,
      rule({ id: 'silent', when: is('claims.agency', 'unknown'), then: 'block' }),
    ]);
    const told = decide(odd, inputFor(odd, { agencyHint: true }, { describe: { trust: 'untrusted' } }));
    expect(told.outcome).toBe('block');
    expect(told.rules).toContainEqual(expect.objectContaining({ id: 'silent', counted: 'without-claims' }));
    expect(told.reasons.join()).toContain('without the server’s own claims');
  });

  it('more labels never relax, even under a rule that asks for few', () => {
    const policy = policyOf([
      always,
      rule({ id: 'clean', when: is('session.private', 'none'), then: 'confirm' }),
    ]);
    const decision = decide(
      policy,
      inputFor(policy, {}, { labels: { private: 'known', untrusted: 'none' } }),
    );
    expect(decision.outcome).toBe('confirm');
    expect(decision.rules).toContainEqual(expect.objectContaining({ id: 'clean', counted: 'weaker-labels' }));
    const other = policyOf([
      always,
      rule({ id: 'clean', when: is('session.untrusted', 'possible'), then: 'block' }),
    ]);
    expect(outcome(other, {}, { labels: { private: 'none', untrusted: 'known' } })).toBe('block');
    expect(outcome(other, {}, { labels: { private: 'known', untrusted: 'none' } })).toBe('auto');
  });

  it('tells a rule that counts only in another reading if it tightens or demands something', () => {
    const policy = policyOf([
      always,
      rule({ id: 'auto-clean', when: is('session.private', 'none'), then: 'auto' }),
      rule({ id: 'duty-clean', when: is('session.private', 'none'), obligations: { progress: true } }),
      rule({
        id: 'auto-duty',
        when: is('session.private', 'none'),
        then: 'auto',
        obligations: { preview: true },
      }),
    ]);
    const decision = decide(
      policy,
      inputFor(policy, {}, { labels: { private: 'known', untrusted: 'none' } }),
    );
    expect(decision.rules.map((fired) => fired.id)).toEqual(['always', 'duty-clean', 'auto-duty']);
    expect(decision.obligations).toMatchObject({ progress: true, preview: true });
  });
});

describe('every situation', () => {
  const labelFields = [
    ['session.private', ['none', 'possible', 'known']],
    ['session.untrusted', ['none', 'possible', 'known']],
  ] as const;
  const answerFields = [
    ['origin.proven', ['yes', 'no', 'unknown']],
    ['origin.destination', ['yes', 'no', 'unknown']],
    ['origin.created', ['yes', 'no', 'unknown']],
    ['session.words', ['yes', 'no']],
  ] as const;

  it('is remembered apart from every other', () => {
    const rules = [...labelFields, ...answerFields].flatMap(([name, values]) =>
      values.map((value) =>
        rule({
          id: `${name} ${value}`,
          when: is(name, value),
          obligations: { notify: [`${name} ${value}`] },
        }),
      ),
    );
    const policy = policyOf([always, ...rules]);
    const engine = new Engine(policy);
    const base = inputFor(policy, {});
    const seen = new Set<unknown>();
    for (const priv of ['none', 'possible', 'known'] as const)
      for (const untrusted of ['none', 'possible', 'known'] as const)
        for (const words of [true, false])
          for (const proven of ['yes', 'no', 'unknown'] as const)
            for (const destination of ['yes', 'no', 'unknown'] as const)
              for (const created of ['yes', 'no', 'unknown'] as const) {
                const decision = engine.decide({
                  ...base,
                  labels: { private: priv, untrusted },
                  words,
                  origins: { proven, destination, created, unproven: [] },
                });
                seen.add(decision);
                const plain = decision.rules
                  .filter(({ counted }) => counted === 'matches')
                  .map(({ id }) => id);
                expect(plain).toEqual([
                  'always',
                  `session.private ${priv}`,
                  `session.untrusted ${untrusted}`,
                  `origin.proven ${proven}`,
                  `origin.destination ${destination}`,
                  `origin.created ${created}`,
                  `session.words ${words ? 'yes' : 'no'}`,
                ]);
              }
    expect(seen.size).toBe(486);
  });

  it('counts every weaker one, with the claims and without them', () => {
    const cells = ['none', 'possible', 'known'] as const;
    const rules = cells.flatMap((priv) =>
      cells.flatMap((untrusted) =>
        (['yes', 'unknown'] as const).map((claim) =>
          rule({
            id: `${priv} ${untrusted} ${claim}`,
            when: {
              op: 'and',
              of: [
                is('session.private', priv),
                is('session.untrusted', untrusted),
                is('claims.agency', claim),
              ],
            },
            then: 'confirm',
          }),
        ),
      ),
    );
    const policy = policyOf([always, ...rules]);
    for (const [p, priv] of cells.entries())
      for (const [u, untrusted] of cells.entries()) {
        const decision = decide(
          policy,
          inputFor(
            policy,
            { agencyHint: true },
            { labels: { private: priv, untrusted }, describe: { trust: 'untrusted' } },
          ),
        );
        const expected = cells
          .slice(0, p + 1)
          .flatMap((a) => cells.slice(0, u + 1).flatMap((b) => [`${a} ${b} yes`, `${a} ${b} unknown`]));
        expect(
          decision.rules
            .map(({ id }) => id)
            .filter((id) => id !== 'always')
            .toSorted(),
        ).toEqual(expected.toSorted());
        const counted = (id: string): string | undefined =>
          decision.rules.find((fired) => fired.id === id)?.counted;
        expect(counted(`${priv} ${untrusted} yes`)).toBe('matches');
        expect(counted(`${priv} ${untrusted} unknown`)).toBe('without-claims');
        if (p > 0) expect(counted(`none ${untrusted} yes`)).toBe('weaker-labels');
        if (u > 0) expect(counted(`${priv} none yes`)).toBe('weaker-labels');
      }
  });
});

describe('limits', () => {
  it('are not relieved by what an untrusted server claims', () => {
    const policy = policyOf([
      always,
      rule({ id: 'wide', obligations: { timeoutMs: 1000, model: { atMost: 0.9 } } }),
      rule({
        id: 'slow',
        tools: ['t'],
        when: is('claims.slowExecution', 'yes'),
        obligations: { timeoutMs: 60_000, retries: 3, model: { atMost: 0.1 } },
      }),
    ]);
    const obligations = (trust: 'untrusted' | 'trusted'): object =>
      decide(
        policy,
        inputFor(
          policy,
          { slowExecutionHint: true },
          { describe: { trust, overrides: [{ set: { idempotent: 'yes' } }] } },
        ),
      ).obligations;
    expect(obligations('trusted')).toMatchObject({ timeoutMs: 60_000, retries: 3, model: { atMost: 0.1 } });
    expect(obligations('untrusted')).toMatchObject({ timeoutMs: 1000, retries: 0, model: { atMost: 0.9 } });
  });

  it('on time follow the rule whose pattern says most about the tool', () => {
    const policy = policyOf([
      always,
      rule({ id: 'wide', tools: ['*', 'zzzzzzzz'], obligations: { timeoutMs: 10 } }),
      rule({ id: 'narrow', tools: ['t'], obligations: { timeoutMs: 900 } }),
    ]);
    expect(decide(policy, inputFor(policy, {})).obligations.timeoutMs).toBe(900);
  });

  it('on hours that do have a moment in common do not block', () => {
    const policy = policyOf([always, rule({ id: 'h', obligations: { hours: [{ from: 0, to: 10 }] } })]);
    expect(outcome(policy)).toBe('auto');
  });
});

describe('overrides that depend on arguments', () => {
  const auto = rule({ id: 'read', when: is('tool.mutates', 'no'), then: 'auto' });
  const conditional = { set: { readOnly: 'yes' }, when: argIs('method', 'GET') } as const;

  it('count where their condition is true, and nowhere else', () => {
    const policy = policyOf([auto]);
    const describe2 = { describe: { overrides: [conditional] } };
    expect(outcome(policy, {}, { ...describe2, args: { method: 'GET' } })).toBe('auto');
    expect(outcome(policy, {}, { ...describe2, args: { method: 'POST' } })).toBe('confirm');
    expect(outcome(policy, {}, describe2)).toBe('confirm');
  });

  it('tighten nothing where their condition is false or reads what is not there', () => {
    const policy = policyOf([auto]);
    const overrides = [{ set: { readOnly: 'no' }, when: argIs('method', 'POST') } as const];
    const outcomes = [{ method: 'GET' }, {}, { method: 'POST' }].map((args) =>
      outcome(policy, { readOnlyHint: true }, { args, describe: { overrides } }),
    );
    expect(outcomes).toEqual(['auto', 'auto', 'confirm']);
  });

  it('only tighten where their condition cannot be evaluated', () => {
    const policy = policyOf([auto]);
    const faulty: Expression = { op: 'lt', left: argument('n'), right: { op: 'value', value: 3 } };
    const input = (set: Readonly<Record<string, 'yes' | 'no'>>, n: Json): DecisionInput =>
      inputFor(
        policy,
        { readOnlyHint: true },
        { args: { n }, describe: { overrides: [{ set, when: faulty, sets: { destination: ['public'] } }] } },
      );
    expect(decide(policy, input({ readOnly: 'no' }, 'x')).beliefs['readOnly']).toEqual({
      value: 'no',
      ground: 'operator',
    });
    expect(decide(policy, input({ openWorld: 'no' }, 'x')).beliefs['openWorld']).toEqual({
      value: 'yes',
      ground: 'default',
    });
    expect(decide(policy, input({ openWorld: 'no' }, 1)).beliefs['openWorld']).toEqual({
      value: 'no',
      ground: 'operator',
    });
    const hint = {
      name: 'mine',
      key: 'a/b',
      values: {},
      default: 'unknown',
      relaxing: 'yes',
      description: 'd',
    } as const;
    const custom = policyOf([auto], { hints: [hint] });
    const given = {
      ...inputFor(
        custom,
        {},
        { args: { n: 'x' }, describe: { overrides: [{ set: { mine: 'yes' }, when: faulty }] } },
      ),
    };
    expect(decide(custom, given).beliefs['mine']).toEqual({ value: 'unknown', ground: 'default' });
  });

  it('add what they set where their condition cannot be evaluated', () => {
    const policy = policyOf([rule({ id: 'inside', when: is('tool.outward', 'no'), then: 'auto' })]);
    const faulty: Expression = { op: 'gt', left: argument('n'), right: { op: 'value', value: 5 } };
    const overrides = [
      { set: { openWorld: 'no' } as const },
      { set: {}, sets: { destination: ['public'] }, when: faulty },
    ];
    const outcomes = [6, '6', 4].map((n) => outcome(policy, {}, { args: { n }, describe: { overrides } }));
    expect(outcomes).toEqual(['confirm', 'confirm', 'auto']);
    const ground = policyOf([
      always,
      rule({ id: 'g', when: is('tool.outwardOnGround', 'yes'), then: 'block' }),
    ]);
    expect(outcome(ground, {}, { args: { n: '6' }, describe: { overrides } })).toBe('block');
  });

  it('cannot look at the session', () => {
    const policy = policyOf([auto]);
    const nosy = {
      set: { readOnly: 'yes' as const },
      when: { op: 'ne', left: field('session.private'), right: { op: 'value', value: 'known' } } as const,
    };
    expect(
      outcome(
        policy,
        {},
        { labels: { private: 'known', untrusted: 'none' }, describe: { overrides: [nosy] } },
      ),
    ).toBe('confirm');
    expect(outcome(policy, {}, { describe: { overrides: [nosy] } })).toBe('confirm');
  });

  it('are judged anew for every call on the same tool', () => {
    const policy = policyOf([auto]);
    const engine = new Engine(policy);
    const input = inputFor(policy, {}, { describe: { overrides: [conditional] } });
    expect(
      ['GET', 'POST', 'GET'].map((method) => engine.decide({ ...input, args: { method } }).outcome),
    ).toEqual(['auto', 'confirm', 'auto']);
  });
});

describe('what is remembered', () => {
  it('is the decision itself, where nothing depends on the call', () => {
    const policy = policyOf([always]);
    const engine = new Engine(policy);
    const input = inputFor(policy, {});
    expect(engine.decide(input)).toBe(engine.decide({ ...input, args: { any: 1 } }));
  });

  it('is told apart by which rules on arguments fire, however many there are', () => {
    for (const count of [1, 15, 16, 17, 40]) {
      const rules = Array.from({ length: count }, (_, i) =>
        rule({ id: `r${i}`, when: argIs(`a${i}`, 1), then: 'confirm' }),
      );
      const policy = policyOf([always, ...rules]);
      const engine = new Engine(policy);
      const input = inputFor(policy, {});
      const fired = (args: JsonObject): string[] =>
        engine.decide({ ...input, args }).rules.map(({ id }) => id);
      for (const round of [1, 2]) {
        expect(fired({}), `${count} ${round}`).toEqual(['always']);
        expect(fired({ a0: 1 })).toEqual(['always', 'r0']);
        expect(fired({ [`a${count - 1}`]: 1 })).toEqual(['always', `r${count - 1}`]);
        expect(fired(Object.fromEntries(rules.map((_, i) => [`a${i}`, 1])))).toEqual([
          'always',
          ...rules.map(({ id }) => id),
        ]);
      }
    }
  });

  it('is told apart by the exception that applies, however many a rule has', () => {
    const exceptions = Array.from(
      { length: 9 },
      (_, i) =>
        ({
          id: `e${i}`,
          layer: 'user',
          unless: argIs('n', i),
          text: '',
          reason: '',
          until: Infinity,
        }) as const,
    );
    const policy = policyOf([always, rule({ id: 'c', then: 'confirm', exceptions })]);
    const engine = new Engine(policy);
    const input = inputFor(policy, {});
    for (const n of [0, 4, 5, 8, 0, 8])
      expect(engine.decide({ ...input, args: { n } }).exceptions.map(({ id }) => id)).toEqual([`e${n}`]);
    expect(engine.decide({ ...input, args: { n: 9 } }).outcome).toBe('confirm');
  });

  it('is told apart by the time where a rule looks at it', () => {
    const policy = policyOf([always, rule({ id: 'h', when: is('time.hour', 3), then: 'block' })]);
    const engine = new Engine(policy);
    const input = inputFor(policy, {});
    expect(
      [2, 3, 2].map(
        (hour) => engine.decide({ ...input, time: { at: hour * 3_600_000, offsetMinutes: 0 } }).outcome,
      ),
    ).toEqual(['auto', 'block', 'auto']);
  });

  it('is told apart by labels, words, origins and principal', () => {
    const policy = policyOf([
      always,
      rule({ id: 'p', when: is('principal.subject', 'eve'), then: 'block' }),
      rule({ id: 'w', when: is('session.words', 'no'), then: 'block' }),
      rule({ id: 'o', when: is('origin.created', 'yes'), then: 'block' }),
      rule({ id: 'd', when: is('origin.destination', 'no'), then: 'block' }),
      rule({ id: 'v', when: is('origin.proven', 'no'), then: 'block' }),
    ]);
    const engine = new Engine(policy);
    const input = inputFor(policy, {});
    const variants: Partial<DecisionInput>[] = [
      {},
      { principal: { ...input.principal, subject: 'eve' } },
      { words: false },
      { origins: { ...input.origins, created: 'yes' } },
      { origins: { ...input.origins, destination: 'no' } },
      { origins: { ...input.origins, proven: 'no' } },
      {},
    ];
    expect(variants.map((variant) => engine.decide({ ...input, ...variant }).outcome)).toEqual([
      'auto',
      'block',
      'block',
      'block',
      'block',
      'block',
      'auto',
    ]);
  });

  it('cannot be changed by whoever gets it', () => {
    const policy = policyOf([rule({ id: 'c', then: 'confirm' })]);
    const input = inputFor(policy, {});
    const decision = decide(policy, input) as unknown as { outcome: string; reasons: string[] };
    expect(() => (decision.outcome = 'auto')).toThrow(TypeError);
    expect(() => decision.reasons.push('x')).toThrow(TypeError);
    expect(Object.isFrozen(decide(policy, { ...input, v: 2 as 1 }).obligations)).toBe(true);
  });

  it('does not change with the lists it was read from', () => {
    const member: Expression = {
      op: 'exists',
      over: field('principal.groups'),
      test: { op: 'eq', left: { op: 'local', depth: 0 }, right: argument('team') },
    };
    const policy = policyOf([always, rule({ id: 'b', when: member, then: 'block' })]);
    const engine = new Engine(policy);
    const input = inputFor(policy, {});
    const groups = ['a'];
    const as = (list: readonly string[]): DecisionInput => ({
      ...input,
      principal: { ...input.principal, groups: list },
      args: { team: 'a' },
    });
    expect(engine.decide(as(groups)).outcome).toBe('block');
    groups[0] = 'b';
    expect(engine.decide(as(['a'])).outcome).toBe('block');
    const labels: { private: 'none' | 'known'; untrusted: 'none' } = { private: 'none', untrusted: 'none' };
    const open = policyOf([always, rule({ id: 'x', when: argIs('x', 1), then: 'confirm' })]);
    const later = new Engine(open);
    later.decide({ ...inputFor(open, {}), tool: input.tool, labels });
    labels.private = 'known';
    expect(later.decide({ ...inputFor(open, {}), tool: input.tool, args: { x: 1 } }).labels.private).toBe(
      'none',
    );
  });

  it('is nothing about a tool that could still change', () => {
    const policy = policyOf([rule({ id: 'q', when: is('tool.quarantined', 'no'), then: 'auto' })]);
    const engine = new Engine(policy);
    const tool = { ...inputFor(policy, {}).tool };
    const input = { ...inputFor(policy, {}), tool };
    expect(engine.decide(input).outcome).toBe('auto');
    Object.assign(tool, { quarantine: 'drift' });
    expect(engine.decide(input).outcome).toBe('confirm');
    expect(engine.decide({ ...input, tool: sealTool(tool) }).outcome).toBe('confirm');
  });

  it('stays bounded however many arguments and principals there are', () => {
    const policy = policyOf([
      always,
      ...Array.from({ length: 10 }, (_, i) =>
        rule({ id: `r${i}`, when: argIs(`a${i}`, true), then: 'confirm' }),
      ),
      rule({ id: 'p', when: is('principal.subject', 'eve'), then: 'block' }),
    ]);
    const engine = new Engine(policy);
    const input = inputFor(policy, {});
    for (let i = 0; i < 1200; i += 1) {
      const args = Object.fromEntries(
        Array.from({ length: 10 }, (_, bit) => [`a${bit}`, Math.floor(i / 2 ** bit) % 2 === 1]),
      );
      const decision = engine.decide({ ...input, args, principal: { ...input.principal, subject: `s${i}` } });
      expect(decision.outcome).toBe(i % 1024 === 0 ? 'auto' : 'confirm');
      expect(engine.decide({ ...input, args }).outcome).toBe(decision.outcome);
    }
  });
});

describe('input that cannot be judged', () => {
  const policy = policyOf([always]);
  const input = inputFor(policy, {});
  const broken: readonly [string, Partial<DecisionInput>][] = [
    ['another revision', { policy: 'sha256:other' }],
    ['no such label', { labels: { private: 'maybe' as 'none', untrusted: 'none' } }],
    ['no such label', { labels: { private: 'none', untrusted: '__proto__' as 'none' } }],
    ['no such answer', { origins: { ...input.origins, proven: 'perhaps' as 'yes' } }],
    ['no such answer', { origins: { ...input.origins, destination: 'toString' as 'yes' } }],
    ['no such answer', { origins: { ...input.origins, created: '' as 'yes' } }],
    ['no time', { time: { at: Number.NaN, offsetMinutes: 0 } }],
    ['no time', { time: { at: Infinity, offsetMinutes: 0 } }],
    ['no offset', { time: { at: 0, offsetMinutes: Number.NaN } }],
    ['no offset', { time: { at: 0, offsetMinutes: 1441 } }],
  ];
  for (const [what, change] of broken) {
    it(`is blocked, with the reason: ${what} ${JSON.stringify(change)}`, () => {
      const decision = decide(policy, { ...input, ...change });
      expect(decision.outcome).toBe('block');
      expect(decision.reasons).toHaveLength(1);
      expect(decision.reasons[0]).toMatch(
        /^Callgate cannot judge this call: (its input was made for another policy revision|the state of its session or its time cannot be read)$/,
      );
      expect(decision.obligations).toMatchObject({ retries: 0, timeoutMs: null });
      expect(decision.conflicts).toEqual([]);
      expect(decision).toMatchObject({
        v: 1,
        mode: 'enforce',
        policy: policy.revision,
        rules: [],
        exceptions: [],
        read: [],
      });
      expect(decision.labels).toEqual({ private: 'none', untrusted: 'none' });
      expect(decision.facts.mutates).toBe('yes');
    });
  }

  const shapeless: readonly [string, unknown][] = [
    ['its input has another version', { ...input, v: 2 }],
    ['its arguments are not an object', { ...input, args: [] }],
    ['its arguments are not an object', { ...input, args: null }],
    ['its caller is not named properly', { ...input, principal: {} }],
    ['its caller is not named properly', { ...input, principal: { ...input.principal, kind: 'bot' } }],
    ['its caller is not named properly', { ...input, principal: { ...input.principal, groups: 'ops' } }],
    ['its caller is not named properly', { ...input, principal: { ...input.principal, roles: null } }],
    ['its caller is not named properly', { ...input, principal: { ...input.principal, delegation: {} } }],
    ['the state of its session cannot be read', { ...input, words: 'no' }],
    ['the state of its session cannot be read', { ...input, labels: { ...input.labels, private: ['none'] } }],
    [
      'the state of its session cannot be read',
      { ...input, labels: { ...input.labels, untrusted: ['none'] } },
    ],
    ['the state of its session cannot be read', { ...input, origins: { ...input.origins, proven: ['no'] } }],
    [
      'the state of its session cannot be read',
      { ...input, origins: { ...input.origins, destination: ['no'] } },
    ],
    ['the state of its session cannot be read', { ...input, origins: { ...input.origins, created: ['no'] } }],
    ['its input has the wrong shape', { ...input, principal: null }],
    ['its input has the wrong shape', { ...input, tool: { ...input.tool, name: 7 } }],
    [
      'its input has the wrong shape',
      { ...input, tool: { ...input.tool, server: { name: 's', trust: 'friend' } } },
    ],
    ['its input has the wrong shape', null],
  ];
  for (const [why, given] of shapeless) {
    it(`is blocked whatever its shape is: ${why} ${JSON.stringify(given)?.slice(0, 40)}`, () => {
      const decision = decide(policy, given as DecisionInput);
      expect([decision.outcome, decision.reasons]).toEqual([
        'block',
        [`Callgate cannot judge this call: ${why}`],
      ]);
    });
  }

  it('is not blocked at the ends of what can be read', () => {
    for (const time of [
      { at: 8.64e15 - 24 * 3_600_000, offsetMinutes: 1440 },
      { at: -8.64e15 + 24 * 3_600_000, offsetMinutes: -1440 },
    ])
      expect(decide(policy, { ...input, time }).outcome).toBe('auto');
  });
});

describe('a decision', () => {
  it('says which fields the rules that fired looked at', () => {
    const policy = policyOf([
      rule({
        id: 'a',
        when: { op: 'and', of: [is('tool.readOnly', 'yes'), is('session.private', 'none')] },
        then: 'auto',
      }),
      rule({ id: 'n', when: is('tool.agency', 'yes'), then: 'block' }),
    ]);
    expect(decide(policy, inputFor(policy, { readOnlyHint: true })).read).toEqual([
      'session.private',
      'tool.readOnly',
    ]);
  });

  it('carries the mode, the labels, beliefs with grounds and all facts', () => {
    const policy = policyOf([always], { mode: 'observe' });
    const decision = decide(
      policy,
      inputFor(policy, { readOnlyHint: true }, { labels: { private: 'known', untrusted: 'possible' } }),
    );
    expect(decision).toMatchObject({
      v: 1,
      mode: 'observe',
      policy: policy.revision,
      labels: { private: 'known', untrusted: 'possible' },
    });
    expect(decision.beliefs['readOnly']).toEqual({ value: 'yes', ground: 'claim' });
    expect(Object.keys(decision.facts)).toHaveLength(16);
    expect(JSON.parse(JSON.stringify(decision))).toEqual(decision);
  });

  it('tells what the hints ask to be told', () => {
    const policy = policyOf([always]);
    const reasons = (annotations: JsonObject): readonly string[] =>
      decide(policy, inputFor(policy, annotations)).reasons;
    expect(
      reasons({
        slowExecutionHint: true,
        aiProcessingHint: true,
        resourceIntensiveHint: true,
        reversibleHint: false,
        modelPreferences: { intelligencePriority: 0.7 },
      }),
    ).toEqual([
      'because of always',
      'May be slow',
      'Uses AI, which may cost money and time',
      'Heavy on the system',
      'Cannot be undone',
      'Works best with a more capable model',
    ]);
    expect(reasons({ reversibleHint: true, modelPreferences: { intelligencePriority: 0.69 } })).toEqual([
      'because of always',
      'Can be undone, according to the tool',
    ]);
    expect(reasons({ readOnlyHint: true })).toEqual(['because of always']);
    const meta = { 'dev.callgate/undo': 'restore' };
    for (const [trust, believed, words] of [
      ['owned', true, 'To undo, call `restore`'],
      ['untrusted', false, 'The server, which is not trusted, says: to undo, call `restore`'],
    ] as const) {
      const definition = { name: 't', annotations: { readOnlyHint: false }, _meta: meta };
      const decision = decide(policy, inputFor(policy, {}, { describe: { trust, definition } }));
      expect(decision.undoTool).toEqual({ name: 'restore', believed });
      expect(decision.reasons).toContain(words);
    }
    expect(reasons({ readOnlyHint: true, destructiveHint: true })).toContain(
      'Claims contradict each other: readOnlyHint and destructiveHint',
    );
  });

  it('tells why a rule counts that does not match as things are', () => {
    const policy = policyOf([
      always,
      rule({ id: 'clean', when: is('session.private', 'none'), then: 'confirm', reason: 'asks' }),
    ]);
    expect(
      decide(policy, inputFor(policy, {}, { labels: { private: 'known', untrusted: 'none' } })).reasons,
    ).toEqual(['asks (also in a session with fewer labels)']);
    expect(
      decide(
        policyOf([always, rule({ id: 'o', obligations: { progress: true }, reason: 'duty' })]),
        inputFor(policyOf([always, rule({ id: 'o', obligations: { progress: true }, reason: 'duty' })]), {}),
      ).reasons,
    ).toEqual(['because of always', 'duty']);
  });

  it('tells the deciding reasons first and does not repeat itself', () => {
    const policy = policyOf([
      always,
      rule({ id: 'c', then: 'confirm', reason: 'asks' }),
      rule({ id: 'c2', then: 'confirm', reason: 'asks' }),
      rule({ id: 'o', obligations: { progress: true }, reason: 'duty' }),
      rule({ id: 'b', then: 'block', reason: 'stops' }),
    ]);
    expect(decide(policy, inputFor(policy, {}, { describe: { quarantine: 'drift' } })).reasons).toEqual([
      'stops',
      'Quarantined: drift',
      'asks',
      'duty',
    ]);
  });
});

describe('the fields of a tool', () => {
  it('are what rules read of it before any call', () => {
    const hint = {
      name: 'mine',
      key: 'a/b',
      values: { true: 'yes' },
      default: 'unknown',
      relaxing: 'no',
      description: 'd',
    } as const;
    const policy = policyOf([]);
    const { tool } = inputFor(
      policy,
      { readOnlyHint: true },
      {
        describe: {
          overrides: [{ set: { openWorld: 'no' } }, { set: { agency: 'yes' }, when: argIs('a', 1) }],
        },
      },
    );
    const fields = readToolFieldMap(tool, [hint]);
    expect(
      [
        'tool.readOnly',
        'tool.openWorld',
        'tool.agency',
        'claims.readOnly',
        'tool.mine',
        'server.trust',
        'tool.riskLevel',
      ].map((name) => fields.get(name)),
    ).toEqual(['yes', 'no', 'unknown', 'yes', 'unknown', 'trusted', []]);
    expect(fields.has('session.private')).toBe(false);
    expect(fields.has('time.hour')).toBe(false);
  });
});
