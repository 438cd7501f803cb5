import { getEventListeners } from 'node:events';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { virtualClock } from '../../test/harness/virtual-clock.ts';
import type { SlotTicket } from './slot-queue.ts';
import { SlotQueue } from './slot-queue.ts';

const later = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Whether a ticket has got a turn, without waiting for one. */
const noted = (ticket: SlotTicket): { readonly turns: boolean[] } => {
  const turns: boolean[] = [];
  void ticket.turn().then((turn) => turns.push(turn));
  return { turns };
};

describe('the queue for slots', () => {
  it('lets the first one look at once, in case a slot became free meanwhile', async () => {
    const queue = new SlotQueue(virtualClock(0));
    expect(await queue.enter(['a']).turn()).toBe(true);
  });

  it('lets one look again only when something changed', async () => {
    const queue = new SlotQueue(virtualClock(0));
    const ticket = queue.enter(['a']);
    await ticket.turn();
    const next = noted(ticket);
    await later();
    expect(next.turns).toEqual([]);
    queue.released(['b']);
    await later();
    expect(next.turns).toEqual([]);
    queue.released(['a']);
    await later();
    expect(next.turns).toEqual([true]);
  });

  it('does not forget what changed while one was looking', async () => {
    const queue = new SlotQueue(virtualClock(0));
    const ticket = queue.enter(['a']);
    await ticket.turn();
    queue.released(['a']);
    expect(await ticket.turn()).toBe(true);
  });

  it('goes by who came first, and the next one looks when the first has left', async () => {
    const queue = new SlotQueue(virtualClock(0));
    const [first, second, third] = [queue.enter(['a']), queue.enter(['a']), queue.enter(['a'])];
    const turns = { second: noted(second), third: noted(third) };
    await first.turn();
    await later();
    expect(turns.second.turns).toEqual([]);
    first.leave();
    await later();
    expect(turns).toEqual({ second: { turns: [true] }, third: { turns: [] } });
    second.leave();
    await later();
    expect(turns.third.turns).toEqual([true]);
  });

  it('lets nobody past one who waits for two slots, and everybody past who needs neither', async () => {
    const queue = new SlotQueue(virtualClock(0));
    const both = queue.enter(['a', 'b']);
    const onlyB = noted(queue.enter(['b']));
    const onlyC = noted(queue.enter(['c']));
    await both.turn();
    queue.released(['b']);
    await later();
    expect(onlyB.turns).toEqual([]);
    expect(onlyC.turns).toEqual([true]);
    both.leave();
    await later();
    expect(onlyB.turns).toEqual([true]);
  });

  it('closes up where somebody in the middle leaves', async () => {
    const queue = new SlotQueue(virtualClock(0));
    const [first, second, third] = [queue.enter(['a']), queue.enter(['a']), queue.enter(['a'])];
    const turns = noted(third);
    second.leave();
    await later();
    expect(turns.turns).toEqual([]);
    first.leave();
    await later();
    expect(turns.turns).toEqual([true]);
  });

  it('gathers changes of the store into one look', async () => {
    const clock = virtualClock(0);
    const queue = new SlotQueue(clock, undefined, 25);
    const ticket = queue.enter(['a']);
    await ticket.turn();
    const next = noted(ticket);
    for (let change = 0; change < 100; change += 1) queue.woken();
    expect(clock.pending).toBe(1);
    clock.advance(24);
    await later();
    expect(next.turns).toEqual([]);
    clock.advance(1);
    await later();
    expect(next.turns).toEqual([true]);
    const after = noted(ticket);
    clock.advance(1000);
    await later();
    expect(after.turns).toEqual([]);
  });

  it('sets no timer where nobody waits, and leaves none behind', () => {
    const clock = virtualClock(0);
    const queue = new SlotQueue(clock);
    queue.woken();
    expect(clock.pending).toBe(0);
    const ticket = queue.enter(['a']);
    queue.woken();
    ticket.leave();
    expect(clock.pending).toBe(0);
    expect(queue.size).toBe(0);
    expect(queue.waitsFor(['a'])).toBe(false);
  });

  it('knows for which slots somebody waits', () => {
    const queue = new SlotQueue(virtualClock(0));
    const ticket = queue.enter(['a', 'b']);
    expect([queue.waitsFor(['b']), queue.waitsFor(['c', 'a']), queue.waitsFor(['c'])]).toEqual([
      true,
      true,
      false,
    ]);
    ticket.leave();
    ticket.leave();
    expect(queue.waitsFor(['b'])).toBe(false);
  });

  it('is left by whoever gives up, and leaves no listener on what they gave up by', async () => {
    const queue = new SlotQueue(virtualClock(0));
    const stop = new AbortController();
    const [first, second] = [queue.enter(['a']), queue.enter(['a'])];
    expect(await first.turn(stop.signal)).toBe(true);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    const waits = first.turn(stop.signal);
    const next = noted(second);
    stop.abort();
    expect(await waits).toBe(false);
    await later();
    expect(next.turns).toEqual([true]);
    expect(await first.turn()).toBe(false);
    expect(await queue.enter(['a']).turn(stop.signal)).toBe(false);
    expect(queue.size).toBe(1);
  });

  it('starves nobody and never gives two the same slot, whatever the limits and the order', async () => {
    const key = fc.constantFrom('a', 'b', 'c');
    const waiter = fc.record({
      keys: fc.uniqueArray(key, { minLength: 1, maxLength: 3 }),
      lasts: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(waiter, { minLength: 1, maxLength: 12 }),
        fc.record({
          a: fc.integer({ min: 1, max: 3 }),
          b: fc.integer({ min: 1, max: 3 }),
          c: fc.constant(1),
        }),
        async (waiters, limits: Readonly<Record<string, number>>) => {
          const clock = virtualClock(0);
          const queue = new SlotQueue(clock);
          const taken: Record<string, number> = { a: 0, b: 0, c: 0 };
          const began: number[] = [];
          const run = async ({ keys, lasts }: (typeof waiters)[number], index: number): Promise<void> => {
            const ticket = queue.enter(keys);
            while (await ticket.turn()) {
              if (keys.some((slot) => (taken[slot] ?? 0) >= (limits[slot] ?? 0))) continue;
              for (const slot of keys) taken[slot] = (taken[slot] ?? 0) + 1;
              break;
            }
            began.push(index);
            ticket.leave();
            for (let step = 0; step < lasts; step += 1) await later();
            for (const slot of keys) taken[slot] = (taken[slot] ?? 0) - 1;
            queue.released(keys);
          };
          await Promise.all(waiters.map(run));
          expect(began.toSorted((a, b) => a - b)).toEqual(waiters.map((_, index) => index));
          for (const slot of ['a', 'b', 'c']) {
            const order = began.filter((index) => waiters[index]?.keys.some((wanted) => wanted === slot));
            expect(order).toEqual(order.toSorted((a, b) => a - b));
          }
          expect([queue.size, clock.pending]).toEqual([0, 0]);
        },
      ),
      { numRuns: process.env['CALLGATE_DEEP'] === '1' ? 5000 : 150 },
    );
  });
});
