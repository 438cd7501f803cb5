import type { Decision, DecisionInput, JsonObject, Policy, ToolDescription } from '@callgate/core';
import { LOCAL_PRINCIPAL, NO_LABELS, UNTRACED_ORIGINS, decide, describeTool } from '@callgate/core';
import { MINUTES_PER_WEEK } from '@callgate/core/decide';
import { describe, expect, it } from 'vitest';
import { loadPolicy } from './load-policy.ts';
import { presetPolicy } from './preset-policy.ts';
import { PRESET_NAMES, presetText } from './presets.ts';
import { formatProblem } from './yaml/policy-problem.ts';

const load = (...texts: string[]): ReturnType<typeof loadPolicy> =>
  loadPolicy(
    texts.map((text, index) => ({ name: texts.length === 1 ? 'p.yaml' : `p${index + 1}.yaml`, text })),
  );

const loaded = (...texts: string[]): Policy => {
  const result = load(...texts);
  if (result.ok) return result.policy;
  throw new Error(result.problems.map(formatProblem).join('\n'));
};

/** `line:column CODE` of every problem, with the file where there are several. */
const problems = (...texts: string[]): string[] => {
  const result = load(...texts);
  if (result.ok) return [];
  return result.problems.map(({ code, position: { file, line, column } }) =>
    texts.length === 1 ? `${line}:${column} ${code}` : `${file}:${line}:${column} ${code}`,
  );
};

const firstProblem = (...texts: string[]): { code: string; message: string; help: string | undefined } => {
  const result = load(...texts);
  const [first] = result.ok ? [] : result.problems;
  return { code: first?.code ?? '', message: first?.message ?? '', help: first?.help };
};

const NOON = Date.UTC(2026, 10, 15, 12);

const decided = (
  policy: Policy,
  tool: Partial<ToolDescription> & { definition: JsonObject },
  more: Partial<DecisionInput> = {},
): Decision =>
  decide(policy, {
    v: 1,
    tool: describeTool({ server: 'files', trust: 'trusted', ...tool }),
    labels: NO_LABELS,
    words: true,
    origins: UNTRACED_ORIGINS,
    principal: LOCAL_PRINCIPAL,
    args: {},
    time: { at: NOON, offsetMinutes: 0 },
    policy: policy.revision,
    ...more,
  });

const DELETE = {
  name: 'delete',
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
};
const READ = { name: 'read', annotations: { readOnlyHint: true, openWorldHint: false } };

describe('presets', () => {
  it('all load, each as it is and as the start of a file', () => {
    for (const name of PRESET_NAMES) {
      expect(presetPolicy(name).name).toBe(name);
      expect(loaded(`extends: ${name}`).rules.map((rule) => rule.id)).toEqual(
        presetPolicy(name).rules.map((rule) => rule.id),
      );
    }
  });

  it('are remembered', () => {
    expect(presetPolicy('strict')).toBe(presetPolicy('strict'));
  });

  it.each(PRESET_NAMES)('%s is what the loader makes of its file, byte for byte', (name) => {
    const whole = loadPolicy([{ name: `preset:${name}`, text: presetText(name) }]);
    expect(whole).toEqual({ ok: true, policy: presetPolicy(name) });
    expect(JSON.stringify(whole.ok && whole.policy)).toBe(JSON.stringify(presetPolicy(name)));
    expect(Object.isFrozen(presetPolicy(name).rules[0])).toBe(true);
  });

  it('come before the file that extends them, and belong to its layer', () => {
    const policy = loaded(
      'layer: team\nextends: balanced\nrules:\n  - {id: mine, then: confirm, reason: r}\n',
    );
    expect(policy.rules.at(-1)?.id).toBe('mine');
    expect(new Set(policy.rules.map((rule) => rule.layer))).toEqual(new Set(['team']));
  });

  it('can be extended as a list, and twice without harm', () => {
    expect(loaded('extends: [duties, balanced]').rules).toHaveLength(presetPolicy('balanced').rules.length);
    expect(loaded('extends: [balanced, balanced]').rules).toHaveLength(presetPolicy('balanced').rules.length);
    expect(loaded('extends: balanced', 'extends: balanced').rules).toHaveLength(
      presetPolicy('balanced').rules.length,
    );
  });

  it('that do not exist are told, with the nearest that does', () => {
    expect(problems('extends: balancd')).toEqual(['1:10 POLICY_PRESET']);
    expect(firstProblem('extends: balancd').help).toBe('Did you mean `balanced`?');
    expect(problems('extends: [strict, nonsense]')).toEqual(['1:19 POLICY_PRESET']);
    expect(firstProblem('extends: [strict, nonsense]').help).toContain('presets are strict, balanced');
    expect(problems('extends: ../other.yaml')).toEqual(['1:10 POLICY_PRESET']);
    expect(problems('extends: __proto__')).toEqual(['1:10 POLICY_PRESET']);
  });

  it('have texts that stand in files', () => {
    for (const name of PRESET_NAMES) expect(presetText(name)).toContain(`name: ${name}`);
  });
});

