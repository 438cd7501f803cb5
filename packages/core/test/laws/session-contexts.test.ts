import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { ContextRef, Contexts } from '../../src/label/contexts.ts';
import { NO_CONTEXTS, applyContextEvent, contextKey, getContextSession } from '../../src/label/contexts.ts';
import type { CallSituation } from '../../src/label/judge-call.ts';
import { judgeCall } from '../../src/label/judge-call.ts';
import type { Session } from '../../src/label/session.ts';
import { cases } from '../specification/cases.ts';
import type { SessionLaw, SessionStep } from '../specification/sessions.ts';
import {
  findBrokenLaw,
  eventsOf,
  isCaughtByLaw,
  findLaxerPreset,
  outcomesOf,
  prompt,
  stepsOf,
  storyOf,
} from '../specification/sessions.ts';

const CASES = cases(3000, 400_000);

type Lookup = (contexts: Contexts, ref: ContextRef) => Session;

/** Plays the steps, each in its context, and tells how every call was judged when it went out. */
const judgements = (
  lookup: Lookup,
  steps: readonly SessionStep[],
  place: (index: number) => ContextRef,
): readonly (CallSituation | null)[] => {
  let contexts = NO_CONTEXTS;
  return steps.map((step, index) => {
    const ref = place(index);
    if (step.type !== 'planned') {
      contexts = applyContextEvent(contexts, ref, step);
      return null;
    }
    const situation = judgeCall(lookup(contexts, ref), step.tool, step.args);
    for (const event of eventsOf(step, situation.intended))
      contexts = applyContextEvent(contexts, ref, event);
    return situation;
  });
};

const ref = (context: string, authenticated: boolean): ContextRef => ({
  principal: 'ann',
  context,
  authenticated,
});

/** Whoever writes the ids of contexts gains nothing by spreading a session over them. */
const splitting =
  (lookup: Lookup): SessionLaw =>
  (random) => {
    const steps = stepsOf(random, 4, 14, { labelled: true, declassified: true });
    const one = ref('one', random.chance(0.7));
    const whole = judgements(getContextSession, steps, () => one);
    const places = steps.map(() => ref(random.pick(['a', 'b', 'c']), false));
    const split = judgements(lookup, steps, (index) => places[index] ?? ref('a', false));
    for (const [index, step] of steps.entries()) {
      const [before, after] = [whole[index], split[index]];
      if (step.type !== 'planned' || before === null || after === null) continue;
      if (before === undefined || after === undefined) continue;
      const laxer = findLaxerPreset(
        outcomesOf(after, step.tool, step.args),
        outcomesOf(before, step.tool, step.args),
      );
      if (laxer !== null) return { tried: steps.length, problem: `${step.id} ${laxer}\n${storyOf(steps)}` };
    }
    return { tried: steps.length, problem: null };
  };

/** Labels may come over from elsewhere; what was said elsewhere makes no difference at all. */
const elsewhere =
  (lookup: Lookup): SessionLaw =>
  (random) => {
    const steps = stepsOf(random, 4, 14, { labelled: true, declassified: false });
    const here = ref('here', random.chance(0.7));
    const there = random.pick([
      ref('there', true),
      ref('there', false),
      ref('here', !here.authenticated),
      { ...here, principal: 'bob' },
    ]);
    const places = steps.map(() => (random.chance(0.5) ? here : there));
    const place = (index: number): ContextRef => places[index] ?? here;
    const otherwise = steps.map((step, index): SessionStep => {
      if (step.type !== 'user' || place(index) === here) return step;
      return random.chance(0.5) ? { ...step, text: prompt(random) } : { type: 'end' };
    });
    // ids that only a client sends are one context, and what was forbidden in it tightens all of it
    const isOne = contextKey(here) === contextKey(there);
    const compared = (judged: CallSituation | null | undefined): unknown =>
      isOne && judged ? { ...judged, origins: { ...judged.origins, forbidden: null } } : judged;
    const before = judgements(lookup, steps, place);
    const after = judgements(lookup, otherwise, place);
    const differing = steps.findIndex(
      (_, index) =>
        place(index) === here && !isDeepStrictEqual(compared(before[index]), compared(after[index])),
    );
    const problem = differing === -1 ? null : `step ${differing} is judged otherwise\n${storyOf(steps)}`;
    return { tried: steps.length, problem };
  };

const keeping: Lookup = (contexts, { context, principal }) =>
  getContextSession(contexts, { context, principal, authenticated: true });

const pooling: Lookup = (contexts, place) => ({
  ...getContextSession(contexts, place),
  said: Object.values(contexts.sessions).flatMap(({ said }) => said),
});

/** As `getContextSession` would be if it believed what was said under an id that anybody may send. */
const wordy: Lookup = (contexts, place) => {
  const session = getContextSession(contexts, place);
  const all = Object.values(contexts.sessions);
  return { ...session, labels: keeping(contexts, place).labels, said: all.flatMap(({ said }) => said) };
};

describe('a session spread over ids that only the client sends', () => {
  it('is never decided on less strictly than in one context, under any preset', () => {
    expect(findBrokenLaw(splitting(getContextSession), CASES)).toBeNull();
  });

  it('and contexts that each keep their own labels are caught', () => {
    expect(isCaughtByLaw(splitting(wordy))).toBe(true);
  });
});

describe('the person’s words', () => {
  it('in one context change no judgement in another', () => {
    expect(findBrokenLaw(elsewhere(getContextSession), CASES)).toBeNull();
  });

  it('and contexts that share them are caught', () => {
    expect(isCaughtByLaw(elsewhere(pooling))).toBe(true);
  });
});
