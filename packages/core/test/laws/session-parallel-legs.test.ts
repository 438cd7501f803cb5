import { describe, expect, it } from 'vitest';
import type { CallSituation } from '../../src/label/judge-call.ts';
import { judgeCall } from '../../src/label/judge-call.ts';
import type { Session, SessionEvent } from '../../src/label/session.ts';
import { applyEvent, startSession } from '../../src/label/session.ts';
import { cases } from '../specification/cases.ts';
import type { Random } from '../specification/random.ts';
import type { PlannedCall, SessionLaw, SessionStep, StepOptions } from '../specification/sessions.ts';
import {
  findBrokenLaw,
  eventsOf,
  isCaughtByLaw,
  findLaxerPreset,
  outcomesOf,
  stepsOf,
  storyOf,
} from '../specification/sessions.ts';
import { DESTROYS, READS, SENDS, textResult, makeTracedTool } from '../make-traced-tool.ts';

/*
 * An agent sends several calls before the first result is in. Labels rise when a call goes out, by what its tool
 * may do, so what is missing when a later call is judged is only what the results themselves bring:
 *
 * - records and created things, which can only prove more. So a call that is judged before the results of
 *   earlier calls are in is decided at least as strictly as in the sequential order, where each result is in
 *   before the next call goes out. This is the first law. It holds where results say of themselves no more than
 *   their tools may do.
 * - labels that a result gives itself beyond that. They cannot count before they are known, and a call that
 *   went out before holds nothing of that result. So the first law does not hold for them, as the example at
 *   the end shows. What holds always is the second law: only which results are in matters, not in which order
 *   calls and results came, as long as each call was judged at its place.
 *
 * Both hold within one task. A session does not know which calls were still out when a task ended, so a result that
 * comes in after the end counts for the next task: the second example shows it, and in the laws all results of a task
 * are in before it ends.
 */

const CASES = cases(3000, 400_000);

type Reducer = (session: Session, event: SessionEvent) => Session;

interface LegJudgement {
  readonly call: PlannedCall;
  readonly situation: CallSituation;
  /** The session it was judged on. */
  readonly session: Session;
  /** The events before it, each with what was judged of its call at its place. */
  readonly before: readonly SessionEvent[];
}

/** Plays the steps; every call's result comes in after as many further steps as `delay` says. */
const playedIn = (
  apply: Reducer,
  steps: readonly SessionStep[],
  delay: (index: number) => number,
): readonly LegJudgement[] => {
  let session = startSession('law');
  const before: SessionEvent[] = [];
  const judged: LegJudgement[] = [];
  let due: readonly { readonly event: SessionEvent; readonly at: number }[] = [];
  const happens = (event: SessionEvent): void => {
    session = apply(session, event);
    before.push(event);
  };
  for (const [index, step] of steps.entries()) {
    const [now, later] = [true, false].map((comes) =>
      due.filter(({ at }) => (step.type === 'end' || at <= index) === comes),
    );
    for (const { event } of now ?? []) happens(event);
    due = later ?? [];
    if (step.type !== 'planned') {
      happens(step);
      continue;
    }
    const situation = judgeCall(session, step.tool, step.args);
    judged.push({ call: step, situation, session, before: [...before] });
    const [goes, comes] = eventsOf(step, situation.intended);
    happens(goes);
    due = [...due, { event: comes, at: index + 1 + delay(index) }];
  }
  return judged;
};

const delays = (random: Random, steps: readonly SessionStep[]): ((index: number) => number) => {
  const chosen = steps.map(() => random.below(5));
  return (index) => chosen[index] ?? 0;
};

const QUIET: StepOptions = { labelled: false, declassified: false };
const LABELLED: StepOptions = { labelled: true, declassified: false };

const problemBetween = (
  parallel: readonly LegJudgement[],
  limit: (judged: LegJudgement, index: number) => CallSituation,
): string | null => {
  for (const [index, judged] of parallel.entries()) {
    const { call, situation } = judged;
    const laxer = findLaxerPreset(
      outcomesOf(situation, call.tool, call.args),
      outcomesOf(limit(judged, index), call.tool, call.args),
    );
    if (laxer !== null) return `${call.id} ${laxer}`;
  }
  return null;
};

const told = (steps: readonly SessionStep[], problem: string | null): ReturnType<SessionLaw> => ({
  tried: steps.length,
  problem: problem === null ? null : `${problem}\n${storyOf(steps)}`,
});

const asStrictAsInTurn =
  (apply: Reducer, options: StepOptions): SessionLaw =>
  (random) => {
    const steps = stepsOf(random, 4, 14, options);
    const sequential = playedIn(apply, steps, () => 0);
    const parallel = playedIn(apply, steps, delays(random, steps));
    return told(
      steps,
      problemBetween(parallel, ({ situation }, index) => sequential[index]?.situation ?? situation),
    );
  };

