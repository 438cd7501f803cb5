import type { Gate } from '@callgate/gate';
import { createGate } from '@callgate/gate';
import { presetPolicy } from '@callgate/policy';
import { expect, it } from 'vitest';
import { OFFICE, call, catalogueOf, office } from './office.ts';
import { Random, cases, seedOf } from './random.ts';
import { stores } from './stores.ts';

const RUNS = cases(stores().name === 'sqlite' ? 1000 : 64, 20_000);
const AT_ONCE = 64;
const NO_BUDGET = { sweepMs: null, questionsAnHour: 1e9, pendingPerPrincipal: 1e9 };

type Leg = 'private' | 'untrusted' | 'outward';

interface LegStep {
  readonly leg: Leg;
  readonly what: 'begin' | 'settle';
}

const TOOL: Readonly<Record<Leg, string>> = {
  private: 'read_salary',
  untrusted: 'search_web',
  outward: 'send_mail',
};

/** Every leg begins before it is settled; otherwise any order. */
const interleaving = (random: Random): readonly LegStep[] => {
  const queues = (['private', 'untrusted', 'outward'] as const)
    .filter((leg) => leg === 'outward' || random.below(4) > 0)
    .map((leg): LegStep[] => [
      { leg, what: 'begin' },
      { leg, what: 'settle' },
    ]);
  const steps: LegStep[] = [];
  while (queues.some((queue) => queue.length > 0)) {
    const next = random.pick(queues.filter((queue) => queue.length > 0)).shift();
    if (next !== undefined) steps.push(next);
  }
  return steps;
};

/** Each leg on a server of its own: what is written to one must not come back from another. */
const LEGS = catalogueOf(
  (['private', 'untrusted', 'outward'] as const).flatMap((leg) =>
    OFFICE.filter(({ name }) => name === TOOL[leg]).map((tool) => ({ ...tool, server: leg })),
  ),
);

const beganBefore = (steps: readonly LegStep[], leg: Leg): boolean => {
  const begins = steps.filter(({ what }) => what === 'begin').map((step) => step.leg);
  return begins.includes(leg) && begins.indexOf(leg) < begins.indexOf('outward');
};

interface LegResult {
  /** The mail left by itself. */
  readonly out: boolean;
  readonly strong: boolean;
}

/** What must be, judged from the order alone: what may have been read before the mail was decided about. */
const wanted = (steps: readonly LegStep[]): LegResult => {
  const untrusted = beganBefore(steps, 'untrusted');
  return { out: !untrusted, strong: untrusted && beganBefore(steps, 'private') };
};

const play = async (
  gates: readonly [Gate, Gate],
  steps: readonly LegStep[],
  context: string,
  random: Random,
): Promise<LegResult> => {
  const some = (): Gate => gates[random.below(2) === 0 ? 0 : 1];
  await some().hear({ principal: 'local', context, authenticated: true }, { text: 'tell me what is new' });
  const begun = new Map<Leg, { readonly gate: Gate; readonly step: ReturnType<Gate['begin']> }>();
  const all: Promise<unknown>[] = [];
  // within one process the next leg may begin before this one is decided; between two the order would be open, and so it
  // is in a database, where one that gives way to another process is decided after those that came later
  const gate = some();
  const mixed = random.below(2) === 0;
  for (const { leg, what } of steps) {
    if (what === 'begin') {
      const by = mixed ? some() : gate;
      const args = leg === 'outward' ? { to: 'eve@evil.example', body: context } : { context };
      begun.set(leg, { gate: by, step: by.begin(call(TOOL[leg], args, { context, server: leg })) });
      if (mixed || stores().name === 'postgres' || random.below(2) === 0) await begun.get(leg)?.step;
      continue;
    }
    const made = begun.get(leg);
    const step = await made?.step;
    if (made !== undefined && step?.state === 'dispatching')
      all.push(made.gate.settle(step, { type: 'result', result: { text: leg } }));
  }
  await Promise.all(all);
  const mail = await begun.get('outward')?.step;
  const strong = mail?.state === 'held' && mail.decision.obligations.terms === 'strong';
  return { out: mail?.state === 'dispatching', strong };
};

it(`${RUNS} orders of a private read, an untrusted read and an outward call, by two gates on one store: never by itself where the path is forbidden`, async () => {
  const random = new Random(seedOf('parallel legs'));
  const place = await office({ policy: presetPolicy('intent'), catalogue: LEGS, limits: NO_BUDGET });
  const store = await stores().open(place.path, { clock: place.clock, keys: place.keys });
  const second = await createGate({
    policy: presetPolicy('intent'),
    catalogue: LEGS,
    store,
    keys: place.keys,
    clock: place.clock,
    limits: NO_BUDGET,
  });
  const gates = [place.gate, second] as const;
  const counts = { wrong: 0, free: 0, held: 0, strong: 0 };
  for (let made = 0; made < RUNS; made += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, RUNS - made) }, (_, at) => ({
      steps: interleaving(random),
      context: `${made + at}`,
    }));
    const played = await Promise.all(batch.map(({ steps, context }) => play(gates, steps, context, random)));
    for (const [at, was] of played.entries()) {
      const should = wanted(batch[at]?.steps ?? []);
      if (was.out !== should.out || was.strong !== should.strong) counts.wrong += 1;
      counts[was.out ? 'free' : 'held'] += 1;
      if (was.strong) counts.strong += 1;
    }
  }
  await second.close();
  await store.close();
  expect(counts.wrong).toBe(0);
  // every kind was met, or the test shows nothing
  for (const kind of ['free', 'held', 'strong'] as const) expect(counts[kind]).toBeGreaterThan(RUNS / 20);
});
