import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConcurrentCall, TouchedThings } from './group-calls.ts';
import { MAX_TOGETHER, TOGETHER_MS, groupCalls } from './group-calls.ts';

const acts = (...actsOn: readonly string[]): TouchedThings => ({ actsOn, goesTo: [] });

const came = (call: string, more: Partial<ConcurrentCall> = {}): ConcurrentCall => ({
  call,
  asker: 'ann',
  askedAt: 1000,
  mutates: true,
  touches: acts(call),
  ...more,
});

describe('calls that came together', () => {
  it('are one question, in the order they came', () => {
    expect(groupCalls([came('b', { askedAt: 1001 }), came('a'), came('c', { askedAt: 1900 })])).toEqual([
      ['a', 'b', 'c'],
    ]);
  });

  it('are of one session only', () => {
    expect(groupCalls([came('a'), came('b', { asker: 'bob' }), came('c')])).toEqual([['a', 'c'], ['b']]);
  });

  it('came no later than a moment after one another', () => {
    const late = came('b', { askedAt: 1001 + TOGETHER_MS });
    expect(groupCalls([came('a'), late])).toEqual([['a'], ['b']]);
  });

  it('are not too many to compare', () => {
    const many = Array.from({ length: MAX_TOGETHER + 3 }, (_, at) => came(`call ${at + 100}`));
    expect(groupCalls(many).map(({ length }) => length)).toEqual([MAX_TOGETHER, 3]);
  });

  it('do not include one that acts on the same thing as an earlier one', () => {
    const write = came('write', { touches: acts('files a.txt') });
    const remove = came('xremove', { touches: acts('files a.txt') });
    expect(groupCalls([came('other'), write, remove, came('yother')])).toEqual([
      ['other', 'write', 'yother'],
      ['xremove'],
    ]);
  });

  it('include one that goes to the same place, and none that acts on the place where another one goes', () => {
    const to = (place: string): TouchedThings => ({ actsOn: [], goesTo: [place] });
    const [one, two] = [came('a', { touches: to('ann') }), came('b', { touches: to('ann') })];
    expect(groupCalls([one, two])).toEqual([['a', 'b']]);
    expect(groupCalls([one, came('c', { touches: acts('ann') })])).toEqual([['a'], ['c']]);
  });

  it('do not include one that depends on a call which is a question of its own', () => {
    const [one, two, three] = ['a', 'b', 'c'].map((name) => came(name, { touches: acts('files a.txt') }));
    expect(groupCalls([one, two, three].flatMap((call) => call ?? []))).toEqual([['a'], ['b'], ['c']]);
  });

  it('include reads of the same thing', () => {
    const read = { mutates: false, touches: acts('files a.txt') };
    expect(groupCalls([came('a', read), came('b', read)])).toEqual([['a', 'b']]);
  });

  it('do not include a write of which is not known what it acts on', () => {
    expect(groupCalls([came('a'), came('b', { touches: undefined })])).toEqual([['a'], ['b']]);
  });

  it('are each in exactly one question, and never with another session', () => {
    const call = fc.record({
      asker: fc.constantFrom('ann', 'bob'),
      askedAt: fc.integer({ min: 0, max: 5000 }),
      mutates: fc.boolean(),
      touches: fc.option(
        fc.record({ actsOn: fc.subarray(['x', 'y', 'z']), goesTo: fc.subarray(['x', 'y', 'z']) }),
        { nil: undefined },
      ),
    });
    fc.assert(
      fc.property(fc.array(call, { maxLength: 30 }), (given) => {
        const calls = given.map((each, at) => ({ ...each, call: `call ${at}` }));
        const groups = groupCalls(calls);
        expect(groups.flat().toSorted()).toEqual(calls.map((each) => each.call).toSorted());
        for (const group of groups) {
          const members = group.flatMap((name) => calls.find((each) => each.call === name) ?? []);
          expect(new Set(members.map(({ asker }) => asker)).size).toBe(1);
          expect(members.length).toBeLessThanOrEqual(MAX_TOGETHER);
          const writes = members.filter(({ mutates }) => mutates);
          const touched = writes.flatMap(({ touches }) => [...new Set(touches?.actsOn)]);
          expect(new Set(touched).size).toBe(touched.length);
        }
      }),
    );
  });
});