describe('layers', () => {
  const rule = (layer: string, id = 'mine'): string =>
    `layer: ${layer}\nrules:\n  - {id: ${id}, then: confirm, reason: r}\n`;

  it('may have rules of the same id', () => {
    const policy = loaded(rule('organisation'), rule('team'), rule('user'));
    expect(policy.rules.map(({ layer, id }) => `${layer} ${id}`)).toEqual([
      'organisation mine',
      'team mine',
      'user mine',
    ]);
  });

  it('may not have two rules of one id in one layer, in one file or in two', () => {
    expect(problems(rule('team'), rule('team'))).toEqual(['p2.yaml:3:10 POLICY_RULE_TWICE']);
    expect(firstProblem(rule('team'), rule('team')).message).toContain('already in p1.yaml');
    expect(problems('rules:\n  - {id: a, reason: r}\n  - {id: a, reason: r}\n')).toEqual([
      '3:10 POLICY_RULE_TWICE',
    ]);
    expect(problems('extends: balanced\nrules:\n  - {id: destroys, reason: r}\n')).toEqual([
      '3:10 POLICY_RULE_TWICE',
    ]);
  });

  it('are user where nothing is said, and nothing but the three', () => {
    expect(loaded('rules:\n  - {id: a, reason: r}').rules[0]?.layer).toBe('user');
    expect(problems('layer: organization\n')).toEqual(['1:8 POLICY_SHAPE']);
    expect(firstProblem('layer: organization\n').help).toBe('Did you mean `organisation`?');
  });

  it('below tighten freely', () => {
    const organisation = 'layer: organisation\nextends: balanced';
    const user = 'rules:\n  - {id: mine, tools: read, then: block, reason: not now}';
    expect(decided(loaded(organisation), { definition: READ }).outcome).toBe('auto');
    expect(decided(loaded(organisation, user), { definition: READ }).outcome).toBe('block');
  });

  it('below do not relax: an auto of theirs loses against the organisation', () => {
    const policy = loaded(
      'layer: organisation\nextends: balanced',
      'rules:\n  - {id: mine, tools: delete, then: auto, reason: I like it}',
    );
    expect(decided(policy, { definition: DELETE }).outcome).toBe('confirm');
  });

  it('together have the name of the last file', () => {
    expect(loaded('name: ours\nlayer: organisation', 'name: mine').name).toBe('mine');
    expect(loaded('layer: organisation', 'rules: []').name).toBe('p2.yaml');
  });
});

