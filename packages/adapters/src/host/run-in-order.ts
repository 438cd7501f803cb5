import type { Gate } from '@callgate/gate';
import type { ConversationRef } from './host-options.ts';
import { sessionOf } from './host-options.ts';
import { perGate } from './per-gate.ts';

const queuesOf = perGate(() => new Map<string, Promise<unknown>>());

/**
 * One after the other in a conversation, in the order in which they come: for frameworks that start all calls of a step
 * at once, so that each is judged on what the ones before it touch. Nothing in it may wait for people.
 */
export const runInOrder = async <T>(
  gate: Gate,
  who: ConversationRef,
  judge: () => Promise<T>,
): Promise<T> => {
  const lines = queuesOf(gate);
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
