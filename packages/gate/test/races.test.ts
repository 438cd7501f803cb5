import type { Gate } from '@callgate/gate';
import { createGate, isDispatchable, memoryKeys } from '@callgate/gate';
import { virtualClock } from '@callgate/gate/testing';
import { presetPolicy } from '@callgate/policy';
import { expect, it } from 'vitest';
import { MONDAY_NOON, afterTest, call, catalogueOf, freshPlace } from './office.ts';
import { Random, cases, seedOf } from './random.ts';
import { stores } from './stores.ts';

const RACES = cases(stores().name === 'sqlite' ? 500 : 30, 10_000);
const RUNNERS = 6;

it(`${RACES} races for one approval, by two gates on one store: one winner each, or the one who withdrew`, async () => {
  const random = new Random(seedOf('races'));
  const place = freshPlace();
  const [keys, clock] = [memoryKeys(), virtualClock(MONDAY_NOON)];
  const open = async (): Promise<Gate> => {
    const store = await stores().open(place, { clock, keys });
    const gate = await createGate({
      policy: presetPolicy('balanced'),
      catalogue: catalogueOf(),
      store,
      keys,
      clock,
      limits: { sweepMs: null, questionsAnHour: 1e9, pendingPerPrincipal: 1e9 },
    });
    afterTest(async () => {
      await gate.close();
      await store.close();
    });
    return gate;
  };
  const gates = [await open(), await open()] as const;
  let withdrawals = 0;
  for (let race = 0; race < RACES; race += 1) {
    const request = call('delete_note', { id: String(race) });
    const held = await gates[0].begin(request);
    if (held.state !== 'held') throw new Error(held.state);
    const question = await gates[1].desk.question(held.call);
    const binding = question?.binding ?? '';
    await gates[race % 2 === 0 ? 0 : 1].desk.vote({
      call: held.call,
      subject: 'local',
      verdict: 'approve',
      via: 'console',
      binding,
      opened: true,
    });
    const steps = await Promise.all(
      random
        .shuffled([
          ...Array.from(
            { length: RUNNERS },
            (_, at) => async () =>
              (await gates[at % 2 === 0 ? 0 : 1].resume(held.ticket, request)) as { state: string },
          ),
          async () => ({ state: (await gates[1].withdraw(held.ticket, 'left')) ? 'left' : 'late' }),
        ])
        .map((move) => move()),
    );
    const winners = steps.filter(isDispatchable).length;
    const left = steps.filter(({ state }) => state === 'left').length;
    withdrawals += left;
    expect(winners + left).toBe(1);
  }
  expect(withdrawals).toBeGreaterThan(0);
  expect(withdrawals).toBeLessThan(RACES);
});
