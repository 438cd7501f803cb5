import { array, assert, constantFrom, nat, property, record } from 'fast-check';
import { expect, it } from 'vitest';
import { InFlight } from './in-flight.ts';

it('holds what a map holds, whatever comes and goes', () => {
  const step = record({ does: constantFrom('set', 'delete', 'clear', 'look'), key: nat(40) });
  assert(
    property(array(step, { maxLength: 400 }), (steps) => {
      const inFlight = new InFlight<number, string>();
      const map = new Map<number, string>();
      for (const [at, { does, key }] of steps.entries()) {
        if (does === 'set') {
          inFlight.set(key, `${at}`);
          map.set(key, `${at}`);
        } else if (does === 'delete') expect(inFlight.delete(key)).toBe(map.delete(key));
        else if (does === 'clear' && at % 50 === 0) {
          inFlight.clear();
          map.clear();
        }
        expect(inFlight.get(key)).toBe(map.get(key));
        expect(inFlight.has(key)).toBe(map.has(key));
        expect(inFlight.size).toBe(map.size);
      }
      expect(inFlight.values()).toEqual([...map.values()]);
    }),
  );
});

it('goes on over what was there when it was asked, though all leave meanwhile', () => {
  const inFlight = new InFlight<number, number>();
  for (let key = 0; key < 100; key += 1) inFlight.set(key, key);
  for (const value of inFlight.values()) inFlight.delete(value);
  expect(inFlight.size).toBe(0);
});
