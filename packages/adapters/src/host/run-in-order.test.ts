import { expect, it } from 'vitest';
import { agentTools, alice, openGate, who } from '../../test/conversation.ts';
import { runInOrder } from './run-in-order.ts';

it('judges one call after the other, in the order in which they came', async () => {
  const gate = await openGate(agentTools([]));
  const log: string[] = [];
  const slow = Promise.withResolvers<void>();
  const first = runInOrder(gate, who, async () => {
    log.push('first begins');
    await slow.promise;
    log.push('first ends');
  });
  const second = runInOrder(gate, who, async () => void log.push('second'));
  const elsewhere = runInOrder(gate, { ...who, principal: alice }, async () => void log.push('elsewhere'));
  await elsewhere;
  expect(log).toEqual(['first begins', 'elsewhere']);
  slow.resolve();
  await Promise.all([first, second]);
  expect(log).toEqual(['first begins', 'elsewhere', 'first ends', 'second']);
});

it('goes on after one that failed, and tells whoever brought that one', async () => {
  const gate = await openGate(agentTools([]));
  const failed = runInOrder(gate, who, async () => {
    throw new Error('the store is gone');
  });
  const next = runInOrder(gate, who, async () => 'judged');
  await expect(failed).rejects.toThrow('the store is gone');
  expect(await next).toBe('judged');
});
