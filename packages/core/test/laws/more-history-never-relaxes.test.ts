import { describe, expect, it } from 'vitest';
import type { HistoryReadings } from '../../src/condition/counter.ts';
import { counterText } from '../../src/condition/counter.ts';
import { isStricter } from '../../src/outcome.ts';
import { COUNTERS } from '../specification/generate.ts';
import { cases } from '../specification/cases.ts';
import type { Decider, LawCheck, LawOptions } from '../specification/law.ts';
import { counterexample, decideByEngine, inputFor, isCaught, policyFor } from '../specification/law.ts';

/** The history with more of one thing in it: more calls, a larger amount, a later call, an amount nobody knows. */
const longer = (history: HistoryReadings, now: number): HistoryReadings[] =>
  COUNTERS.flatMap((counter) => {
    const key = counterText(counter);
    const known = history[key];
    if (known === undefined) return [];
    const set = (most: number | null): HistoryReadings => ({ ...history, [key]: { ...known, most } });
    // a count that cannot be read is no short history
    if (counter.measure === 'count')
      return known.most === null ? [] : [set(known.most + 1), set(known.most + 40)];
    if (counter.measure === 'sum')
      return known.most === null ? [] : [set(known.most + 0.5), set(known.most + 40), set(null)];
    return [set(Math.max(known.most ?? 0, now - 100)), set(now)];
  });

const check: LawCheck = (decide, { policy: draft, ...example }) => {
  // what an exception lets go after a call is what its author wants
  const rules = draft.rules.map((rule) => ({ ...rule, exceptions: [] }));
  const policy = policyFor({ ...draft, rules });
  const input = inputFor({ ...example, policy: { ...draft, rules } });
  const before = decide(policy, input);
  for (const history of longer(input.history ?? {}, input.time.at)) {
    const after = decide(policy, { ...input, history });
    if (isStricter(before.outcome, after.outcome))
      return `${before.outcome} becomes ${after.outcome} after ${JSON.stringify(history)}`;
    const lost = (before.obligations.raise ?? []).filter(
      (label) => !(after.obligations.raise ?? []).includes(label),
    );
    if (lost.length > 0) return `${lost.join()} is not raised after ${JSON.stringify(history)}`;
  }
  return null;
};

const law: LawOptions = {
  cases: cases(1500, 200_000),
  perPolicy: 25,
  tools: { bound: true, untrusted: false },
  check,
};

/** An engine that reads counts as they are and nothing else. */
const plain: Decider = (policy, input) => {
  const decision = decideByEngine(policy, input);
  const fired = decision.rules.filter(({ counted }) => counted !== 'weaker-labels');
  const outcome = (['block', 'confirm', 'auto'] as const).find((each) =>
    fired.some((rule) => rule.outcome === each),
  );
  return { ...decision, outcome: outcome ?? 'confirm' };
};

describe('when more calls were made', () => {
  it('no policy without exceptions decides less strictly', () => {
    expect(counterexample(decideByEngine, law)).toBeNull();
  });

  it('and an engine that looks only at the history as it is is caught', () => {
    expect(isCaught(plain, law)).toBe(true);
  });
});