describe('exceptions', () => {
  const exception = (rule: string, more = ''): string =>
    `exceptions:\n  - id: spring-cleaning\n    rule: ${rule}\n    unless: tool.name == "delete"\n    reason: cleaning up\n    until: 2027-01-01\n${more}`;
  const organisation = (delegated: boolean): string =>
    `layer: organisation\nextends: duties\nrules:\n  - {id: no-deletes, when: tool.destroys != no, then: confirm, delegated: ${delegated}, reason: deletes}\n  - {id: other, when: tool.described == yes, then: auto, reason: described}\n`;

  it('narrow a rule of the own layer, presets included', () => {
    const policy = loaded(`extends: balanced\n${exception('destroys')}`);
    const decision = decided(policy, { definition: DELETE });
    expect(decision.rules.map((rule) => rule.id)).not.toContain('destroys');
  });

  it('narrow a delegated rule of a layer above, and show in the decision they touch', () => {
    const policy = loaded(organisation(true), exception('no-deletes'));
    const decision = decided(policy, { definition: DELETE });
    expect(decision.outcome).toBe('auto');
    expect(decision.exceptions).toEqual([
      { id: 'spring-cleaning', rule: 'no-deletes', reason: 'cleaning up', until: Date.UTC(2027, 0, 1) },
    ]);
    expect(decided(policy, { definition: READ }).exceptions).toEqual([]);
    expect(decided(policy, { definition: { ...DELETE, name: 'delete_all' } }).outcome).toBe('confirm');
  });

  it('to a rule that is not delegated do not load', () => {
    expect(problems(organisation(false), exception('no-deletes'))).toEqual([
      'p2.yaml:3:11 POLICY_NOT_DELEGATED',
    ]);
    expect(firstProblem(organisation(false), exception('no-deletes')).help).toBe(
      'Ask the organisation to mark the rule `delegated: true`.',
    );
  });

  it('to a rule of the same id in a layer above need its delegation too', () => {
    const user = `rules:\n  - {id: no-deletes, then: confirm, reason: mine}\n${exception('no-deletes')}`;
    expect(problems(organisation(false), user)).toEqual(['p2.yaml:5:11 POLICY_NOT_DELEGATED']);
    expect(problems(organisation(true), user)).toEqual([]);
  });

  it('to a rule of a layer below do not load', () => {
    expect(problems('extends: balanced', `layer: organisation\n${exception('destroys')}`)).toEqual([
      'p2.yaml:4:11 POLICY_NOT_OWNED',
    ]);
  });

  it('to no rule at all do not load', () => {
    expect(problems(`extends: balanced\n${exception('destrys')}`)).toEqual(['4:11 POLICY_NO_RULE']);
    expect(firstProblem(`extends: balanced\n${exception('destrys')}`).help).toBe('Did you mean `destroys`?');
  });

  it('of the same id twice do not load', () => {
    const again = '  - {id: spring-cleaning, rule: read, unless: "false", reason: r, until: 2027-01-01}\n';
    expect(problems(`extends: balanced\n${exception('destroys', again)}`)).toEqual([
      '8:10 POLICY_EXCEPTION_TWICE',
    ]);
  });

  it('end with the day they name', () => {
    const policy = loaded(organisation(true), exception('no-deletes'));
    const at = (moment: number): Decision =>
      decided(policy, { definition: DELETE }, { time: { at: moment, offsetMinutes: 0 } });
    expect(at(Date.UTC(2027, 0, 1) - 1).outcome).toBe('auto');
    expect(at(Date.UTC(2027, 0, 1)).outcome).toBe('confirm');
    expect(at(Date.UTC(2027, 0, 1)).exceptions).toEqual([]);
  });

  it('need an id, a reason, a condition that loads and an end', () => {
    expect(problems('extends: balanced\nexceptions:\n  - {rule: destroys}\n')).toHaveLength(4);
    expect(problems(`extends: balanced\n${exception('destroys').replace('2027-01-01', 'soon')}`)).toEqual([
      '7:12 POLICY_SHAPE',
    ]);
    expect(problems(`extends: balanced\n${exception('destroys').replace('tool.name', 'tool.nam')}`)).toEqual([
      '5:18 CONDITION_FIELD',
    ]);
  });

  it('that cannot be evaluated do not apply', () => {
    const policy = loaded(
      `extends: balanced\n${exception('destroys').replace('tool.name == "delete"', 'args.path.x == 1')}`,
    );
    for (const args of [{}, { path: 'text' }, { path: { x: 2 } }]) {
      const decision = decided(policy, { definition: DELETE }, { args });
      expect(decision.rules.map((rule) => rule.id)).toContain('destroys');
      expect(decision.exceptions).toEqual([]);
    }
  });
});

describe('observing', () => {
  it('is chosen by the file that has only itself to ask', () => {
    expect(loaded('extends: observe').mode).toBe('observe');
    expect(loaded('extends: balanced\nmode: observe').mode).toBe('observe');
    expect(loaded('extends: observe\nmode: enforce').mode).toBe('enforce');
    expect(loaded('extends: balanced').mode).toBe('enforce');
  });

  it('is not chosen for a layer above', () => {
    expect(problems('layer: organisation\nextends: balanced', 'mode: observe')).toEqual([
      'p2.yaml:1:7 POLICY_OBSERVE',
    ]);
    expect(problems('mode: observe', 'layer: organisation\nextends: balanced')).toEqual([
      'p1.yaml:1:7 POLICY_OBSERVE',
    ]);
    expect(firstProblem('layer: organisation\nextends: balanced', 'mode: observe').message).toContain(
      'The organisation enforces its rules',
    );
  });

  it('holds when every layer chose it, and ends when a lower one enforces', () => {
    expect(loaded('layer: organisation\nextends: observe', 'mode: observe').mode).toBe('observe');
    expect(loaded('layer: organisation\nextends: observe', 'mode: enforce').mode).toBe('enforce');
  });

  it('computes the same outcome and says that it is not enforced', () => {
    const [observing, enforcing] = [presetPolicy('observe'), presetPolicy('balanced')];
    const decision = decided(observing, { definition: DELETE });
    expect(decision.mode).toBe('observe');
    expect(decision.outcome).toBe(decided(enforcing, { definition: DELETE }).outcome);
  });
});

