import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { virtualClock } from '../../test/harness/virtual-clock.ts';
import type { WorkResult } from './send-call.ts';
import { withDeadline } from './send-call.ts';

const never = (): Promise<never> => new Promise(() => {});

describe('a deadline', () => {
  it('passes on what the work answers, and leaves no timer and no listener', async () => {
    const clock = virtualClock(0);
    const outer = new AbortController();
    const raced = await withDeadline(clock, 1000, outer.signal, () => Promise.resolve('yes'));
    expect(raced).toEqual({ type: 'answered', value: 'yes' });
    expect(clock.pending).toBe(0);
    expect(getEventListeners(outer.signal, 'abort')).toEqual([]);
  });

  it('passes on what the work throws, later or at once', async () => {
    const clock = virtualClock(0);
    const error = new Error('no');
    expect(await withDeadline(clock, 1000, undefined, () => Promise.reject(error))).toEqual({
      type: 'threw',
      error,
    });
    const atOnce = await withDeadline(clock, 1000, undefined, () => {
      throw error;
    });
    expect(atOnce).toEqual({ type: 'threw', error });
    expect(clock.pending).toBe(0);
  });

  it('is over when the time is over, not before, and tells the work', async () => {
    const clock = virtualClock(0);
    const outer = new AbortController();
    let told: AbortSignal | undefined;
    const race = withDeadline(clock, 1000, outer.signal, (signal) => {
      told = signal;
      return never();
    });
    clock.advance(999);
    expect(told?.aborted).toBe(false);
    clock.advance(1);
    expect(await race).toEqual({ type: 'timed-out' });
    expect(told?.reason).toMatchObject({ code: 'DISPATCH_TIMEOUT' });
    expect(clock.pending).toBe(0);
    expect(getEventListeners(outer.signal, 'abort')).toEqual([]);
  });

  it('is over when the requester leaves, and hands on why', async () => {
    const clock = virtualClock(0);
    const outer = new AbortController();
    let told: AbortSignal | undefined;
    const race = withDeadline(clock, 1000, outer.signal, (signal) => {
      told = signal;
      return never();
    });
    outer.abort('gone');
    expect(await race).toEqual({ type: 'aborted', started: true });
    expect(told?.reason).toBe('gone');
    expect(clock.pending).toBe(0);
    expect(getEventListeners(outer.signal, 'abort')).toEqual([]);
  });

  it('does not begin the work for a requester that has left before', async () => {
    const clock = virtualClock(0);
    let begun = false;
    const raced = await withDeadline(clock, 1000, AbortSignal.abort(), () => {
      begun = true;
      return never();
    });
    expect(raced).toEqual({ type: 'aborted', started: false });
    expect(begun).toBe(false);
    expect(clock.pending).toBe(0);
  });

  it('stays timed out although the work gives up because it was told to', async () => {
    const clock = virtualClock(0);
    const race = withDeadline(
      clock,
      5,
      undefined,
      (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    clock.advance(5);
    expect(await race).toEqual({ type: 'timed-out' });
  });

  it.each([
    [
      'answer',
      (late: PromiseWithResolvers<string>) => late.resolve('at last'),
      { type: 'answered', value: 'at last' },
    ],
    [
      'error',
      (late: PromiseWithResolvers<string>) => late.reject('broken'),
      { type: 'threw', error: 'broken' },
    ],
  ])('hands a late %s to whoever wants it, once', async (_, settle, expected) => {
    const clock = virtualClock(0);
    const work = Promise.withResolvers<string>();
    const late: WorkResult<string>[] = [];
    const race = withDeadline(
      clock,
      10,
      undefined,
      () => work.promise,
      (result) => late.push(result),
    );
    clock.advance(10);
    expect(await race).toEqual({ type: 'timed-out' });
    expect(late).toEqual([]);
    settle(work);
    await new Promise((resolve) => setImmediate(resolve));
    expect(late).toEqual([expected]);
  });

  it('does not call an answer in time late', async () => {
    const clock = virtualClock(0);
    const late: unknown[] = [];
    await withDeadline(
      clock,
      10,
      undefined,
      () => Promise.resolve(1),
      (result) => late.push(result),
    );
    clock.advance(100);
    expect(late).toEqual([]);
  });

  it('may be months away', async () => {
    const clock = virtualClock(0);
    const race = withDeadline(clock, 90 * 86_400_000, undefined, never);
    let over = false;
    void race.then(() => {
      over = true;
    });
    clock.advance(90 * 86_400_000 - 1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(over).toBe(false);
    clock.advance(1);
    expect(await race).toEqual({ type: 'timed-out' });
  });
});
