import type { Outcome, Policy } from '@callgate/core';
import { Engine, HINTS, LOCAL_PRINCIPAL, UNTRACED_ORIGINS, describeTool } from '@callgate/core';
import { LABEL_STRENGTHS } from '@callgate/core/label';
import { loadPolicy, presetPolicy } from '@callgate/policy';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HintComparison } from '../api/hint-comparison.ts';
import { compareHints as compareHintsAt } from './compare-hints.ts';

const NOW = { at: Date.UTC(2027, 0, 4, 12), offsetMinutes: 0 };

const compareHints = (before: Policy, after: Policy): HintComparison => compareHintsAt(before, after, NOW);

const policy = (text: string): Policy => {
  const loaded = loadPolicy([{ name: 'p.yaml', text }]);
  if (loaded.ok) return loaded.policy;
  throw new Error(loaded.problems.map(({ message }) => message).join('\n'));
};

const TRAITS = ['readOnly', 'destructive', 'openWorld', 'secret', 'agency'] as const;
const CONDITIONS = [
  'tool.readOnly == yes',
  'tool.mutates != no',
  'tool.destroys != no && session.untrusted != none',
  'tool.described == no',
  'tool.conflicting == yes',
  'tool.outward == yes && session.private == known',
  'tool.sensitive == yes',
  'tool.agentic == yes && tool.outward != no',
  'session.untrusted == known',
  'origin.proven != yes && session.untrusted == known && tool.consequential != no',
];

const HELD = '  - {id: held, when: tool.described == no, then: confirm, reason: r}\n';

const policies = fc
  .array(
    fc.record({ when: fc.constantFrom(...CONDITIONS), then: fc.constantFrom('auto', 'confirm', 'block') }),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((rules) =>
    policy(
      `rules:\n${HELD}${rules.map(({ when, then }, at) => `  - {id: r${at}, when: '${when}', then: ${then}, reason: r}\n`).join('')}`,
    ),
  );

/** Every change of outcome, found by trying all that a server can say of five hints, in every session. */
const bruteForce = (before: Policy, after: Policy): ReadonlySet<string> => {
  const [one, other] = [new Engine(before), new Engine(after)];
  const found = new Set<string>();
  const tools = TRAITS.reduce<readonly Record<string, boolean>[]>(
    (all, hint) =>
      all.flatMap((said) => [said, ...[true, false].map((value) => ({ ...said, [HINTS[hint].key]: value }))]),
    [{}],
  ).map((annotations) =>
    describeTool({ server: 'any', trust: 'trusted', definition: { name: 'tool', annotations } }),
  );
  for (const tool of tools)
    for (const untrusted of LABEL_STRENGTHS)
      for (const isPrivate of LABEL_STRENGTHS)
        for (const proven of ['yes', 'no'] as const) {
          const input = {
            v: 1,
            tool,
            labels: { private: isPrivate, untrusted },
            words: true,
            origins: { ...UNTRACED_ORIGINS, proven, destination: proven },
            principal: LOCAL_PRINCIPAL,
            args: {},
            time: { at: 0, offsetMinutes: 0 },
          } as const;
          const then: Outcome = one.decide({ ...input, policy: before.revision }).outcome;
          const now: Outcome = other.decide({ ...input, policy: after.revision }).outcome;
          if (then !== now) found.add(`${then} -> ${now}`);
        }
  return found;
};

describe('combinations of hints that two policies decide otherwise', () => {
  it('are found, each with a witness, wherever trying all of them finds one', () => {
    fc.assert(
      fc.property(policies, policies, (before, after) => {
        const { changed } = compareHints(before, after);
        const outcomes = changed.filter((each) => each.before !== each.after);
        expect(new Set(outcomes.map((each) => `${each.before} -> ${each.after}`))).toEqual(
          bruteForce(before, after),
        );
      }),
      { numRuns: 15 },
    );
  }, 60_000);

  it('are none between a policy and itself', () => {
    expect(compareHints(presetPolicy('balanced'), presetPolicy('balanced')).changed).toEqual([]);
  });

  it('have the fewest hints that show them, and what loosens comes first', () => {
    const before = policy(
      `rules:\n${HELD}  - {id: a, when: tool.privileged == yes, then: confirm, reason: r}\n  - {id: b, when: tool.mutates == no, then: auto, reason: r}\n`,
    );
    const after = policy(
      `rules:\n${HELD}  - {id: a, when: tool.agentic == yes, then: block, reason: r}\n  - {id: b, when: tool.mutates == no, then: auto, reason: r}\n`,
    );
    const { changed } = compareHints(before, after);
    expect(changed[0]).toMatchObject({
      kind: 'runs',
      before: 'confirm',
      after: 'auto',
      hints: { readOnly: 'yes', privilegedAccess: 'yes' },
      tool: null,
    });
    expect(changed.map(({ kind }) => kind)).toContain('tightened');
  });

  it('are told of a requirement that is dropped, and of tools that patterns name', () => {
    const withRule = (demands: string): Policy =>
      policy(
        `extends: balanced\nrules:\n  - {id: pay, tools: "bank/pay_*", then: confirm, ${demands}, reason: r}\n`,
      );
    const { changed } = compareHints(withRule('approvers: 2'), withRule('approvers: 1'));
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.every(({ kind, tool }) => kind === 'loosened' && tool === 'bank/pay_x')).toBe(true);
  });

  it('name changed rules that read more than hints and sessions', () => {
    const after = policy(
      'extends: balanced\nrules:\n  - {id: dear, when: args.amount > 5, then: block, reason: r}\n',
    );
    const { changed, partlySeen } = compareHints(presetPolicy('balanced'), after);
    expect(changed).toEqual([]);
    expect(partlySeen).toEqual(['dear']);
  });

  it('know hints of the operator, and quarantined tools', () => {
    const withThen = (then: string): Policy =>
      policy(`hints:
  - {name: production, key: com.example/production, relaxing: no, description: d}
rules:
${HELD}  - {id: p, when: tool.production == yes && tool.described == yes, then: ${then}, reason: r}
  - {id: q, when: tool.quarantined == yes, then: ${then}, reason: r}
  - {id: read, when: tool.mutates == no && tool.described == yes, then: auto, reason: r}
`);
    const { changed } = compareHints(withThen('block'), withThen('confirm'));
    const said = changed.map(({ hints }) => Object.keys(hints).toSorted().join(' '));
    expect(said).toContain('quarantined');
    expect(said.some((each) => each.includes('production'))).toBe(true);
  });
});

