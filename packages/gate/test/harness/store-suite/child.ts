/** Opens a place in a process of its own and does what it is told, for tests about several processes. */
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { systemClock } from '../../../src/environment/clock.ts';
import type { Store } from '../../../src/store/store.ts';
import { COUNTED_SERIES } from './counted-series.ts';
import { heldCall, sampleCall, sampleEntry } from './samples.ts';
import type { PlaceOpener } from './under-test.ts';
import { suiteKeys } from './under-test.ts';

const scenario = z.enum(['leave-calls', 'append', 'spend', 'count']);

const say = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};

const leaveCalls = async (store: Store): Promise<void> => {
  const { instance } = store;
  await store.transact(async (tx) => {
    await tx.insertCall(sampleCall({ instance }));
    await tx.insertCall(heldCall({ instance, attached: true }));
    await tx.insertCall(heldCall({ instance, attached: false }));
  });
  say({ instance });
  for (;;) await pause(1000);
};

const append = async (store: Store, times: number): Promise<void> => {
  say({ instance: store.instance });
  for (let time = 0; time < times; time += 1)
    await store.transact((tx) => tx.append(sampleEntry({ detail: { of: 'child', time } })));
  await store.close();
};

const spend = async (store: Store, times: number, grant: string): Promise<void> => {
  say({ instance: store.instance });
  let spent = 0;
  for (let time = 0; time < times; time += 1)
    if (await store.transact((tx) => tx.spendGrant(grant, tx.now()))) spent += 1;
  say({ spent });
  await store.close();
};

/** Counts calls for as long as it lives; every third one waits, and is taken back by the next. An entry tells of each. */
const count = async (store: Store): Promise<void> => {
  for (let index = 0; ; index += 1) {
    const call = `${store.instance}-${index}`;
    const waits = index % 3 === 0;
    const share = { series: COUNTED_SERIES, holder: 'all', amount: index % 7, keptMs: 1e9 };
    await store.transact(async (tx) => {
      await tx.callCounts([{ series: COUNTED_SERIES, holders: ['all'], after: -1 }], '');
      const back = index % 3 === 1 ? `${store.instance}-${index - 1}` : null;
      if (back !== null) await tx.uncountCall(back);
      await tx.countCall(call, [share], waits ? null : tx.now());
      await tx.append(sampleEntry({ detail: { of: call, amount: share.amount, waits, back } }));
    });
    say({ counted: index + 1 });
  }
};

const [module = '', place = '', named, times = '0', grant = ''] = process.argv.slice(2);
const { openPlace } = (await import(module)) as { openPlace: PlaceOpener };
const opened = await openPlace(place, { clock: systemClock, keys: suiteKeys() });
switch (scenario.parse(named)) {
  case 'leave-calls':
    await leaveCalls(opened);
    break;
  case 'append':
    await append(opened, Number(times));
    break;
  case 'count':
    await count(opened);
    break;
  case 'spend':
    await spend(opened, Number(times), grant);
    break;
}
