import type { JsonObject } from '@callgate/core';
import type { Office } from '../../gate/test/office.ts';
import { call, recorder } from '../../gate/test/office.ts';
import { LOCAL, inboxOf } from './inbox-office.ts';

/** Asks about a call, and votes on it. */
export const answer = async (
  place: Office,
  name: string,
  args: JsonObject,
  verdict: 'approve' | 'refuse' = 'approve',
  context = 'c1',
): Promise<void> => {
  const { gate, clock } = place;
  const request = call(name, args, { context });
  const held = await gate.hold(request);
  if (held.state !== 'held') throw new Error(`it is ${held.state}`);
  clock.advance(5000);
  const handlers = inboxOf(place);
  const { question } = await handlers['inbox.question']({ call: held.call }, LOCAL);
  await handlers['inbox.vote']({ call: held.call, binding: question.binding, verdict, opened: true }, LOCAL);
  if (verdict === 'refuse') return;
  const resumed = await gate.resume(held.ticket, request);
  if (resumed.state !== 'dispatching' || !('take' in resumed)) throw new Error(`it is ${resumed.state}`);
  await gate.send(resumed, recorder().dispatch);
};

export const times = async (count: number, work: (at: number) => Promise<void>): Promise<void> => {
  for (let at = 0; at < count; at += 1) await work(at);
};
