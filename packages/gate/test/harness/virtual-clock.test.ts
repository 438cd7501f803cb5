import { describe, expect, it } from 'vitest';
import { virtualClock } from './virtual-clock.ts';

describe('a virtual clock', () => {
  it('stands still until time passes', () => {
    const clock = virtualClock(1000);
    expect(clock.now()).toBe(1000);
    clock.advance(5);
    expect(clock.now()).toBe(1005);
    expect(() => clock.advance(-1)).toThrow(RangeError);
  });

  it('fires timers in the order of their times, equal ones as they were set, each at its own time', () => {
    const clock = virtualClock(1000);
    const fired: [string, number][] = [];
    const note = (name: string) => () => fired.push([name, clock.now()]);
    clock.after(30, note('third'));
    clock.after(10, note('first'));
    clock.after(20, note('second'));
    clock.after(20, note('also second'));
    clock.after(41, note('never'));
    clock.advance(40);
    expect(fired).toEqual([
      ['first', 1010],
      ['second', 1020],
      ['also second', 1020],
      ['third', 1030],
    ]);
    expect(clock.now()).toBe(1040);
    expect(clock.pending).toBe(1);
  });

  it('fires timers that timers set, if they fall due', () => {
    const clock = virtualClock(0);
    const fired: number[] = [];
    const again = (): void => {
      fired.push(clock.now());
      clock.after(10, again);
    };
    clock.after(10, again);
    clock.advance(35);
    expect(fired).toEqual([10, 20, 30]);
    expect(clock.pending).toBe(1);
  });

  it('does not fire a timer that was stopped, not even by another one at the same moment', () => {
    const clock = virtualClock(0);
    const fired: string[] = [];
    clock.after(10, () => {
      fired.push('first');
      stop();
    });
    const stop = clock.after(10, () => fired.push('second'));
    clock.advance(10);
    stop();
    expect(fired).toEqual(['first']);
    expect(clock.pending).toBe(0);
  });

  it('fires what is due at once only when time is allowed to pass', () => {
    const clock = virtualClock(0);
    const fired: string[] = [];
    clock.after(-5, () => fired.push('due'));
    expect(fired).toEqual([]);
    clock.advance(0);
    expect(fired).toEqual(['due']);
  });

  it('can be set, and timers do not notice', () => {
    const clock = virtualClock(1000);
    const fired: number[] = [];
    clock.after(10, () => fired.push(clock.now()));
    clock.set(500);
    expect(clock.now()).toBe(500);
    clock.set(1_000_000);
    expect(fired).toEqual([]);
    clock.advance(10);
    expect(fired).toEqual([1_000_010]);
  });

  it('is at UTC unless it is told otherwise', () => {
    expect(virtualClock(0).offsetMinutes(5)).toBe(0);
    expect(virtualClock(0, { offsetMinutes: (at) => at / 5 }).offsetMinutes(10)).toBe(2);
  });
});
