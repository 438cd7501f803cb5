import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../src/decide/decision.ts';
import type { Expression } from '../../src/condition/expression.ts';
import { argument, exampleOf, field, equals, value } from '../specification/example.ts';
import type { SpecifiedDecision } from '../specification/decision.ts';
import { specifyDecision } from '../specification/decision.ts';
import type { LawCheck, Decider, LawOptions } from '../specification/law.ts';
import { cases } from '../specification/cases.ts';
import { counterexample, decideByEngine, inputFor, isCaught, policyFor } from '../specification/law.ts';

const difference = (decision: Decision, specified: SpecifiedDecision): string | null => {
  // a rule that fails only in another reading is counted as a fault too
  const failing = new Set(specified.faultsInSomeReading.filter((id) => !specified.rules.includes(id)));
  const plain = decision.rules
    .filter(({ id, counted }) => counted === 'matches' || (counted === 'fault' && !failing.has(id)))
    .map(({ id }) => id)
    .toSorted();
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['outcome', decision.outcome, specified.outcome],
    ['rules', plain, specified.rules],
    ['beliefs', decision.beliefs, { ...specified.beliefs, ...specified.custom }],
    ['facts', decision.facts, specified.facts],
    ['obligations', decision.obligations, specified.obligations],
  ];
  const differing = pairs.find(([, decided, said]) => !isDeepStrictEqual(decided, said));
  if (differing === undefined) return null;
  const [what, decided, said] = differing;
  return `${what}: decided ${JSON.stringify(decided)}, specified ${JSON.stringify(said)}`;
};

const check: LawCheck = (decide, example) => {
  const policy = policyFor(example.policy);
  const input = inputFor(example);
  const decision = decide(policy, input);
  const differs = difference(decision, specifyDecision(policy, input));
  if (differs !== null) return differs;
  if (!isDeepStrictEqual(decide(policy, input), decision)) return 'deciding again gives another decision';
  return null;
};

/** What is remembered about a sealed tool only saves time. */
const copied: LawCheck = (decide, example) => {
  const policy = policyFor(example.policy);
  const input = inputFor(example);
  return isDeepStrictEqual(decide(policy, structuredClone(input)), decide(policy, input))
    ? null
    : 'an unsealed copy of the input gives another decision';
};

const law: LawOptions = {
  cases: cases(5000, 1_000_000),
  perPolicy: 25,
  tools: { bound: true, untrusted: false },
  check,
};

// a million cases of the long form take about five minutes on a quiet machine
const LIMIT_MS = process.env['CALLGATE_DEEP'] === '1' ? 30 * 60_000 : 300_000;

const copyLaw: LawOptions = { ...law, cases: cases(2000, 250_000), check: copied };

const forgetful: Decider = (policy, input) => {
  const decision = decideByEngine(policy, input);
  const { readOnly } = decision.beliefs;
  if (readOnly?.ground !== 'contract') return decision;
  return { ...decision, beliefs: { ...decision.beliefs, readOnly: { ...readOnly, ground: 'operator' } } };
};

const suspicious: Decider = (policy, input) => {
  const decision = decideByEngine(policy, input);
  return Object.isFrozen(input.tool) ? decision : { ...decision, reasons: [] };
};

describe('a decision is what the specification says', () => {
  it(
    'in outcome, rules, beliefs, facts and obligations, the first time and again',
    () => {
      expect(counterexample(decideByEngine, law)).toBeNull();
    },
    LIMIT_MS,
  );

  it(
    'for an unsealed copy of the input too',
    () => {
      expect(counterexample(decideByEngine, copyLaw)).toBeNull();
    },
    LIMIT_MS,
  );

  it('where an index that a field’s list lacks is weighed together with an argument', () => {
    const absent: Expression = { op: 'get', of: field('tool.source'), key: value(0) };
    for (const when of [
      { op: 'or', of: [absent, argument('x')] },
      { op: 'and', of: [equals(absent, 'user'), argument('x')] },
      { op: 'if', test: argument('x'), yes: absent, no: value(true) },
    ] satisfies Expression[]) {
      const example = exampleOf({ rules: [{ when, then: 'block' }], args: { x: true } });
      expect(check(decideByEngine, example)).toBeNull();
    }
  });

  it('where such an index meets an exception', () => {
    const absent: Expression = { op: 'get', of: field('tool.source'), key: value(0) };
    const exception = {
      id: 'e',
      layer: 'user',
      unless: value(false),
      text: '',
      reason: '',
      until: 1,
    } as const;
    const example = exampleOf({ rules: [{ when: absent, then: 'block', exceptions: [exception] }] });
    expect(check(decideByEngine, example)).toBeNull();
  });

  it('where a type error that is known ahead is weighed together with an argument', () => {
    const error: Expression = { op: 'lt', left: value('a'), right: value(1) };
    const wrong: Expression = { op: 'and', of: [error, equals(field('tool.readOnly'), 'no')] };
    for (const when of [
      { op: 'or', of: [argument('x'), wrong] },
      { op: 'or', of: [argument('x'), { op: 'not', of: wrong }] },
      { op: 'if', test: wrong, yes: argument('x'), no: argument('x') },
    ] satisfies Expression[]) {
      const example = exampleOf({ rules: [{ when, then: 'block' }], args: { x: false } });
      expect(check(decideByEngine, example)).toBeNull();
    }
  });

  it('where one rule lists its hours out of order', () => {
    const hours = [
      { from: 600, to: 660 },
      { from: 0, to: 60 },
    ];
    expect(
      check(decideByEngine, exampleOf({ rules: [{ then: 'auto', obligations: { hours } }] })),
    ).toBeNull();
  });

  it('and an engine that forgets a belief’s ground is caught', () => {
    expect(isCaught(forgetful, law)).toBe(true);
  });

  it('and an engine that decides otherwise about a copy is caught', () => {
    expect(isCaught(suspicious, copyLaw)).toBe(true);
  });
});
