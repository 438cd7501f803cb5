import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { ContextRef, Contexts } from '../../src/label/contexts.ts';
import {
  NO_CONTEXTS,
  applyContextEvent,
  getContextLabels,
  getContextSession,
} from '../../src/label/contexts.ts';
import { judgeCall } from '../../src/label/judge-call.ts';
import type { Labels } from '../../src/label/label.ts';
import { LABEL_NAMES, LABEL_STRENGTHS, strengthRank } from '../../src/label/label.ts';
import type { Label, Session, SessionEvent } from '../../src/label/session.ts';
import { applyEvent, getLabelStrengths, startSession } from '../../src/label/session.ts';
import { cases } from '../specification/cases.ts';
import type { Random } from '../specification/random.ts';
import type { SessionLaw, SessionStep } from '../specification/sessions.ts';
import {
  findBrokenLaw,
  eventsOf,
  isCaughtByLaw,
  findLaxerPreset,
  outcomesOf,
  plannedCall,
  stepsOf,
  storyOf,
} from '../specification/sessions.ts';

const CASES = cases(3000, 400_000);

type Reducer = (session: Session, event: SessionEvent) => Session;

const eventsFor = (steps: readonly SessionStep[]): readonly SessionEvent[] => {
  const events: SessionEvent[] = [];
  let session = startSession('law');
  for (const step of steps) {
    const next =
      step.type === 'planned' ? eventsOf(step, judgeCall(session, step.tool, step.args).intended) : [step];
    for (const event of next) session = applyEvent(session, event);
    events.push(...next);
  }
  return events;
};

const isWeaker = (after: Labels, before: Labels): boolean =>
  LABEL_NAMES.some((name) => strengthRank(after[name]) < strengthRank(before[name]));

const labelOf = (random: Random): Label => ({
  strength: random.pick(LABEL_STRENGTHS),
  witnesses: random.list(0, 2, () => ({ call: `j${random.below(9)}`, path: [] })),
  ...(random.chance(0.5) ? { at: random.below(1000) } : {}),
});

const joining = (random: Random): SessionEvent => ({
  type: 'join',
  labels: { private: labelOf(random), untrusted: labelOf(random) },
});

const GROWING = { labelled: true, declassified: false };

const grow =
  (apply: Reducer): SessionLaw =>
  (random) => {
    const steps = stepsOf(random, 5, 20, GROWING);
    let session = startSession('law');
    const events = [...eventsFor(steps), joining(random), joining(random)];
    for (const event of random.shuffled(events)) {
      const next = apply(session, event);
      if (isWeaker(getLabelStrengths(next), getLabelStrengths(session)))
        return { tried: events.length, problem: `${event.type} weakens\n${storyOf(steps)}` };
      session = next;
    }
    return { tried: events.length, problem: null };
  };

const REFS: readonly ContextRef[] = ['ann', 'bob'].flatMap((principal) =>
  ['x', 'y'].flatMap((context) =>
    [true, false].map((authenticated) => ({ principal, context, authenticated })),
  ),
);

/** In every context, whichever one something happens in. */
const growEverywhere: SessionLaw = (random) => {
  const events = eventsFor(stepsOf(random, 5, 12, GROWING));
  let contexts: Contexts = NO_CONTEXTS;
  for (const event of events) {
    const ref = random.pick(REFS);
    const next = applyContextEvent(contexts, ref, event);
    const weaker = REFS.find((each) =>
      isWeaker(
        getLabelStrengths(getContextSession(next, each)),
        getLabelStrengths(getContextSession(contexts, each)),
      ),
    );
    if (weaker !== undefined)
      return { tried: events.length, problem: `${event.type} weakens ${JSON.stringify([ref, weaker])}` };
    const other = REFS.find(
      (each) =>
        JSON.stringify(getContextLabels(next, each)) !==
        JSON.stringify(getLabelStrengths(getContextSession(next, each))),
    );
    if (other !== undefined)
      return { tried: events.length, problem: `labels of ${JSON.stringify(other)} are not its session's` };
    contexts = next;
  }
  return { tried: events.length, problem: null };
};

/** The same events give the same state, also where the state was written down in between. */
const replay =
  (apply: Reducer): SessionLaw =>
  (random) => {
    const steps = stepsOf(random, 5, 20, { labelled: true, declassified: true });
    const events = eventsFor(steps);
    const half = random.below(events.length + 1);
    const whole = events.reduce(apply, startSession('law'));
    const again = events.reduce(apply, startSession('law'));
    const written: Session = JSON.parse(
      JSON.stringify(events.slice(0, half).reduce(apply, startSession('law'))),
    );
    const revived = events.slice(half).reduce(apply, written);
    const { tool, args } = plannedCall(random, 'last', GROWING);
    const same =
      isDeepStrictEqual(again, whole) &&
      isDeepStrictEqual(JSON.parse(JSON.stringify(revived)), JSON.parse(JSON.stringify(whole))) &&
      isDeepStrictEqual(judgeCall(revived, tool, args), judgeCall(whole, tool, args));
    return { tried: events.length, problem: same ? null : `another state\n${storyOf(steps)}` };
  };

/** With the origins as they are judged in the session itself, and not only with any at all. */
const moreLabels: SessionLaw = (random) => {
  const steps = stepsOf(random, 3, 10, GROWING);
  const session = eventsFor(steps).reduce(applyEvent, startSession('law'));
  const more = applyEvent(session, joining(random));
  for (let call = 0; call < 10; call += 1) {
    const { tool, args } = plannedCall(random, `p${call}`, GROWING);
    const before = outcomesOf(judgeCall(session, tool, args), tool, args);
    const after = outcomesOf(judgeCall(more, tool, args), tool, args);
    const laxer = findLaxerPreset(after, before);
    if (laxer !== null)
      return {
        tried: call + 1,
        problem: `${laxer}\n${storyOf(steps)}\n${tool.tool.name} ${JSON.stringify(args)}`,
      };
  }
  return { tried: 10, problem: null };
};

const lenient: Reducer = (session, event) =>
  event.type === 'call' && event.tool.raises.untrusted !== 'known'
    ? { ...applyEvent(session, event), labels: startSession('').labels }
    : applyEvent(session, event);

let counter = 0;
const counting: Reducer = (session, event) => {
  counter += 1;
  return { ...applyEvent(session, event), kept: counter };
};

describe('a session', () => {
  it('only gains labels, whatever happens but a declassification', () => {
    expect(findBrokenLaw(grow(applyEvent), CASES)).toBeNull();
  });

  it('only gains labels in every context, wherever it happens', () => {
    expect(findBrokenLaw(growEverywhere, CASES)).toBeNull();
  });

  it('is the same when its events are played again, and judges the same', () => {
    expect(findBrokenLaw(replay(applyEvent), CASES)).toBeNull();
  });

  it('is never decided on less strictly with more labels, with its own origins', () => {
    expect(findBrokenLaw(moreLabels, CASES)).toBeNull();
  });

  it('and one that a harmless call cleans is caught', () => {
    expect(isCaughtByLaw(grow(lenient))).toBe(true);
  });

  it('and one that depends on more than its events is caught', () => {
    expect(isCaughtByLaw(replay(counting))).toBe(true);
  });
});
