import { Engine, LOCAL_PRINCIPAL, UNTRACED_ORIGINS, describeTool } from '@callgate/core';
import type { Decision, DecisionInput, JsonObject, Policy } from '@callgate/core';
import { statefulIsAuthorized, preparsePolicySet } from '@cedar-policy/cedar-wasm/nodejs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { portablePolicy, writeCedar, writeRego } from '../src/export/index.ts';
import { loadPolicy } from '../src/load-policy.ts';
import { presetPolicy } from '../src/preset-policy.ts';

const policyOf = (text: string): Policy => {
  const loaded = loadPolicy([{ name: 'p.yaml', text }]);
  if (!loaded.ok) throw new Error(loaded.problems.map(({ message }) => message).join('\n'));
  return loaded.policy;
};

/** Everything that can be exported and is equal: no rule that allows reads labels. */
const EXACT = policyOf(`name: exact
rules:
  - {id: described, when: tool.described == no, then: confirm, reason: unknown}
  - {id: reads, when: tool.readOnly == yes && tool.described == yes, then: auto, reason: reads}
  - {id: notes, tools: ["notes/add_*", "get_note"], when: tool.described == yes && tool.destroys != yes, then: auto, reason: notes}
  - {id: labels, when: session.untrusted != none && tool.consequential != no, then: confirm, reason: labelled}
  - {id: private-only, when: session.private == possible, then: confirm, reason: odd and not monotone}
  - {id: sales, when: '"sales" in principal.groups && tool.outward == yes', then: block, reason: sales}
  - {id: night, when: time.hour < 6 || time.hour >= 22, then: block, reason: night}
  - {id: named, when: 'tool.name.startsWith("drop_") || server.name in ["old", "older"]', then: block, reason: named}
`);

/** What cannot be said, beside what can. */
const LOSSY = policyOf(`name: lossy
extends: balanced
rules:
  - {id: amounts, when: tool.mutates != no && args.amount > 1000, then: block, reason: much}
  - {id: one-letter, tools: ["notes/get_?ote"], then: confirm, reason: pattern}
  - {id: small, tools: ["notes/*"], when: tool.described == yes && args.amount < 5, then: auto, reason: little}
  - {id: looks, when: session.private == none && tool.readOnly == yes && tool.described == yes, then: auto, reason: looks}
  - {id: counted, when: tool.mutates == yes && size(tool.name) > 20, then: confirm, reason: long}
`);

const claim = fc.constantFrom(undefined, true, false);
const strength = fc.constantFrom('none' as const, 'possible' as const, 'known' as const);
const answer = fc.constantFrom('yes' as const, 'no' as const, 'unknown' as const);

const inputs = fc
  .record({
    server: fc.constantFrom('notes', 'bank', 'old'),
    name: fc.constantFrom('get_note', 'add_note', 'drop_all', 'send', 'a_very_long_name_of_a_tool'),
    hints: fc.record({
      readOnlyHint: claim,
      destructiveHint: claim,
      openWorldHint: claim,
      privilegedAccessHint: claim,
      sensitiveDataHint: claim,
      requiresConfirmation: claim,
    }),
    quarantine: fc.constantFrom(null, null, null, 'changed'),
    labels: fc.record({ private: strength, untrusted: strength }),
    words: fc.boolean(),
    proven: answer,
    groups: fc.constantFrom([], ['sales'], ['sales', 'ops']),
    hour: fc.integer({ min: 0, max: 23 }),
    args: fc.constantFrom({}, { amount: 3 }, { amount: 5000 }, { amount: 'much' }),
  })
  .map(
    ({
      server,
      name,
      hints,
      quarantine,
      labels,
      words,
      proven,
      groups,
      hour,
      args,
    }): Omit<DecisionInput, 'policy'> => ({
      v: 1,
      tool: describeTool({
        server,
        trust: 'trusted',
        definition: { name, annotations: JSON.parse(JSON.stringify(hints)) as JsonObject },
        quarantine,
      }),
      labels,
      words,
      origins: { ...UNTRACED_ORIGINS, proven, destination: proven },
      principal: { ...LOCAL_PRINCIPAL, groups },
      args,
      time: { at: Date.UTC(2026, 10, 19, hour, 30), offsetMinutes: 0 },
    }),
  );