describe('the cap on execution time', () => {
  const rule = (timeout: string): string =>
    `rules:\n  - {id: slow, tools: delete, timeout: ${timeout}, reason: slow}\n`;
  const timeout = (...texts: string[]): number | null =>
    decided(loaded(...texts), { definition: DELETE }).obligations.timeoutMs;

  it('is none where nobody set one', () => {
    expect(timeout('extends: balanced')).toBeNull();
    expect(timeout(`extends: balanced\n${rule('2h')}`)).toBe(7_200_000);
  });

  it('holds whatever a rule says, and by itself', () => {
    expect(timeout('extends: balanced\nlimits: {timeout: 30s}')).toBe(30_000);
    expect(timeout(`limits: {timeout: 30s}\n${rule('5m')}`)).toBe(30_000);
    expect(timeout(`limits: {timeout: 30s}\n${rule('250ms')}`)).toBe(250);
  });

  it('is the least of all layers', () => {
    expect(timeout('layer: organisation\nlimits: {timeout: 30s}', 'limits: {timeout: 5m}')).toBe(30_000);
    expect(timeout('layer: organisation\nlimits: {timeout: 30s}', 'limits: {timeout: 10s}')).toBe(10_000);
  });

  it('yields to that of the most specific rule below it', () => {
    const rules =
      'rules:\n  - {id: a, timeout: 10s, reason: r}\n  - {id: b, tools: delete, timeout: 20s, reason: r}\n';
    expect(timeout(rules)).toBe(20_000);
  });
});

describe('hints of your own', () => {
  const FILE = `
extends: balanced
hints:
  - name: residency
    key: com.example/data-residency
    values: { eu: "yes", world: "no" }
    relaxing: "yes"
    description: it keeps data in the EU
rules:
  - {id: residency, when: tool.residency != yes, then: confirm, reason: data may leave the EU}
`;
  const inRegion = (trust: 'trusted' | 'untrusted', value: unknown): Decision =>
    decided(loaded(FILE), {
      trust,
      definition: { ...READ, _meta: { 'com.example/data-residency': value as string } },
    });

  it('are fields of the policy, read from their key', () => {
    expect(inRegion('trusted', 'eu').outcome).toBe('auto');
    expect(inRegion('trusted', 'world').outcome).toBe('confirm');
    expect(inRegion('trusted', 'eu').beliefs['residency']).toEqual({ value: 'yes', ground: 'claim' });
    expect(inRegion('trusted', 'mars').beliefs['residency']).toEqual({ value: 'unknown', ground: 'default' });
  });

  it('relax nothing for an untrusted server', () => {
    const claimed = inRegion('untrusted', 'eu');
    expect(claimed.beliefs['residency']).toEqual({ value: 'unknown', ground: 'default' });
    expect(claimed.rules.map((rule) => rule.id)).toContain('residency');
  });

  it('tighten whoever says so', () => {
    expect(inRegion('untrusted', 'world').beliefs['residency']).toEqual({ value: 'no', ground: 'claim' });
  });

  it('can be set by the operator', () => {
    const decision = decided(loaded(FILE), {
      trust: 'untrusted',
      definition: READ,
      overrides: [{ set: { residency: 'yes', readOnly: 'yes', openWorld: 'no' } }],
    });
    expect(decision.outcome).toBe('auto');
    expect(decision.beliefs['residency']).toEqual({ value: 'yes', ground: 'operator' });
  });

  it('are true and false where no values are named, and believed by default what the file says', () => {
    const policy = loaded(
      'extends: balanced\nhints:\n  - {name: audited, key: com.example/audited, relaxing: "yes", default: "no", description: d}\n',
    );
    const believed = (meta: JsonObject): unknown =>
      decided(policy, { definition: { ...READ, _meta: meta } }).beliefs['audited'];
    expect(believed({ 'com.example/audited': true })).toEqual({ value: 'yes', ground: 'claim' });
    expect(believed({ 'com.example/audited': false })).toEqual({ value: 'no', ground: 'claim' });
    expect(believed({})).toEqual({ value: 'no', ground: 'default' });
  });

  it('have a name of their own, once, and a namespaced key', () => {
    const hint = (name: string, key: string): string =>
      `  - {name: ${name}, key: ${key}, relaxing: "yes", description: d}\n`;
    expect(problems(`hints:\n${hint('readOnly', 'com.example/a')}`)).toEqual(['2:12 POLICY_HINT_NAME']);
    expect(problems(`hints:\n${hint('destroys', 'com.example/a')}`)).toEqual(['2:12 POLICY_HINT_NAME']);
    expect(problems(`hints:\n${hint('a1', 'com.example/a')}${hint('a1', 'com.example/b')}`)).toEqual([
      '3:12 POLICY_HINT_NAME',
    ]);
    expect(problems(`hints:\n${hint('a1', 'gdpr')}`)).toEqual(['2:21 POLICY_SHAPE']);
    expect(problems(`hints:\n${hint('a-b', 'com.example/a')}`)).toEqual(['2:12 POLICY_SHAPE']);
  });

  it('are unknown to a policy that does not register them', () => {
    expect(problems('rules:\n  - {id: a, when: tool.residency == yes, reason: r}\n')).toEqual([
      '2:24 CONDITION_FIELD',
    ]);
  });
});