/** Another order of the same events, in which a result still comes after its call, and before the end of its task. */
const reordered = (random: Random, events: readonly SessionEvent[]): readonly SessionEvent[] => {
  const order: SessionEvent[] = events.filter(({ type }) => type !== 'result');
  for (const event of events) {
    if (event.type !== 'result') continue;
    const sent = order.findIndex((other) => other.type === 'call' && other.id === event.id);
    const end = order.findIndex(({ type }, at) => at > sent && type === 'end');
    order.splice(random.between(sent + 1, end === -1 ? order.length : end), 0, event);
  }
  return order;
};

const inAnyOrder =
  (apply: Reducer): SessionLaw =>
  (random) => {
    // whether a declared task is believed does depend on what was seen before it
    const steps = stepsOf(random, 4, 14, LABELLED).filter(({ type }) => type !== 'user');
    const said: SessionStep = {
      type: 'user',
      text: 'Send it to ann@corp.example. Delete the file "Walrus".',
    };
    const parallel = playedIn(apply, [said, ...steps], delays(random, steps));
    for (const { call, situation, before } of parallel) {
      const other = reordered(random, before).reduce(apply, startSession('law'));
      const again = judgeCall(other, call.tool, call.args);
      const same =
        situation.words === again.words &&
        situation.intended === again.intended &&
        situation.labels.private === again.labels.private &&
        situation.labels.untrusted === again.labels.untrusted &&
        (['proven', 'destination', 'created'] as const).every(
          (each) => situation.origins[each] === again.origins[each],
        );
      if (!same) return told(steps, `${call.id} is judged otherwise in another order`);
    }
    return told(steps, null);
  };

/** Raises labels only when the result is in. */
const late: Reducer = (session, event) => {
  if (event.type === 'call') return session;
  if (event.type !== 'result') return applyEvent(session, event);
  return applyEvent(applyEvent(session, { type: 'call', id: event.id, tool: event.tool }), event);
};

const forgetful: Reducer = (session, event) => {
  const next = applyEvent(session, event);
  return event.type === 'result' ? { ...next, seen: next.seen.slice(-1) } : next;
};

describe('calls that go out side by side', () => {
  it('are decided at least as strictly as one after the other', () => {
    expect(findBrokenLaw(asStrictAsInTurn(applyEvent, QUIET), CASES)).toBeNull();
  });

  it('are judged by which results are in, not by their order', () => {
    expect(findBrokenLaw(inAnyOrder(applyEvent), CASES)).toBeNull();
  });

  it('cannot count a label that only a result gives itself before that result is in', () => {
    const quiet = makeTracedTool('get_file', { annotations: READS });
    const send = makeTracedTool('send_message', { annotations: SENDS, roles: { to: 'destination' } });
    const labelled = { ...Object(textResult('x')), _meta: { annotations: { unsafeOutputHint: true } } };
    const steps: readonly SessionStep[] = [
      { type: 'user', text: 'Read the file.' },
      { type: 'planned', id: 'a', tool: quiet, args: {}, result: labelled },
      { type: 'planned', id: 'b', tool: send, args: { to: 'eve@evil.example' }, result: labelled },
    ];
    const outcome = (delay: number): string | undefined => {
      const last = playedIn(applyEvent, steps, () => delay).at(-1);
      return last && outcomesOf(last.situation, last.call.tool, last.call.args).intent;
    };
    expect([outcome(0), outcome(1)]).toEqual(['confirm', 'auto']);
    expect(isCaughtByLaw(asStrictAsInTurn(applyEvent, LABELLED))).toBe(true);
  });

  it('cannot tell that a result belongs to a task that has ended', () => {
    const list = makeTracedTool('list_files', { annotations: READS });
    const remove = makeTracedTool('delete_file', { annotations: DESTROYS, roles: { file_id: 'object' } });
    const events = eventsOf(
      {
        type: 'planned',
        id: 'a',
        tool: list,
        args: {},
        result: textResult('[{"id":"f-2","name":"Walrus"}]'),
      },
      true,
    );
    const provenAfter = (...order: readonly SessionEvent[]): string => {
      const said: SessionEvent = { type: 'user', text: 'Delete the file "Walrus".' };
      const session = [...order, said].reduce(applyEvent, startSession('law'));
      return judgeCall(session, remove, { file_id: 'f-2' }).origins.proven;
    };
    const [goes, comes] = events;
    expect(provenAfter(goes, comes, { type: 'end' })).toBe('no');
    expect(provenAfter(goes, { type: 'end' }, comes)).toBe('yes');
  });

  it('and labels that rise only with the result are caught', () => {
    expect(isCaughtByLaw(asStrictAsInTurn(late, QUIET))).toBe(true);
  });

  it('and a session that counts only the latest result is caught', () => {
    expect(isCaughtByLaw(inAnyOrder(forgetful))).toBe(true);
  });
});
