import { describe, expect, it } from 'vitest';
import type { DecisionInput } from '../../src/decide/decision-input.ts';
import type { Rule } from '../../src/decide/policy.ts';
import type { Outcome } from '../../src/outcome.ts';
import { specifyDecision } from '../specification/decision.ts';
import type { DecisionCase, PolicyDraft } from '../specification/generate.ts';
import { casesOf } from '../specification/generate.ts';
import type { LawCheck, Decider, LawOptions } from '../specification/law.ts';
import { cases } from '../specification/cases.ts';
import { counterexample, decideByEngine, inputFor, isCaught, policyFor } from '../specification/law.ts';
import { Random } from '../specification/random.ts';

const always: Rule = {
  id: 'always',
  layer: 'user',
  tools: ['*'],
  then: 'auto',
  obligations: {},
  reason: 'it always says auto',
  delegated: false,
  exceptions: [],
};

const lenient = new WeakMap<PolicyDraft, PolicyDraft>();

/** The same conditions, but every rule says auto: only an error can keep a call from that. */
const leniently = (policy: PolicyDraft): PolicyDraft => {
  let made = lenient.get(policy);
  if (made === undefined) {
    const rules = policy.rules.map((rule): Rule => ({ ...rule, then: 'auto', obligations: {} }));
    lenient.set(policy, (made = { ...policy, rules: [...rules, always] }));
  }
  return made;
};

const faults: LawCheck = (decide, example) => {
  const draft = leniently(example.policy);
  const policy = policyFor(draft);
  const input = inputFor({ ...example, policy: draft });
  const { outcome } = decide(policy, input);
  if (outcome !== 'auto') return null;
  const faulty = specifyDecision(policy, input).faults;
  return faulty.length === 0 ? null : `auto although ${faulty.join(', ')} cannot be evaluated`;
};

type InputCorruption = (input: DecisionInput) => unknown;

const SENSELESS: Readonly<Record<string, InputCorruption>> = {
  'the revision of another policy': (input) => ({ ...input, policy: 'sha256:another' }),
  'no revision': (input) => ({ ...input, policy: undefined }),
  'a strength nobody knows': (input) => ({ ...input, labels: { private: 'certain', untrusted: 'none' } }),
  'a number for a strength': (input) => ({ ...input, labels: { private: 'none', untrusted: 2 } }),
  'one label only': (input) => ({ ...input, labels: { private: 'none' } }),
  'no number for the time': (input) => ({ ...input, time: { at: Number.NaN, offsetMinutes: 0 } }),
  'no number for the offset': (input) => ({ ...input, time: { at: 0, offsetMinutes: Number.NaN } }),
  'a time no calendar has': (input) => ({ ...input, time: { at: 1e300, offsetMinutes: 0 } }),
  'a time without end': (input) => ({ ...input, time: { at: Number.POSITIVE_INFINITY, offsetMinutes: 0 } }),
};

const MISSHAPEN: Readonly<Record<string, InputCorruption>> = {
  'another version': (input) => ({ ...input, v: 2 }),
  'a trust nobody gave': (input) => ({
    ...input,
    tool: { ...input.tool, server: { name: 'mail', trust: 'friend' } },
  }),
  'no arguments': (input) => ({ ...input, args: null }),
  'a list of arguments': (input) => ({ ...input, args: ['a'] }),
  'no labels': (input) => ({ ...input, labels: null }),
  'no time': (input) => ({ ...input, time: undefined }),
  'no origins': (input) => ({ ...input, origins: undefined }),
  'no principal': (input) => ({ ...input, principal: undefined }),
  'no tool': (input) => ({ ...input, tool: undefined }),
  'a tool without claims': (input) => ({ ...input, tool: { ...input.tool, claims: undefined } }),
  'a tool without overrides': (input) => ({ ...input, tool: { ...input.tool, overrides: null } }),
  'a tool without name': (input) => ({ ...input, tool: { ...input.tool, name: undefined } }),
  'an empty input': () => ({}),
  'no input': () => null,
};

const withRules = (example: DecisionCase, rules: readonly Rule[]): DecisionCase => ({
  ...example,
  policy: { ...example.policy, rules },
});

/** Says auto to whatever it reads, so that no part of an input stays unopened. */
const curious: Rule = {
  ...always,
  id: 'curious',
  when: {
    op: 'or',
    of: ['session.private', 'origin.proven', 'principal.subject', 'time.date', 'tool.name'].map(
      (name) => ({ op: 'ne', left: { op: 'field', name }, right: { op: 'value', value: '' } }) as const,
    ),
  },
};

const outcomeOf = (decide: Decider, example: DecisionCase, spoil: InputCorruption): Outcome =>
  decide(policyFor(example.policy), spoil(inputFor(example)) as DecisionInput).outcome;

const spoiled =
  (spoils: Readonly<Record<string, InputCorruption>>): LawCheck =>
  (decide, example) => {
    const problems: string[] = [];
    for (const each of [withRules(example, [always]), withRules(example, [always, curious])]) {
      for (const [name, spoil] of Object.entries(spoils)) {
        try {
          if (outcomeOf(decide, each, spoil) === 'auto') problems.push(`auto for ${name}`);
        } catch {
          problems.push(`throws for ${name}`);
        }
      }
    }
    return problems.length === 0 ? null : [...new Set(problems)].join(', ');
  };

const tools = { bound: true, untrusted: false };
const faultLaw: LawOptions = { cases: cases(5000, 300_000), perPolicy: 20, tools, check: faults };
const lawOfSpoiled = (spoils: Readonly<Record<string, InputCorruption>>): LawOptions => ({
  cases: Math.ceil(cases(5000, 300_000) / Object.keys(spoils).length / 2),
  perPolicy: 10,
  tools,
  check: spoiled(spoils),
});
const senselessLaw = lawOfSpoiled(SENSELESS);
const misshapenLaw = lawOfSpoiled(MISSHAPEN);

const careless: Decider = (policy, input) => {
  const decision = decideByEngine(policy, input);
  const sound = decision.rules.filter(({ counted }) => counted !== 'fault');
  const relaxed = sound.length > 0 && sound.every(({ outcome }) => outcome === 'auto');
  return relaxed ? { ...decision, outcome: 'auto' } : decision;
};

const trusting: Decider = (policy, input) => ({ ...decideByEngine(policy, input), outcome: 'auto' });

describe('a call about which something went wrong', () => {
  it('never runs by itself when a rule for its tool cannot be evaluated', () => {
    expect(counterexample(decideByEngine, faultLaw)).toBeNull();
  });

  it('never runs by itself, and never throws, when its input makes no sense', () => {
    expect(counterexample(decideByEngine, senselessLaw)).toBeNull();
  });

  it('never runs by itself, and never throws, when its input lacks a part or has another shape', () => {
    expect(counterexample(decideByEngine, misshapenLaw)).toBeNull();
  });

  it('would run by itself if nothing were wrong', () => {
    const examples = [...casesOf(new Random(1), 20, tools)].map((each) => withRules(each, [always]));
    expect(examples.map((example) => outcomeOf(decideByEngine, example, (input) => input))).toContain('auto');
  });

  it('and an engine that skips rules it cannot evaluate is caught', () => {
    expect(isCaught(careless, faultLaw)).toBe(true);
  });

  it('and an engine that takes any input for granted is caught', () => {
    expect(isCaught(trusting, senselessLaw)).toBe(true);
  });
});