/** Facts as a program gets them of Callgate. */
const factsOf = (
  { tool, labels, words, origins, principal, time }: Omit<DecisionInput, 'policy'>,
  { beliefs, facts }: Decision,
): Record<string, Record<string, unknown>> => {
  const at = new Date(time.at);
  return {
    tool: {
      ...Object.fromEntries(
        Object.entries(beliefs).map(([name, belief]) => [name, belief?.value ?? 'unknown']),
      ),
      ...facts,
      name: tool.name,
      kind: 'tool',
    },
    server: { name: tool.server.name, trust: 'trusted' },
    session: { ...labels, words: words ? 'yes' : 'no' },
    origin: {
      proven: origins.proven,
      destination: origins.destination,
      created: origins.created ?? 'no',
      forbidden: 'no',
      outbound: 'no',
    },
    principal: { subject: principal.subject, kind: principal.kind, groups: principal.groups, roles: [] },
    time: { hour: at.getUTCHours(), minute: at.getUTCMinutes() },
  };
};

const cedarAllows = (id: string, context: Record<string, unknown>): boolean => {
  const answered = statefulIsAuthorized({
    principal: { type: 'Subject', id: 'p' },
    action: { type: 'Action', id: 'call' },
    resource: { type: 'Tool', id: 't' },
    context: context as never,
    preparsedPolicySetId: id,
    entities: [],
  });
  if (answered.type === 'failure') throw new Error(answered.errors.map(({ message }) => message).join('\n'));
  return answered.response.decision === 'allow';
};

const prepare = (id: string, policy: Policy): void => {
  const parsed = preparsePolicySet(id, { staticPolicies: writeCedar(portablePolicy(policy)) });
  if (parsed.type === 'failure') throw new Error(parsed.errors.map(({ message }) => message).join('\n'));
};

const engines = new Map<Policy, Engine>();

const decide = (policy: Policy, input: Omit<DecisionInput, 'policy'>): Decision => {
  const engine = engines.get(policy) ?? new Engine(policy);
  engines.set(policy, engine);
  return engine.decide({ ...input, policy: policy.revision });
};