describe('a file that is not a policy', () => {
  it.each([
    ['a key twice', 'name: a\nname: b\n', ['2:1 POLICY_YAML']],
    ['a key of a rule twice', 'rules:\n  - id: a\n    id: b\n    reason: r\n', ['3:5 POLICY_YAML']],
    ['tabs as indentation', 'rules:\n\t- id: a\n', ['2:1 POLICY_YAML']],
    ['an open bracket', 'rules: [', ['1:9 POLICY_YAML']],
    ['two documents', 'extends: balanced\n---\nextends: strict\n', ['2:1 POLICY_YAML']],
    ['a text', 'hello', ['1:1 POLICY_SHAPE']],
    ['a list', '- a\n', ['1:1 POLICY_SHAPE']],
    ['an unknown key', 'rule: []\n', ['1:1 POLICY_KEY']],
    ['a key from the prototype', '__proto__: {mode: observe}\n', ['1:1 POLICY_KEY']],
    ['an unknown key of a rule', 'rules:\n  - id: a\n    whn: "true"\n    reason: r\n', ['3:5 POLICY_KEY']],
    ['no reason', 'rules:\n  - id: a\n', ['2:5 POLICY_SHAPE']],
    ['an outcome that is none', 'rules:\n  - {id: a, then: blok, reason: r}\n', ['2:19 POLICY_SHAPE']],
    ['an id with spaces', 'rules:\n  - {id: a b, reason: r}\n', ['2:10 POLICY_SHAPE']],
    ['a condition that is a number', 'rules:\n  - {id: a, when: 1, reason: r}\n', ['2:19 POLICY_SHAPE']],
    ['an empty list of tools', 'rules:\n  - {id: a, tools: [], reason: r}\n', ['2:20 POLICY_SHAPE']],
    ['2 MiB', `# ${'x'.repeat(2 * 1_048_576)}`, ['1:1 POLICY_TOO_LARGE']],
  ])('%s', (_, text, expected) => {
    expect(problems(text)).toEqual(expected);
  });

  it('is told with the key that was probably meant', () => {
    expect(firstProblem('rule: []\n').help).toBe('Did you mean `rules`?');
    expect(firstProblem('rules:\n  - {id: a, whn: "true", reason: r}\n').help).toBe('Did you mean `when`?');
    expect(firstProblem('rules:\n  - {id: a, then: blok, reason: r}\n').help).toBe('Did you mean `block`?');
  });

  it('is told wholly: every mistake of every file', () => {
    expect(problems('mode: observ\nrule: []\n', 'rules:\n  - {id: A, then: no, reason: r}\n')).toEqual([
      'p1.yaml:1:7 POLICY_SHAPE',
      'p1.yaml:2:1 POLICY_KEY',
      'p2.yaml:2:10 POLICY_SHAPE',
      'p2.yaml:2:19 POLICY_SHAPE',
    ]);
  });

  it('does not multiply aliases until memory ends', () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x]'];
    for (let i = 1; i < 20; i += 1) {
      const [name, before] = [String.fromCodePoint(97 + i), String.fromCodePoint(96 + i)];
      bomb.push(`${name}: &${name} [${Array.from({ length: 8 }, () => `*${before}`).join(', ')}]`);
    }
    expect(problems(bomb.join('\n'))).toEqual(['1:1 POLICY_YAML']);
  }, 60_000);

  it('shows nothing raw that could move a terminal', () => {
    const result = load('"\\e[31mevil\\u202e": 1\n');
    expect(result.ok).toBe(false);
    const shown = result.ok ? '' : result.problems.map(formatProblem).join('\n');
    expect(shown).toContain('⟦U+001B⟧[31mevil⟦U+202E⟧');
    expect(shown).not.toContain('\u001B');
  });

  it('counts bytes, not characters, against 1 MiB', () => {
    expect(problems(`# ${'é'.repeat(700_000)}`)).toEqual(['1:1 POLICY_TOO_LARGE']);
  });

  it('is told which key of an approver it does not know', () => {
    const text = 'rules:\n  - {id: a, approvers: {cont: 2}, reason: r}\n';
    expect(problems(text)).toContain('2:25 POLICY_KEY');
  });
});

describe('a file that is a policy all the same', () => {
  it.each([
    ['empty', ''],
    ['only a comment', '# nothing yet\n'],
    ['null', 'null'],
    [
      'with CRLF',
      'extends: balanced\r\nrules:\r\n  - id: a\r\n    when: >-\r\n      tool.readOnly == yes &&\r\n      tool.destroys == no\r\n    reason: r\r\n',
    ],
    ['with a BOM', '\ufeffextends: balanced\nrules: []\n'],
    ['in JSON', '{"extends": "balanced", "rules": [{"id": "a", "reason": "r"}]}'],
    [
      'with an anchor and its alias',
      'rules:\n  - {id: a, tools: &t [x, y], reason: r}\n  - {id: b, tools: *t, reason: r}\n',
    ],
  ])('%s', (_, text) => {
    expect(problems(text)).toEqual([]);
  });

  it('and if it says nothing, a person is asked about everything', () => {
    expect(decided(loaded(''), { definition: READ })).toMatchObject({
      outcome: 'confirm',
      reasons: ['No rule allows this call, so it needs approval'],
    });
  });
});

