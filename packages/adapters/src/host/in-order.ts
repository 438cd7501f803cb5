import type { Gate } from '@callgate/gate';
import type { Who } from './host.ts';
import { sessionOf } from './host.ts';
import { perGate } from './per-gate.ts';

const linesOf = perGate(() => new Map<string, Promise<unknown>>());

/**
 * One after the other in a conversation, in the order in which they come: for frameworks that start all calls of a step
 * at once, so that each is judged on what the ones before it touch. Nothing in it may wait for people.
 */
export const inOrder = async <T>(gate: Gate, who: Who, judge: () => Promise<T>): Promise<T> => {
  const lines = linesOf(gate);
  const session = sessionOf(who);
  const before = lines.get(session) ?? Promise.resolve();
  const mine = before.then(judge);
  const done = mine.catch(() => {});
  lines.set(session, done);
  try {
    return await mine;
  } finally {
    if (lines.get(session) === done) lines.delete(session);
  }
};
