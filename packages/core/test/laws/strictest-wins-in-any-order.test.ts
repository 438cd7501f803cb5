import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isStricter, stricterOutcome } from '../../src/outcome.ts';
import type { PolicyDraft } from '../specification/generate.ts';
import type { LawCheck, Decider, LawOptions } from '../specification/law.ts';
import { cases } from '../specification/cases.ts';
import { counterexample, decideByEngine, inputFor, isCaught, policyFor } from '../specification/law.ts';

interface Variants {
  readonly orders: readonly PolicyDraft[];
  readonly without: readonly {
    readonly id: string;
    readonly relaxes: boolean;
    readonly policy: PolicyDraft;
  }[];
}

const variants = new WeakMap<PolicyDraft, Variants>();

/** The policy in other orders, and without each of its rules. */
const variantsOf = (policy: PolicyDraft): Variants => {
  const known = variants.get(policy);
  if (known !== undefined) return known;
  const { rules } = policy;
  const turn = Math.ceil(rules.length / 2);
  const orders = [rules.toReversed(), [...rules.slice(turn), ...rules.slice(0, turn)]];
  const made: Variants = {
    orders: orders.map((each) => ({ ...policy, rules: each })),
    without: rules.map((rule, index) => ({
      id: rule.id,
      relaxes: rule.then === 'auto',
      policy: { ...policy, rules: rules.toSpliced(index, 1) },
    })),
  };
  variants.set(policy, made);
  return made;
};

const order: LawCheck = (decide, example) => {
  const decision = decide(policyFor(example.policy), inputFor(example));
  for (const policy of variantsOf(example.policy).orders) {
    const other = decide(policyFor(policy), inputFor({ ...example, policy }));
    if (other.outcome !== decision.outcome)
      return `${decision.outcome}, and ${other.outcome} in another order`;
    if (!isDeepStrictEqual(other.obligations, decision.obligations)) {
      return `obligations ${JSON.stringify(decision.obligations)}, and ${JSON.stringify(other.obligations)} in another order`;
    }
  }
  return null;
};

/**
 * Taking a rule away never makes a decision stricter, with one exception:
 * without a rule that says auto nothing may be left to say so, and the call is confirmed.
 */
const removal: LawCheck = (decide, example) => {
  const { outcome, rules } = decide(policyFor(example.policy), inputFor(example));
  const tooStrict = rules.find((rule) => rule.outcome !== null && isStricter(rule.outcome, outcome));
  if (tooStrict !== undefined) return `${outcome} although ${tooStrict.id} says ${String(tooStrict.outcome)}`;
  for (const { id, relaxes, policy } of variantsOf(example.policy).without) {
    const without = decide(policyFor(policy), inputFor({ ...example, policy })).outcome;
    const limit = relaxes ? stricterOutcome(outcome, 'confirm') : outcome;
    if (isStricter(without, limit)) return `${outcome} with ${id}, ${without} without it`;
  }
  return null;
};

const tools = { bound: true, untrusted: false };
const orderLaw: LawOptions = { cases: cases(5000, 300_000), perPolicy: 100, tools, check: order };
const removalLaw: LawOptions = { cases: cases(5000, 300_000), perPolicy: 100, tools, check: removal };

/** What a firewall would do. */
const firstWins: Decider = (policy, input) => {
  const decision = decideByEngine(policy, input);
  const first = decision.rules.find(({ outcome }) => outcome !== null);
  return { ...decision, outcome: first?.outcome ?? 'confirm' };
};

const lastOnly: Decider = (policy, input) => {
  const decision = decideByEngine(policy, input);
  const last = policy.rules.at(-1);
  return {
    ...decision,
    obligations: { ...decision.obligations, retries: last?.obligations.retries ?? 0 },
  };
};

describe('all matching rules count', () => {
  it('in any order, to the same outcome and the same obligations', () => {
    expect(counterexample(decideByEngine, orderLaw)).toBeNull();
  });

  it('the strictest first: a rule taken away relaxes, or leaves nobody to say auto', () => {
    expect(counterexample(decideByEngine, removalLaw)).toBeNull();
  });

  it('and an engine where the first rule wins is caught', () => {
    expect(isCaught(firstWins, orderLaw)).toBe(true);
    expect(isCaught(firstWins, removalLaw)).toBe(true);
  });

  it('and an engine that keeps the obligations of the last rule is caught', () => {
    expect(isCaught(lastOnly, orderLaw)).toBe(true);
  });
});
