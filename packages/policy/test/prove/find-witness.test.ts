import type { Policy } from '@callgate/core';
import { decide } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../../src/index.ts';
import type { Counterexample } from '../../src/prove/proof.ts';
import { provePolicy } from '../../src/prove/prove-policy.ts';

const policyOf = (...rules: readonly string[]): Policy => {
  const loaded = loadPolicy([
    {
      name: 'mine.yaml',
      text: `hints:
  - {name: colourful, key: example.com/colour, values: {red: "yes", grey: "no"}, relaxing: "no", description: made up}
rules:\n${rules.map((rule) => `  - ${rule}`).join('\n')}`,
    },
  ]);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.policy;
};

/** Automatic for described tools where the condition is true. */
const autoIf = (when: string): Policy =>
  policyOf(`{id: all, when: 'tool.described == yes && (${when})', then: auto, reason: fine}`);

const broken = (policy: Policy, never = 'tool.described == yes'): Counterexample => {
  const [proof] = provePolicy(policy, { never: [never] });
  if (proof?.result !== 'disproved' || !('counterexample' in proof)) throw new Error(JSON.stringify(proof));
  const { counterexample } = proof;
  expect(decide(policy, counterexample.input)).toEqual(counterexample.decision);
  expect(counterexample.decision.outcome).toBe('auto');
  return counterexample;
};

describe('a counterexample', () => {
  it.each([
    'args.amount > 100 && args.amount <= 101',
    'args.to.startsWith("a") && args.to.endsWith("b") && args.to != "ab"',
    'args.to.lowerAscii() == "boss" && args.to != "boss"',
    'args.a.b == 3 && has(args.a)',
    'args.note in ["x", "y"] && "x" != args.note',
    '!has(args.a.b) && has(args.a)',
    '["a", "b"].exists(x, args.to == x)',
    '["a", tool.kind].all(x, args.to != x)',
    '[args.a, args.b].exists(x, x == "x")',
    'args.flag ? args.a == 1 : args.a == 2',
    '(tool.readOnly == yes ? "r" : "w") == args.mode',
    'size(args.list) == 3',
    'size(args.text) > 20',
    'args.from == args.to && args.from != "x"',
    'args.items.exists(i, i == "gold")',
    'args.items.all(i, i.startsWith("a")) && size(args.items) > 1',
    '"admin" in args.roles',
    'args.list[1] == "x"',
    '5 < args.amount',
    'principal.subject.startsWith("bot-") && principal.kind == "service"',
    '"finance" in principal.groups && !("interns" in principal.roles)',
    'principal.roles.exists(r, r.startsWith("adm"))',
    'size(principal.groups) == 2',
    'time.hour >= 22 && time.minute == 30 && time.weekday == 7',
    'time.date >= "2030-01-01" && time.date.startsWith("2031-02")',
    'time.date.endsWith("-29") && time.date.contains("-02-") && glob(time.date, "20*") && time.date != "2028-02-29"',
    'time.date == "2026-12-24"',
    'session.private != known && session.words == yes && origin.created == yes',
    'origin.forbidden == yes && origin.outbound == yes && origin.proven == no',
    '"to" in origin.unproven && "mail/read" in origin.firstSeen',
    '"nowhere" in origin.firstSeen',
    'glob(tool.name, "get_*") && server.name == "files"',
    'tool.kind == "prompt"',
    'tool.minTrustLevel >= 3 && tool.intelligencePriority > 0.5',
    'tool.colourful == yes && "public" in tool.destination',
    '"mine" in tool.attribution && "user" in tool.source',
    'claims.maliciousActivity == yes && tool.maliciousActivity == yes',
    'tool.idempotent == yes && tool.reversible == no',
    'tool.conflicting == yes && tool.quarantined == yes',
    'tool.outwardOnGround == no && tool.returnsUntrusted == no && tool.readsPrivate == no',
  ])('shows %s', (when) => {
    expect(broken(autoIf(when)).decision.rules.map(({ id }) => id)).toEqual(['all']);
  });

  it('is on the right side of the ends of exceptions', () => {
    const loaded = loadPolicy([
      {
        name: 'mine.yaml',
        text: `rules:
  - {id: all, when: tool.described == yes, then: auto, reason: fine}
  - {id: hold, when: args.amount > 5, then: confirm, reason: much}
exceptions:
  - {id: first, rule: hold, unless: args.amount < 10, reason: soon over, until: 2027-01-01}
  - {id: second, rule: hold, unless: args.amount < 8, reason: later over, until: 2028-01-01}
`,
      },
    ]);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
    const { input } = broken(loaded.policy, 'args.amount > 5');
    expect(input.time.at).toBeLessThan(Date.UTC(2028, 0, 1));
    expect(broken(loaded.policy, 'args.amount > 9').input.time.at).toBeLessThan(Date.UTC(2027, 0, 1));
    expect(
      broken(loaded.policy, 'args.amount > 6 && time.date == "2027-05-01"').input.time.at,
    ).toBeGreaterThan(Date.UTC(2027, 3, 30));
    const [after] = provePolicy(loaded.policy, { never: ['args.amount > 5 && time.date > "2028-01-03"'] });
    // a day and the end of an exception are looked at apart: it can stay open, and is never disproved
    expect(after?.result).not.toBe('disproved');
  });

  it('has no more to it than it takes', () => {
    const { input, definition } = broken(autoIf('args.amount > 100 || args.to == "boss"'));
    expect(Object.keys(input.args)).toHaveLength(1);
    expect(Object.keys(definition['annotations'] ?? {})).toHaveLength(1);
    expect(input.labels).toEqual({ private: 'none', untrusted: 'none' });
  });

  it('is none for what contradicts itself', () => {
    for (const when of [
      'args.amount > 1000 && args.amount < 100',
      'args.to == "a" && args.to.startsWith("b")',
      'args.to.contains("x") && ["a", "b"].exists(t, t == args.to)',
      'tool.readOnly == yes && tool.mutates == yes',
      'glob(tool.name, "get_*") && tool.name == "send"',
      'time.weekday == 8 || time.date < "1999-01-01"',
    ])
      expect(provePolicy(autoIf(when), { never: ['tool.described == yes'] })[0]?.result, when).toBe('proved');
  });

  it('is undecided where only a condition that cannot be looked into stands in its way', () => {
    const policy = autoIf('size(args.a) > 1 && size(args.a) < 2');
    expect(provePolicy(policy, { never: ['tool.described == yes'] })[0]).toMatchObject({
      result: 'undecided',
      why: 'unconfirmed',
    });
  });
});

