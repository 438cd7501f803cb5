import { CallgateError } from '@callgate/core';
import { getLabelStrengths } from '@callgate/core/label';
import type { Dispatchable, Gate } from '@callgate/gate';
import { expect, it } from 'vitest';
import type { Office } from './office.ts';
import { call, office } from './office.ts';

/** An office whose store is busy so many times when an outcome is to be written. */
const busyOffice = async (times: number): Promise<Office> => {
  let left = times;
  return await office({
    failpoint: (name) => {
      if (name !== 'settle:before-commit' || left === 0) return;
      left -= 1;
      throw new CallgateError('STORE_BUSY', 'the store is busy');
    },
  });
};

const begunAt = async (gate: Gate): Promise<Dispatchable> => {
  const begun = await gate.begin(call('read_note'));
  if (begun.state !== 'dispatching') throw new Error(begun.state);
  return begun;
};

/** Lets time pass until it is settled. */
const inTime = async <T>({ clock }: Office, work: Promise<T>): Promise<T> => {
  const passing = setInterval(() => clock.advance(100), 1);
  try {
    return await work;
  } finally {
    clearInterval(passing);
  }
};

const stateOf = async ({ store }: Office, id: string): Promise<string | undefined> =>
  (await store.read.call(id))?.state;

const ANSWER = { type: 'result', result: { text: 'milk' } } as const;

it('asks a busy store again before it loses what came of a call', async () => {
  const place = await busyOffice(3);
  const dispatchable = await begunAt(place.gate);
  const { call: id } = dispatchable;
  const finished = await inTime(place, place.gate.settle(dispatchable, ANSWER));
  expect(finished).toMatchObject({ state: 'done', answer: ANSWER });
  expect(await stateOf(place, id)).toBe('done');
});

it('closes only when an outcome that waits for the store is written', async () => {
  const place = await busyOffice(3);
  const dispatchable = await begunAt(place.gate);
  const { call: id } = dispatchable;
  const settled = place.gate.settle(dispatchable, ANSWER);
  await inTime(place, place.gate.close());
  expect(await stateOf(place, id)).toBe('done');
  await settled;
});

it('withholds an answer that could not be written for long, and writes that when it can', async () => {
  const place = await busyOffice(101);
  const dispatchable = await begunAt(place.gate);
  const { call: id } = dispatchable;
  await expect(inTime(place, place.gate.settle(dispatchable, ANSWER))).rejects.toMatchObject({
    code: 'STORE_BUSY',
  });
  expect(await stateOf(place, id)).toBe('dispatching');
  await place.gate.sweep();
  // it only reads
  expect(await stateOf(place, id)).toBe('failed');
});

it('sweeps on after somebody has settled by himself what was owed', async () => {
  const place = await busyOffice(101);
  const dispatchable = await begunAt(place.gate);
  const { call: id } = dispatchable;
  await inTime(place, place.gate.settle(dispatchable, ANSWER)).catch(() => {});
  await place.gate.settle(dispatchable, ANSWER);
  await place.gate.sweep();
  expect(await stateOf(place, id)).toBe('done');
});

it('settles a reported call whose store was busy', async () => {
  const place = await busyOffice(1);
  const request = call('fetch_page');
  const reported = await inTime(place, place.gate.report(request, ANSWER));
  expect(reported).toMatchObject({ state: 'done' });
  const { principal, context } = request;
  const session = await place.gate.session({ principal: principal.subject, context, authenticated: true });
  expect(getLabelStrengths(session).untrusted).not.toBe('none');
});

it.each([
  ['withdraws', false, 'withdrawn'],
  ['leaves held, for who can come back,', true, 'held'],
] as const)('%s a call that somebody waits for when it closes', async (_, comesBack, state) => {
  const place = await office();
  const request = call('delete_note', { id: '1' });
  const held = await place.gate.begin(request);
  if (held.state !== 'held') throw new Error(held.state);
  const waiting = place.gate.waitFor(held, request, { withinMs: 3_600_000, comesBack });
  await new Promise((resolve) => setImmediate(resolve));
  await place.gate.close();
  expect((await waiting).state).toBe(state);
  expect(await stateOf(place, held.call)).toBe(state);
  const again = await place.again();
  expect(await stateOf(again, held.call)).toBe(state);
});

it('withdraws a call whose requester has left, though others come back', async () => {
  const place = await office();
  const request = call('delete_note', { id: '1' });
  const held = await place.gate.begin(request);
  if (held.state !== 'held') throw new Error(held.state);
  const leaving = new AbortController();
  const options = { withinMs: 3_600_000, comesBack: true, signal: leaving.signal };
  const waiting = place.gate.waitFor(held, request, options);
  leaving.abort();
  expect((await waiting).state).toBe('withdrawn');
  expect(await stateOf(place, held.call)).toBe('withdrawn');
});