describe('a policy in Cedar', () => {
  it('allows exactly what runs by itself where everything can be said', () => {
    const portable = portablePolicy(EXACT);
    expect(portable.losses).toEqual([]);
    prepare('exact', EXACT);
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(inputs, (input) => {
        const decision = decide(EXACT, input);
        const allows = cedarAllows('exact', factsOf(input, decision));
        seen.add(allows);
        expect(allows).toBe(decision.outcome === 'auto');
      }),
      { numRuns: 800, seed: 7 },
    );
    expect(seen.size).toBe(2);
  });

  it('never allows what does not run by itself, and says what it cannot say', () => {
    for (const [id, policy] of [
      ['lossy', LOSSY],
      ['balanced', presetPolicy('balanced')],
      ['strict', presetPolicy('strict')],
      ['intent', presetPolicy('intent')],
    ] as const) {
      prepare(id, policy);
      let allowed = 0;
      fc.assert(
        fc.property(inputs, (input) => {
          const decision = decide(policy, input);
          if (!cedarAllows(id, factsOf(input, decision))) return;
          allowed += 1;
          expect(decision.outcome).toBe('auto');
        }),
        { numRuns: 250, seed: 11 },
      );
      expect(allowed, id).toBeGreaterThan(0);
    }
    const { losses } = portablePolicy(LOSSY);
    expect(losses).toEqual(
      expect.arrayContaining([
        { rule: 'amounts', kind: 'stricter', what: 'args' },
        { rule: 'one-letter', kind: 'stricter', what: 'tools notes/get_?ote' },
        { rule: 'small', kind: 'dropped', what: 'args' },
        { rule: 'counted', kind: 'stricter', what: 'gt, size' },
      ]),
    );
    const text = writeCedar(portablePolicy(LOSSY));
    expect(text).toContain('// LEFT OUT small, which allows: not exported is args');
    // where it fails, it asks
    expect(text).toMatch(/@id\("small"\)\n@outcome\("confirm"\)\nforbid/);
  });

  it('allows nothing where a fact is missing or of another kind', () => {
    prepare('guarded', EXACT);
    const input = fc
      .sample(inputs, { numRuns: 400, seed: 3 })
      .find((each) => decide(EXACT, each).outcome === 'auto');
    if (input === undefined) throw new Error('nothing runs');
    const facts = factsOf(input, decide(EXACT, input));
    expect(cedarAllows('guarded', facts)).toBe(true);
    for (const name of portablePolicy(EXACT).fields) {
      const [domain = '', member = ''] = name.split('.');
      const { [member]: _, ...without } = facts[domain] ?? {};
      expect(cedarAllows('guarded', { ...facts, [domain]: without }), name).toBe(false);
      expect(cedarAllows('guarded', { ...facts, [domain]: { ...without, [member]: true } }), name).toBe(
        false,
      );
    }
    expect(cedarAllows('guarded', {})).toBe(false);
  });

  it('never allows what fails by what it counts, or waits for hours', () => {
    const SUM = 'sum(args.amount, "bank/*", "1d")';
    const counting = policyOf(`rules:
  - {id: held, when: tool.described == no, then: confirm, reason: r}
  - {id: all, tools: ["notes/*", "bank/*", "shop/*"], when: tool.described == yes, then: auto, reason: r}
  - {id: little, tools: ["bank/*"], when: 'tool.described == yes && ${SUM} < 100', then: auto, reason: r}
  - {id: office, tools: ["shop/*"], hours: "08:00-12:00", reason: r}
  - {id: evening, tools: ["shop/*"], when: tool.described == yes, then: auto, hours: "18:00-20:00", reason: r}
`);
    prepare('counting', counting);
    const annotations = { readOnlyHint: false, destructiveHint: false };
    const ask = (server: string): readonly [outcome: string, allowed: boolean] => {
      const input = {
        v: 1,
        tool: describeTool({ server, trust: 'owned', definition: { name: 'pay', annotations } }),
        labels: { private: 'none', untrusted: 'none' },
        words: true,
        origins: UNTRACED_ORIGINS,
        principal: LOCAL_PRINCIPAL,
        args: { amount: '5' },
        time: { at: 0, offsetMinutes: 0 },
        history: { [SUM]: { most: 0, ran: 0 } },
      } as const;
      const decision = decide(counting, input);
      return [decision.outcome, cedarAllows('counting', factsOf(input, decision))];
    };
    expect(ask('notes')).toEqual(['auto', true]);
    expect(ask('bank')).toEqual(['confirm', false]);
    expect(ask('shop')).toEqual(['block', false]);
    expect(portablePolicy(counting).losses).toEqual(
      expect.arrayContaining([
        { rule: 'little', kind: 'dropped', what: 'lt, counter' },
        { rule: 'office', kind: 'stricter', what: 'hours' },
        { rule: 'evening', kind: 'stricter', what: 'hours' },
      ]),
    );
  });

  it('is no place for text of a policy to become code', () => {
    const hostile = policyOf(
      'rules:\n  - {id: x, when: "tool.name == \\"a\\\\\\" || true || \\\\\\"\\" && tool.described == yes", then: auto, reason: "r\\npermit(principal, action, resource);"}\n',
    );
    const text = writeCedar(portablePolicy(hostile));
    prepare('hostile', hostile);
    expect(cedarAllows('hostile', { tool: { name: 'b', described: 'yes' } })).toBe(false);
    expect(text.split('\n').filter((line) => line.startsWith('permit('))).toHaveLength(1);
    expect(writeRego(portablePolicy(hostile))).not.toMatch(/^permit/m);
  });
});

describe('a policy in Rego', () => {
  it('has patterns in which nothing but `*` is a wildcard', () => {
    const odd = policyOf('rules:\n  - {id: odd, tools: ["s/get_[a]{b}*"], then: block, reason: r}\n');
    expect(writeRego(portablePolicy(odd))).toContain(
      String.raw`glob.match("get_\\[a\\]\\{b\\}*", null, input.tool.name)`,
    );
  });

  it('has every rule that can be said, under its outcome, and asks where nothing is known', () => {
    for (const policy of [EXACT, LOSSY, presetPolicy('balanced')]) {
      const portable = portablePolicy(policy);
      const text = writeRego(portable);
      expect(text).toMatch(/^package callgate$/m);
      expect(text).toContain('default outcome := "confirm"');
      for (const { id, then } of portable.rules) expect(text).toContain(`${then} contains "${id}" if {`);
      for (const { rule } of portable.losses) expect(text).toMatch(new RegExp(`^# .*\\b${rule}\\b`, 'm'));
      // every helper that is used is defined
      const used = new Set([...text.matchAll(/\b_r\d+_\d+\b/g)].map(([name]) => name));
      for (const name of used) expect(text).toMatch(new RegExp(`^${name} if \\{`, 'm'));
    }
  });
});
