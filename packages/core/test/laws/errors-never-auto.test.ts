import { describe, expect, it } from 'vitest';
import type { DecisionInput } from '../../src/decide/input.ts';
import type { Outcome } from '../../src/outcome.ts';
import { specify } from '../specification/decision.ts';
import type { Case } from '../specification/generate.ts';
import { casesOf } from '../specification/generate.ts';
import type { Check, Decider, LawOptions } from '../specification/law.ts';
import { cases, engineDecides, holds, inputFor, isCaught, policyFor } from '../specification/law.ts';
import { Random } from '../specification/random.ts';

const faults: Check = (decide, example) => {
  const policy = policyFor(example.policy);
  const input = inputFor(example);
  const { outcome } = decide(policy, input);
  if (outcome !== 'auto') return null;
  const faulty = specify(policy, input).faults;
  return faulty.length === 0 ? null : `auto although ${faulty.join(', ')} cannot be evaluated`;
};

/** One part of an input that no honest caller sends. */
const GARBAGE: readonly ((input: DecisionInput) => unknown)[] = [
  (input) => ({ ...input, policy: 'sha256:another' }),
  (input) => ({ ...input, policy: undefined }),
  (input) => ({ ...input, labels: { private: 'certain', untrusted: 'none' } }),
  (input) => ({ ...input, labels: { private: 'none' } }),
  (input) => ({ ...input, labels: { private: 'none', untrusted: 2 } }),
  (input) => ({ ...input, labels: null }),
  (input) => ({ ...input, time: { at: Number.NaN, offsetMinutes: 0 } }),
  (input) => ({ ...input, time: { at: 0, offsetMinutes: Number.NaN } }),
  (input) => ({ ...input, time: { at: 1e300, offsetMinutes: 0 } }),
  (input) => ({ ...input, time: { at: Number.POSITIVE_INFINITY, offsetMinutes: 0 } }),
  (input) => ({ ...input, time: undefined }),
  (input) => ({ ...input, v: 2 }),
  (input) => ({ ...input, args: null }),
  (input) => ({ ...input, args: ['a'] }),
  (input) => ({ ...input, origins: undefined }),
  (input) => ({ ...input, principal: undefined }),
  (input) => ({ ...input, tool: undefined }),
  (input) => ({ ...input, tool: { ...input.tool, server: { name: 'mail', trust: 'friend' } } }),
  (input) => ({ ...input, tool: { ...input.tool, claims: undefined } }),
  (input) => ({ ...input, tool: { ...input.tool, overrides: null } }),
  (input) => ({ ...input, tool: { ...input.tool, name: undefined } }),
  () => null,
  () => undefined,
  () => 'a call',
  () => ({}),
];

/** Every rule says auto: only something wrong with the input can keep it from that. */
const allAuto = (example: Case): Case => ({
  ...example,
  policy: {
    ...example.policy,
    rules: example.policy.rules.map(({ when: _, ...rule }) => ({
      ...rule,
      tools: ['*'],
      then: 'auto',
      obligations: {},
    })),
  },
});

const ONE_MORE = `r-reads-everything`;

/** With a rule that really looks at each part, as lazy engines may never open what no rule reads. */
const curious = (example: Case): Case => ({
  ...example,
  policy: {
    ...example.policy,
    rules: [
      ...example.policy.rules,
      {
        id: ONE_MORE,
        layer: 'user',
        tools: ['*'],
        when: {
          op: 'or',
          of: ['session.private', 'session.untrusted', 'origin.proven', 'principal.subject', 'time.date', 'tool.name'].map(
            (name) => ({ op: 'ne', left: { op: 'field', name }, right: { op: 'value', value: '' } }) as const,
          ),
        },
        then: 'auto',
        obligations: {},
        reason: 'it reads everything',
        delegated: false,
        exceptions: [],
      },
    ],
  },
});

const outcomeOf = (decide: Decider, example: Case, spoil: (input: DecisionInput) => unknown): Outcome =>
  decide(policyFor(example.policy), spoil(inputFor(example)) as DecisionInput).outcome;

const garbage: Check = (decide, example) => {
  const auto = allAuto(example);
  for (const each of [auto, curious(auto)]) {
    for (const spoil of GARBAGE) {
      try {
        if (outcomeOf(decide, each, spoil) === 'auto') return `auto for garbage: ${String(spoil)}`;
      } catch (error) {
        return `throws for garbage: ${String(spoil)}: ${String(error)}`;
      }
    }
  }
  return null;
};

const tools = { bound: true, untrusted: false };
const faultLaw: LawOptions = { cases: cases(100_000), tools, check: faults };
const garbageLaw: LawOptions = { cases: Math.ceil(cases(100_000) / GARBAGE.length / 2), tools, check: garbage };

describe('a call about which something went wrong', () => {
  it('never runs by itself when a rule for its tool cannot be evaluated', () => {
    holds(engineDecides, faultLaw);
  });

  it('never runs by itself, and never throws, when the input makes no sense', () => {
    holds(engineDecides, garbageLaw);
  });

  it('would run by itself if nothing were wrong', () => {
    const examples = [...casesOf(new Random(1), 20, tools)].map(allAuto);
    expect(examples.map((example) => outcomeOf(engineDecides, example, (input) => input))).toContain('auto');
  });

  it('and an engine that skips rules it cannot evaluate is caught', () => {
    const careless: Decider = (policy, input) => {
      const decision = engineDecides(policy, input);
      const sound = decision.rules.filter(({ counted }) => counted !== 'fault');
      const relaxed = sound.length > 0 && sound.every(({ outcome }) => outcome === 'auto');
      return relaxed ? { ...decision, outcome: 'auto' } : decision;
    };
    expect(isCaught(careless, faultLaw)).toBe(true);
  });

  it('and an engine that takes any input for granted is caught', () => {
    const trusting: Decider = (policy, input) => ({ ...engineDecides(policy, input), outcome: 'auto' });
    expect(isCaught(trusting, garbageLaw)).toBe(true);
  });
});