describe('a condition of many alternatives', () => {
  it('loads, or is refused in place, however long the chain is', () => {
    const when = Array.from({ length: 120 }, (_, index) => `args.x == ${index}`).join(' || ');
    expect(
      load(`extends: balanced\nrules:\n  - {id: a, when: '${when}', then: confirm, reason: r}\n`),
    ).toBeDefined();
  });

  it('loads up to fifty', () => {
    const when = Array.from({ length: 50 }, (_, index) => `args.x == ${index}`).join(' || ');
    expect(problems(`rules:\n  - {id: a, when: '${when}', then: confirm, reason: r}\n`)).toEqual([]);
  });

  it('is refused beyond 4,000 characters', () => {
    const when = Array.from({ length: 300 }, () => 'args.x == 1').join(' || ');
    expect(problems(`rules:\n  - {id: a, when: '${when}', then: confirm, reason: r}\n`)).toEqual([
      '2:19 POLICY_SHAPE',
    ]);
  });
});

describe('obligations', () => {
  const EVERYTHING = `
extends: duties
rules:
  - id: everything
    then: confirm
    reason: r
    approvers: [{count: 2, group: finance}, {count: 1}]
    terms: strong
    audit: full
    redact: [token, body.secret]
    caching: false
    timeout: 90s
    retries: 2
    concurrency: {limit: 3, per: server}
    hours: Mon-Fri 08:00-18:00
    progress: true
    aiTag: true
    undo: true
    preview: true
    notify: [operator, finance]
    model: {atLeast: 0.5, atMost: 0.9}
`;
  const NOTHING = {
    approvers: [],
    terms: 'plain',
    audit: 'standard',
    redact: [],
    noCaching: false,
    timeoutMs: null,
    retries: 0,
    concurrency: [],
    hours: null,
    progress: false,
    aiTag: false,
    undo: false,
    preview: false,
    notify: [],
    model: { atLeast: null, atMost: null },
  };
  const SAFE = { ...READ, annotations: { ...READ.annotations, idempotentHint: true } };
  const obligations = (...texts: string[]): Decision['obligations'] =>
    decided(loaded(...texts), { definition: SAFE }).obligations;
  const weekdays = [0, 1, 2, 3, 4].map((day) => ({ from: day * 1440 + 480, to: day * 1440 + 1080 }));

  it('are none where no rule demands any', () => {
    expect(obligations('rules:\n  - {id: a, then: confirm, reason: r}')).toEqual(NOTHING);
  });

  it('are all read from a rule', () => {
    expect(obligations(EVERYTHING)).toEqual({
      approvers: [{ count: 1 }, { count: 2, group: 'finance' }],
      terms: 'strong',
      audit: 'full',
      redact: ['body.secret', 'token'],
      noCaching: true,
      timeoutMs: 90_000,
      retries: 2,
      concurrency: [{ per: 'server', limit: 3 }],
      hours: weekdays,
      progress: true,
      aiTag: true,
      undo: true,
      preview: true,
      notify: ['finance', 'operator'],
      model: { atLeast: 0.5, atMost: 0.9 },
    });
  });

  it('are written short where there is one', () => {
    const short =
      'rules:\n  - {id: a, reason: r, approvers: 2, redact: token, notify: operator, concurrency: 4, hours: "08:00-09:00"}\n';
    expect(obligations(short)).toMatchObject({
      approvers: [{ count: 2 }],
      redact: ['token'],
      notify: ['operator'],
      concurrency: [{ per: 'tool', limit: 4 }],
    });
    expect(obligations('rules:\n  - {id: a, reason: r, approvers: {count: 3}}\n').approvers).toEqual([
      { count: 3 },
    ]);
  });

  it('of several rules and layers merge: demands add up, allowances shrink', () => {
    const other = `
rules:
  - id: other
    reason: r
    approvers: [{count: 3, group: finance}, {count: 1, group: legal}]
    audit: standard
    redact: password
    timeout: 30s
    retries: 1
    concurrency: {limit: 2, per: server}
    hours: [Fri 12:00-20:00, Sat 10:00-11:00]
    notify: legal
    model: {atLeast: 0.7, atMost: 0.8}
  - {id: third, reason: r, concurrency: 5}
`;
    expect(obligations(`layer: organisation\n${EVERYTHING}`, other)).toMatchObject({
      approvers: [{ count: 1 }, { count: 3, group: 'finance' }, { count: 1, group: 'legal' }],
      audit: 'full',
      redact: ['body.secret', 'password', 'token'],
      timeoutMs: 30_000,
      retries: 1,
      concurrency: [
        { per: 'tool', limit: 5 },
        { per: 'server', limit: 2 },
      ],
      hours: [{ from: 4 * 1440 + 720, to: 4 * 1440 + 1080 }],
      notify: ['finance', 'legal', 'operator'],
      model: { atLeast: 0.7, atMost: 0.8 },
    });
  });

  it('block where their hours have no moment in common', () => {
    const policy = loaded(
      'extends: balanced\nrules:\n  - {id: a, hours: Mon 08:00-09:00, reason: r}\n  - {id: b, hours: Tue 08:00-09:00, reason: r}\n',
    );
    expect(decided(policy, { definition: SAFE })).toMatchObject({
      outcome: 'block',
      reasons: expect.arrayContaining(['The allowed hours of the rules never overlap']),
      obligations: { hours: [] },
    });
  });

  it('do not retry what is not believed idempotent', () => {
    const policy = loaded('rules:\n  - {id: a, retries: 3, reason: r}\n');
    expect(decided(policy, { definition: DELETE }).obligations.retries).toBe(0);
    expect(decided(policy, { definition: SAFE, trust: 'untrusted' }).obligations.retries).toBe(0);
    expect(decided(policy, { definition: SAFE }).obligations.retries).toBe(3);
  });

  it.each([
    'approvers: 0',
    'approvers: 21',
    'approvers: []',
    'approvers: {count: 1.5}',
    'terms: weak',
    'audit: none',
    'redact: []',
    'caching: true',
    'timeout: 30',
    'timeout: 0s',
    'timeout: 1.5h',
    'retries: -1',
    'retries: 11',
    'concurrency: 0',
    'concurrency: {limit: 1, per: galaxy}',
    'hours: 25:00-26:00',
    'hours: Mo 08:00-09:00',
    'hours: []',
    'progress: false',
    'undo: "yes"',
    'notify: ""',
    'model: {atLeast: 2}',
  ])('that mean nothing do not load: %s', (line) => {
    expect(problems(`rules:\n  - id: a\n    reason: r\n    ${line}\n`)).toEqual([
      expect.stringMatching(/^4:\d+ POLICY_SHAPE$/),
    ]);
  });

  it('can allow a whole week', () => {
    expect(obligations('rules:\n  - {id: a, reason: r, hours: "00:00-24:00"}\n').hours).toEqual([
      { from: 0, to: MINUTES_PER_WEEK },
    ]);
  });
});

