import type { Clock } from '@callgate/gate';
import { describe, expect, it } from 'vitest';
import type { ConsoleEvent } from '@callgate/operations';
import { EventBatcher } from './event-batcher.ts';

const CALLS: ConsoleEvent = { type: 'changed', what: 'calls' };
const TOOLS: ConsoleEvent = { type: 'changed', what: 'tools' };

/** A clock that stands still until it is told. */
const handClock = (): Clock & { to(at: number): void } => {
  let now = 0;
  let waiting: { at: number; work: () => void }[] = [];
  return {
    now: () => now,
    offsetMinutes: () => 0,
    after: (ms, work) => {
      const entry = { at: now + ms, work };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((each) => each !== entry);
      };
    },
    to: (at) => {
      now = at;
      const due = waiting.filter((each) => each.at <= at);
      waiting = waiting.filter((each) => each.at > at);
      for (const { work } of due) work();
    },
  };
};

const bulletin = (): { clock: ReturnType<typeof handClock>; told: ConsoleEvent[][]; board: EventBatcher } => {
  const clock = handClock();
  const told: ConsoleEvent[][] = [];
  return { clock, told, board: new EventBatcher(clock, 100, (events) => told.push([...events])) };
};

describe('what happens', () => {
  it('is told at once where it was quiet, and then at most every so often', () => {
    const { clock, told, board } = bulletin();
    clock.to(1000);
    board.add(CALLS);
    clock.to(1000);
    expect(told).toEqual([[CALLS]]);
    for (let at = 1001; at < 2000; at += 1) {
      clock.to(at);
      board.add(CALLS);
    }
    expect(told.length).toBe(10);
  });

  it('is told once where it is the same, and of progress only the last', () => {
    const { clock, told, board } = bulletin();
    board.add(CALLS);
    board.add(TOOLS);
    board.add(CALLS);
    for (const progress of [1, 2, 3]) board.add({ type: 'progress', call: 'a', progress });
    board.add({ type: 'progress', call: 'b', progress: 9 });
    clock.to(100);
    expect(told).toEqual([
      [
        CALLS,
        TOOLS,
        { type: 'progress', call: 'a', progress: 3 },
        { type: 'progress', call: 'b', progress: 9 },
      ],
    ]);
  });

  it('is never lost: what comes last is told', () => {
    const { clock, told, board } = bulletin();
    board.add(CALLS);
    clock.to(50);
    board.add({ type: 'job', job: 'j', done: 5, of: 5, over: true });
    clock.to(1000);
    expect(told.flat()).toContainEqual({ type: 'job', job: 'j', done: 5, of: 5, over: true });
  });

  it('is bounded: of a flood pages hear that they should look again', () => {
    const { clock, told, board } = bulletin();
    for (let call = 0; call < 5000; call += 1)
      board.add({ type: 'progress', call: String(call), progress: 1 });
    clock.to(100);
    expect(told.flat().length).toBeLessThanOrEqual(1001);
    expect(told.flat()).toContainEqual(CALLS);
  });

  it('is told in a flood too where it is an alert', () => {
    const { clock, told, board } = bulletin();
    const alert = { id: 'a', at: 1, code: 'X', message: 'x', call: null, to: ['operator'] };
    for (let call = 0; call < 5000; call += 1)
      board.add({ type: 'progress', call: String(call), progress: 1 });
    board.add({ type: 'alert', alert });
    clock.to(100);
    expect(told.flat()).toContainEqual({ type: 'alert', alert });
  });

  it('is told to nobody once it is closed', () => {
    const { clock, told, board } = bulletin();
    board.add(CALLS);
    board.close();
    clock.to(1000);
    expect(told).toEqual([]);
  });
});
