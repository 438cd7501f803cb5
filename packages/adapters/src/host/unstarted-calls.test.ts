import type { Dispatchable, Gate } from '@callgate/gate';
import { virtualClock } from '@callgate/gate/testing';
import { describe, expect, it } from 'vitest';
import type { OpenOptions } from '../../test/conversation.ts';
import { host, statesOf, who } from '../../test/conversation.ts';
import { openDefinedGate } from '../../test/definitions.ts';
import type { HostOptions } from './host-options.ts';
import { requestOf } from './host-options.ts';
import { unstartedCallsOf } from './unstarted-calls.ts';

const NOON = Date.UTC(2026, 10, 16, 12, 0);
const SEVEN_MINUTES = 420_000;

const kept = async (gate: Gate, key: string, from: HostOptions = host): Promise<Dispatchable> => {
  const begun = await gate.begin(requestOf(from, 'read_notes', { about: key }, key));
  if (begun.state !== 'dispatching') throw new Error(begun.state);
  unstartedCallsOf(gate).keep(from, key, begun, 'client');
  return begun;
};

const start = async (options: OpenOptions = {}) => {
  const clock = virtualClock(NOON);
  const gate = await openDefinedGate({ clock, limits: { sweepMs: null }, ...options });
  return { clock, gate, pending: unstartedCallsOf(gate) };
};

const ANSWER = { type: 'result', result: 'milk' } as const;

describe('a call that somebody else runs', () => {
  it('is given up on when its time is over, and forgotten', async () => {
    const { clock, gate, pending } = await start();
    await kept(gate, 'a', { ...host, clock });
    clock.advance(SEVEN_MINUTES);
    expect(pending.size).toBe(0);
    await expect.poll(() => statesOf(gate)).toEqual(['read_notes failed']);
  });

  it('is forgotten where the gate gave it up, and is not handed to who comes late', async () => {
    const { clock, gate, pending } = await start();
    await kept(gate, 'a');
    clock.advance(SEVEN_MINUTES);
    expect(pending.size).toBe(1);
    await gate.sweep();
    expect(pending.size).toBe(0);
    expect(pending.takeFromClient(who, 'a')).toBeUndefined();
    expect(await pending.settleFromClient(who, 'a', ANSWER)).toBe(false);
  });

  it('is reported where it was given up on at the very moment it was answered', async () => {
    const { gate, pending } = await start();
    const dispatchable = await kept(gate, 'a');
    const [, settled] = await Promise.all([
      gate.settle(dispatchable, { type: 'unknown', message: 'given up on' }),
      pending.settleFromClient(who, 'a', ANSWER),
    ]);
    expect(settled).toBe(true);
    expect((await statesOf(gate)).toSorted()).toEqual(['read_notes done', 'read_notes failed']);
  });

  it('is settled once', async () => {
    const { gate, pending } = await start();
    await kept(gate, 'a');
    expect(await pending.settleFromClient(who, 'a', ANSWER)).toBe(true);
    expect(await pending.settleFromClient(who, 'a', ANSWER)).toBe(false);
    expect(await statesOf(gate)).toEqual(['read_notes done']);
    expect(pending.size).toBe(0);
  });
});
