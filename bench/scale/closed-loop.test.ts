import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runClosedLoop } from './closed-loop.ts';

it('every client has one call in flight at a time, and every call is counted', async () => {
  const inFlight = new Map<number, number>();
  let [made, most] = [0, 0];
  const one = async (client: number): Promise<void> => {
    expect(inFlight.get(client) ?? 0).toBe(0);
    inFlight.set(client, 1);
    most = Math.max(most, [...inFlight.values()].filter((each) => each === 1).length);
    await turnOfLoop();
    inFlight.set(client, 0);
    made += 1;
  };
  const { latencies } = await runClosedLoop(one, 5, 20);
  expect(most).toBe(5);
  expect(made).toBeGreaterThan(5);
  expect(latencies).toHaveLength(made);
});

it('clients number their own calls', async () => {
  const calls: (readonly [number, number])[] = [];
  const one = async (client: number, call: number): Promise<void> => {
    calls.push([client, call]);
    await turnOfLoop();
  };
  await runClosedLoop(one, 2, 5);
  for (const client of [0, 1]) {
    const own = calls.filter(([each]) => each === client).map(([, call]) => call);
    expect(own).toEqual(own.map((_, index) => index));
  }
});

it('a call that fails ends the measurement', async () => {
  const one = async (): Promise<void> => {
    throw new Error('refused');
  };
  await expect(runClosedLoop(one, 3, 1000)).rejects.toThrow('refused');
});
