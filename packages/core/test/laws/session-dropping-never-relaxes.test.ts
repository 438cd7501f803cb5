import { describe, expect, it } from 'vitest';
import { judgeCall } from '../../src/label/judge-call.ts';
import type { CallSituation } from '../../src/label/judge-call.ts';
import type { SeenResult } from '../../src/label/results/seen-result.ts';
import type { Session } from '../../src/label/session.ts';
import { applyEvent, startSession } from '../../src/label/session.ts';
import type { TracedTool } from '../../src/label/traced-tool.ts';
import type { JsonObject } from '../../src/receive/json.ts';
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
const OPTIONS = { labelled: true, declassified: true };
const CALLS = 8;

type CallJudge = (session: Session, tool: TracedTool, args: JsonObject) => CallSituation;

const played = (steps: readonly SessionStep[]): Session => {
  let session = startSession('law');
  for (const step of steps) {
    const events =
      step.type === 'planned' ? eventsOf(step, judgeCall(session, step.tool, step.args).intended) : [step];
    session = events.reduce(applyEvent, session);
  }
  return session;
};

/** As a large result is kept: the beginning of its texts, and no longer whole. */
const cut = (random: Random, seen: SeenResult): SeenResult => {
  const text = JSON.stringify(seen.result).slice(0, random.below(80));
  return { ...seen, whole: false, result: { content: [{ type: 'text', text }] }, size: text.length };
};

type SessionForgetter = (random: Random, session: Session) => Session;

/** Forgets without a trace. */
const losing: SessionForgetter = (random, session) => {
  const kept = random.pick([0.2, 0.5, 0.9]);
  return {
    ...session,
    said: random.some(session.said, kept),
    seen: random.some(session.seen, kept).map((seen) => (random.chance(0.3) ? cut(random, seen) : seen)),
    created: random.some(session.created, kept),
    approved: random.some(session.approved ?? [], kept),
  };
};

/** Forgets as a session does: it knows that it had seen more that was private or untrusted. */
const forgetting: SessionForgetter = (random, session) => {
  const less = losing(random, session);
  const isKept = (seen: SeenResult): boolean => seen.private === 'none' || less.seen.includes(seen);
  const some = session.unkept.some || !session.seen.every(isKept);
  const isWhole = session.seen.every((seen) => seen.origin === 'trusted' || less.seen.includes(seen));
  const untrusted = session.unkept.untrusted === true || !isWhole;
  return { ...less, unkept: { ...session.unkept, some, ...(untrusted ? { untrusted } : {}) } };
};

const dropping =
  (judge: CallJudge, forget: SessionForgetter = forgetting): SessionLaw =>
  (random) => {
    const steps = stepsOf(random, 3, 14, OPTIONS);
    const session = played(steps);
    const less = forget(random, session);
    for (let call = 0; call < CALLS; call += 1) {
      const { tool, args } = plannedCall(random, `p${call}`, OPTIONS);
      const [before, after] = [judge(session, tool, args), judge(less, tool, args)];
      const proved = (['proven', 'destination', 'created'] as const).find(
        (each) => after.origins[each] === 'yes' && before.origins[each] !== 'yes',
      );
      const laxer = findLaxerPreset(outcomesOf(after, tool, args), outcomesOf(before, tool, args));
      const problem = proved ?? laxer ?? (after.intended && !before.intended ? 'intended' : null);
      if (problem !== null)
        return {
          tried: call + 1,
          problem: `${problem}\n${storyOf(steps)}\n${tool.tool.name} ${JSON.stringify(args)}\n${JSON.stringify(less.said)}`,
        };
    }
    return { tried: CALLS, problem: null };
  };

/** What a list of bad values does once it is forgotten. */
const blacklist: CallJudge = (session, tool, args) => {
  const judged = judgeCall(session, tool, args);
  const seen = JSON.stringify(session.seen);
  const isSeen = Object.values(args).some((value) => seen.includes(JSON.stringify(value).slice(1, -1)));
  return { ...judged, origins: { ...judged.origins, proven: isSeen ? 'no' : 'yes' } };
};

describe('what a session forgets to stay small', () => {
  it('proves nothing, and no preset decides less strictly without it', () => {
    expect(findBrokenLaw(dropping(judgeCall), CASES)).toBeNull();
  });

  it('and a session that does not know what it forgot is caught', () => {
    expect(isCaughtByLaw(dropping(judgeCall, losing))).toBe(true);
  });

  it('and a judge that holds only values it has seen is caught', () => {
    expect(isCaughtByLaw(dropping(blacklist))).toBe(true);
  });
});
