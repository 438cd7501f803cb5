import { describe, expect, it } from 'vitest';
import type { Labels, LabelStrength } from '../../src/label/label.ts';
import { isStricter } from '../../src/outcome.ts';
import type { LawCheck, Decider, LawOptions } from '../specification/law.ts';
import { cases } from '../specification/cases.ts';
import { counterexample, decideByEngine, inputFor, isCaught, policyFor } from '../specification/law.ts';

const STRENGTHS: readonly LabelStrength[] = ['none', 'possible', 'known'];

/** The labels with one of them a step or two stronger. */
const raised = (labels: Labels): Labels[] =>
  (['private', 'untrusted'] as const).flatMap((name) =>
    STRENGTHS.slice(STRENGTHS.indexOf(labels[name]) + 1).map((strength) => ({ ...labels, [name]: strength })),
  );

const check: LawCheck = (decide, example) => {
  const policy = policyFor(example.policy);
  const input = inputFor(example);
  const before = decide(policy, input).outcome;
  for (const labels of raised(input.labels)) {
    const after = decide(policy, { ...input, labels }).outcome;
    if (isStricter(before, after)) {
      return `${before} becomes ${after} when the labels rise to ${JSON.stringify(labels)}`;
    }
  }
  return null;
};

const law: LawOptions = {
  cases: cases(5000, 300_000),
  perPolicy: 50,
  tools: { bound: true, untrusted: false },
  check,
};

const plain: Decider = (policy, input) => {
  const decision = decideByEngine(policy, input);
  const fired = decision.rules.filter(({ counted }) => counted === 'matches' || counted === 'fault');
  const outcomes = new Set(fired.map(({ outcome }) => outcome));
  const outcome = (['block', 'confirm', 'auto'] as const).find((each) => outcomes.has(each));
  return { ...decision, outcome: outcome ?? 'confirm' };
};

describe('when a session has touched more', () => {
  it('no policy decides less strictly', () => {
    expect(counterexample(decideByEngine, law)).toBeNull();
  });

  it('and an engine that looks only at the labels as they are is caught', () => {
    expect(isCaught(plain, law)).toBe(true);
  });
});