describe('the canary', () => {
  const rules = (...lines: string[]): string =>
    `rules:\n${lines.map((line) => `  - {${line}, reason: r}\n`).join('')}`;

  it.each([
    ['runs everything', rules('id: a, then: auto')],
    ['runs one glob', rules('id: a, tools: "git_*", then: auto')],
    ['runs one tool of one server', rules('id: a, tools: files/read_?, then: auto')],
    [
      'runs the second of two patterns',
      rules('id: a, tools: [x, y], then: auto', 'id: b, tools: x, then: confirm'),
    ],
    ['runs what has no argument', rules('id: a, when: "!has(args.x)", then: auto')],
    ['runs without words', rules('id: a, when: session.words == no, then: auto')],
    ['runs everything and only observes', `mode: observe\n${rules('id: a, then: auto')}`],
    ['runs what has a certain argument', rules('id: a, when: args.x == 1, then: auto')],
    ['runs a name that only the condition tells', rules('id: a, when: tool.name == "x", then: auto')],
    ['runs for certain people', rules('id: a, when: principal.subject != "local", then: auto')],
    ['runs at certain hours', rules('id: a, when: time.hour > 3, then: auto')],
    [
      'excepts everything from the rule that holds it',
      `${rules('id: a, then: auto', 'id: b, then: confirm')}exceptions:\n  - {id: e, rule: b, unless: "true", reason: r, until: 2100-01-01}\n`,
    ],
  ])('keeps a policy from loading that %s', (_, text) => {
    expect(problems(text)).toEqual([expect.stringMatching(/^[23]:5 POLICY_CANARY$/)]);
    expect(firstProblem(text).message).toContain('`a` could run');
    expect(firstProblem(text).help).toContain('Extend a preset');
  });

  it.each([
    ['only runs what is described', rules('id: a, when: tool.described == yes, then: auto')],
    ['extends a preset', `extends: balanced\n${rules('id: a, then: auto')}`],
    [
      'says auto for a glob on top of a preset',
      `extends: balanced\n${rules('id: a, tools: "git_*", then: auto')}`,
    ],
    ['has no rule that says auto', rules('id: a, then: confirm')],
    ['is empty', ''],
  ])('does not sing for a policy that %s', (_, text) => {
    expect(problems(text)).toEqual([]);
  });
});

