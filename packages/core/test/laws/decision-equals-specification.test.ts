import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../src/decide/decision.ts';
import type { Specified } from '../specification/decision.ts';
import { specify } from '../specification/decision.ts';
import type { Check, Decider, LawOptions } from '../specification/law.ts';
import { cases, engineDecides, holds, inputFor, isCaught, policyFor } from '../specification/law.ts';

const difference = (decision: Decision, specified: Specified): string | null => {
  const plain = decision.rules
    .filter(({ counted }) => counted === 'matches' || counted === 'fault')
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

const check: Check = (decide, example) => {
  const policy = policyFor(example.policy);
  const input = inputFor(example);
  const decision = decide(policy, input);
  const differs = difference(decision, specify(policy, input));
  if (differs !== null) return differs;
  if (!isDeepStrictEqual(decide(policy, input), decision)) return 'deciding again gives another decision';
  if (!isDeepStrictEqual(decide(policy, structuredClone(input)), decision)) {
    return 'an unsealed copy of the input gives another decision';
  }
  return null;
};

const law: LawOptions = {
  cases: cases(100_000, 1_000_000),
  tools: { bound: true, untrusted: false },
  check,
};

describe('a decision is what the specification says', () => {
  it('in outcome, rules, beliefs, facts and obligations, cold, warm and unsealed', () => {
    holds(engineDecides, law);
  });

  it('and an engine that forgets a belief’s ground is caught', () => {
    const forgetful: Decider = (policy, input) => {
      const decision = engineDecides(policy, input);
      const { readOnly } = decision.beliefs;
      if (readOnly?.ground !== 'contract') return decision;
      return { ...decision, beliefs: { ...decision.beliefs, readOnly: { ...readOnly, ground: 'operator' } } };
    };
    expect(isCaught(forgetful, law)).toBe(true);
  });
});
