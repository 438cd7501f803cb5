import { expect, it } from 'vitest';
import { NameLocks } from './name-locks.ts';

const [first, second, third] = [{ place: 0 }, { place: 1 }, { place: 2 }];

it('gives a name to one holder at a time, and to the next one after its release', async () => {
  const names = new NameLocks();
  expect(names.take(first, 'n', false)).toBeUndefined();
  const later = names.take(second, 'n', false);
  const last = names.take(third, 'n', false);
  names.release(first);
  expect(await later).toBe(true);
  names.release(second);
  expect(await last).toBe(true);
});

it('gives a name to all that share it, and to none alone meanwhile', async () => {
  const names = new NameLocks();
  expect(names.take(first, 'n', true)).toBeUndefined();
  expect(names.take(second, 'n', true)).toBeUndefined();
  const alone = names.take(third, 'n', false);
  names.release(first);
  names.release(second);
  expect(await alone).toBe(true);
});

it('refuses a name that a later holder has', () => {
  const names = new NameLocks();
  expect(names.take(second, 'n', false)).toBeUndefined();
  expect(names.take(first, 'n', false)).toBe(false);
});

it('gives a holder its name again, and alone where no other shares it', () => {
  const names = new NameLocks();
  names.take(first, 'n', true);
  expect(names.take(first, 'n', false)).toBeUndefined();
  expect(names.take(first, 'n', true)).toBeUndefined();
  expect(names.take(second, 'n', true)).toBeInstanceOf(Promise);
});

it('refuses a name to a waiter that has ended', async () => {
  const names = new NameLocks();
  names.take(first, 'n', false);
  const waiting = names.take(second, 'n', false);
  names.release(second);
  expect(await waiting).toBe(false);
});