describe('the layer of a file', () => {
  const org = {
    name: 'org.yaml',
    text: 'layer: organisation\nextends: balanced\nrules: [{id: no-deletes, when: tool.destroys == yes, then: block, reason: r}]',
  };
  const exception = 'exceptions: [{id: e, rule: no-deletes, unless: "true", reason: r, until: 2100-01-01}]';

  it('cannot be raised by the file where the loader knows whose it is', () => {
    const codesFor = (layer: 'user' | 'organisation', own: string): string[] => {
      const result = loadPolicy([org, { name: 'u.yaml', text: `layer: ${own}\n${exception}`, layer }]);
      return result.ok ? [] : result.problems.map(({ code }) => code);
    };
    expect(codesFor('user', 'organisation')).toContain('POLICY_LAYER');
    expect(codesFor('user', 'user')).toEqual(['POLICY_NOT_DELEGATED']);
    expect(codesFor('organisation', 'organisation')).toEqual([]);
    expect(codesFor('organisation', 'user')).toEqual(['POLICY_NOT_DELEGATED']);
  });
});

describe('the revision', () => {
  const BASE = `name: mine
extends: balanced
limits: {timeout: 30s}
hints:
  - {name: audited, key: com.example/audited, relaxing: "yes", description: d}
rules:
  - id: a
    tools: [x, y]
    when: tool.readOnly == yes
    then: confirm
    approvers: 2
    reason: because
exceptions:
  - {id: e, rule: destroys, unless: args.x == 1, reason: r, until: 2027-01-01}
`;
  const revision = (text: string): string => loaded(text).revision;

  it('is the same for the same meaning: order of keys, comments, blank lines, quoting, line ends', () => {
    const same = [
      `# a comment\n\n${BASE}`,
      BASE.replaceAll('\n', '\r\n'),
      BASE.replace('tools: [x, y]', 'tools:\n      - x\n      - "y"'),
      BASE.replace(
        '    then: confirm\n    approvers: 2\n',
        '    approvers: [{count: 2}]\n    then: confirm\n',
      ),
      BASE.replace('name: mine\nextends: balanced\n', 'extends: [balanced]\nname: mine\n'),
      BASE.replace('timeout: 30s', 'timeout: 30000ms'),
      BASE.replace('when: tool.readOnly == yes', 'when: "tool.readOnly == yes"'),
      BASE.replace('    then: confirm', '    delegated: false\n    then: confirm'),
    ];
    for (const text of same) expect(revision(text), text).toBe(revision(BASE));
  });

  it.each([
    ['the preset', 'extends: balanced', 'extends: intent'],
    ['the mode', 'name: mine', 'name: mine\nmode: observe'],
    ['the layer', 'name: mine', 'name: mine\nlayer: team'],
    ['the cap', 'timeout: 30s', 'timeout: 31s'],
    ['a hint', 'relaxing: "yes"', 'relaxing: "no"'],
    ['the key of a hint', 'com.example/audited', 'com.example/audit'],
    ['the id of a rule', 'id: a\n', 'id: b\n'],
    ['the tools', 'tools: [x, y]', 'tools: [x]'],
    ['the condition', 'when: tool.readOnly == yes', 'when: tool.readOnly == no'],
    ['the outcome', 'then: confirm', 'then: block'],
    ['an obligation', 'approvers: 2', 'approvers: 3'],
    ['the reason', 'reason: because', 'reason: why not'],
    ['delegation', 'then: confirm', 'then: confirm\n    delegated: true'],
    ['an exception', 'unless: args.x == 1', 'unless: args.x == 2'],
    ['the end of an exception', '2027-01-01', '2027-01-02'],
    ['the rule of an exception', 'rule: destroys', 'rule: privileged'],
  ])('changes with %s', (_, from, to) => {
    if (from === 'extends: balanced') {
      expect(revision(BASE.replace(from, to).replace('rule: destroys', 'rule: privileged'))).not.toBe(
        revision(BASE.replace('rule: destroys', 'rule: privileged')),
      );
      return;
    }
    expect(BASE).toContain(from);
    expect(revision(BASE.replace(from, to))).not.toBe(revision(BASE));
  });

  it('does not depend on the name of the policy or of its file', () => {
    const at = (name: string): unknown => {
      const result = loadPolicy([{ name, text: 'extends: balanced' }]);
      return result.ok ? result.policy.revision : result.problems;
    };
    expect(at('/home/a/policy.yaml')).toBe(at('policy.yaml'));
    expect(revision(BASE.replace('name: mine', 'name: yours'))).toBe(revision(BASE));
  });

  it('of an input prepared for another policy is refused', () => {
    const decision = decided(loaded(BASE), { definition: READ }, { policy: 'sha256:other' });
    expect(decision.outcome).toBe('block');
  });
});
