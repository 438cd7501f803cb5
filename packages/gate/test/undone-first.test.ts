import { describe, expect, it } from 'vitest';
import { call, office, policyText, recorder } from './office.ts';
import { onUndoneFirst } from './undone-first.ts';

onUndoneFirst();

it('what was undone is told to nobody', async () => {
  const { gate, store } = await office({
    policy: policyText(
      'extends: balanced\nrules: [{id: n, tools: add_note, notify: operator, reason: watched}]',
    ),
  });
  const told: string[] = [];
  gate.onEvent((event) => told.push(event.type === 'moved' ? event.state : event.type));
  const { dispatch, sent } = recorder();
  await gate.run(call('add_note'), dispatch);
  expect(told).toEqual(['alert', 'dispatching', 'done']);
  expect(sent).toHaveLength(1);
  expect((await store.read.rows(1, 100)).map(({ event }) => event)).toEqual([
    'opened',
    'dispatching',
    'alert',
    'done',
  ]);
});

// a store may do a piece of work from the beginning again: nothing but the last time may show
describe('approvals', async () => void (await import('./approvals.test.ts')));
describe('confirming by grants', async () => void (await import('./confirm-grants.test.ts')));
describe('lives of calls', async () => void (await import('./life.test.ts')));
describe('sessions', async () => void (await import('./sessions.test.ts')));
describe('obligations', async () => void (await import('./obligations.test.ts')));
describe('models', async () => void (await import('./rerouted.test.ts')));
describe('checkpoints', async () => void (await import('./checkpoints.test.ts')));
describe('the record of a gate', async () => void (await import('./record-gate.test.ts')));