it('names are told apart as patterns of rules do', () => {
  const policy = policyOf(
    '{id: files, tools: ["files/*"], when: tool.described == yes, then: auto, reason: fine}',
    '{id: read, tools: ["files/read_*", "mail/*"], then: confirm, reason: fine}',
  );
  const { input } = broken(policy);
  expect(input.tool.server.name).toBe('files');
  expect(input.tool.name).not.toMatch(/^read_/);
  expect(provePolicy(policy, { never: ['server.name == "mail"'] })[0]?.result).toBe('proved');
});

it('an argument that is compared in too many ways is left open', () => {
  const ways = Array.from(
    { length: 22 },
    (_, at) => `args.to.contains("${'abcdefghijklmnopqrstuvwxyz'[at] ?? ''}${at}")`,
  );
  const policy = autoIf(`has(args.to) || (${ways.join(' && ')})`);
  expect(provePolicy(policy, { never: ['tool.described == yes'] })[0]?.result).not.toBe('proved');
});

it('a day can be compared whatever the case of its letters', () => {
  const { time } = broken(autoIf('time.date.lowerAscii() == "2026-12-24"')).input;
  expect(new Date(time.at).toISOString()).toMatch(/^2026-12-24/);
});

it('names of many kinds are told apart one by one, or left open where they are too many', () => {
  const many = policyOf(
    ...Array.from(
      { length: 24 },
      (_, at) =>
        `{id: rule-${at}, tools: ["*${'abcdefghijklmnopqrstuvwxyz'[at] ?? ''}${at}*"], then: block, reason: no}`,
    ),
    '{id: all, when: tool.described == yes, then: auto, reason: fine}',
  );
  const [proof] = provePolicy(many, { never: ['tool.described == yes'] });
  expect(proof?.result).not.toBe('proved');
});

it('a condition can read what was decided', () => {
  const policy = autoIf('args.amount < 5');
  const [never, always] = provePolicy(policy, {
    never: ['decision.outcome == "block"'],
    always: ['decision.outcome == "auto"'],
  });
  expect(never?.result).toBe('proved');
  expect(always).toMatchObject({ result: 'disproved', counterexample: { decision: { outcome: 'confirm' } } });
});

it.each([
  'args.to in ["boss", "me"] && size(args.to) > 2 && !has(args.to)',
  'args.to in ["boss", "me"] && args.to.startsWith("x")',
  'args.from == args.to && !has(args.to)',
  'args.from == args.to && args.to == "x" && args.from != "x"',
  'args.from == args.to && args.from != args.to',
  'args.from < args.to && args.to <= args.from',
  'args.low > 100 && args.high < 50 && args.low <= args.high',
  'size(args.to) > 4 && args.to == "boss"',
  'size(args.amount) > 2 && args.amount > 5',
])('no call meets what cannot be: %s', (when) => {
  const [proof] = provePolicy(autoIf(when), { never: ['tool.described == yes'] });
  expect(proof?.result).toBe('proved');
});

it('what only a look into the condition would tell stays undecided', () => {
  const [proof] = provePolicy(autoIf('size(args.to) > 4 && size(args.to) < 2'), {
    never: ['tool.described == yes'],
  });
  expect(proof).toMatchObject({ result: 'undecided', why: 'unconfirmed' });
});