it('an exception counts until it ends', () => {
  const excepted = policy(
    'extends: balanced\nexceptions:\n  - {id: e, rule: asks-for-confirmation, unless: tool.described == yes, reason: r, until: 2027-06-30}\n',
  );
  const kinds = (at: number): readonly string[] =>
    compareHintsAt(presetPolicy('balanced'), excepted, { at, offsetMinutes: 0 }).changed.map(
      ({ kind }) => kind,
    );
  expect(kinds(NOW.at)).toContain('runs');
  expect(kinds(Date.UTC(2027, 6, 1))).toEqual([]);
}, 60_000);

it('says where more is read together, or named, than can be tried', () => {
  const many = (count: number): string =>
    Array.from(
      { length: count },
      (_, at) => `  - {id: r${at}, tools: s/t${at}, then: block, reason: r}\n`,
    ).join('');
  const named = policy(`extends: balanced\nrules:\n${many(40)}`);
  expect(compareHints(presetPolicy('balanced'), named)).toMatchObject({ isCut: true });
  const together = [
    'readOnly',
    'destructive',
    'openWorld',
    'secret',
    'agency',
    'aiProcessing',
    'slowExecution',
    'resourceIntensive',
    'requiresConfirmation',
  ];
  const when = together.map((name) => `tool.${name} == yes`).join(' && ');
  const read = policy(`rules:\n${HELD}  - {id: a, when: '${when}', then: block, reason: r}\n`);
  expect(compareHints(policy(`rules:\n${HELD}`), read).isCut).toBe(true);
}, 120_000);

it('between presets takes every combination of what they read', () => {
  const { changed, hints, isCut } = compareHints(presetPolicy('strict'), presetPolicy('intent'));
  expect(hints).toContain('privilegedAccess');
  expect(isCut).toBe(false);
  expect(changed[0]?.kind).toBe('runs');
  expect(changed.some(({ before, after }) => before === 'block' && after === 'confirm')).toBe(true);
}, 120_000);

describe('rules that count', () => {
  const DAILY =
    '  - {id: daily, tools: "bank/*", when: \'sum(args.amount, "bank/*", "1d") > 1000\', then: block, reason: r}\n';
  const kinds = (before: string, after: string): readonly string[] => [
    ...new Set(
      compareHints(policy(`rules:\n${HELD}${before}`), policy(`rules:\n${HELD}${after}`)).changed.map(
        ({ kind }) => kind,
      ),
    ),
  ];

  it('are loosened by an exception that reads another counter', () => {
    const excepted = `${DAILY}exceptions:\n  - {id: e, rule: daily, unless: 'after("review/approve")', reason: r, until: 2027-06-30}\n`;
    expect(kinds(DAILY, excepted)).toContain('loosened');
    expect(kinds(excepted, DAILY)).toEqual(['tightened']);
  });

  it('are loosened by a bound beside another counter', () => {
    const both = (most: number): string =>
      `  - {id: both, when: 'count("a/*", "1h") > 3 && count("b/*", "1h") > ${most}', then: block, reason: r}\n`;
    expect(kinds(both(3), both(30))).toEqual(['loosened']);
  });

  it('are loosened where a label is not raised any more', () => {
    const raising = '  - {id: raises, tools: "crm/*", raise: customers, reason: r}\n';
    expect(kinds(raising, '')).toContain('loosened');
    expect(kinds('', raising)).toEqual(['tightened']);
  });

  it('are cut where they read more than can be tried', () => {
    const many = Array.from(
      { length: 40 },
      (_, at) => `  - {id: c${at}, when: 'count("t${at}/*", "1h") > 3', then: block, reason: r}\n`,
    ).join('');
    expect(compareHints(policy(`rules:\n${HELD}`), policy(`rules:\n${HELD}${many}`)).isCut).toBe(true);
  });
});
