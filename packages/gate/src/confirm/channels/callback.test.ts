import { expect, it } from 'vitest';
import { question } from '../../../test/confirm-question.ts';
import type { CallbackOptions } from './callback.ts';
import { callbackChannel } from './callback.ts';

const never = new AbortController().signal;

const answering = (answer: unknown): ReturnType<typeof callbackChannel> =>
  callbackChannel({ ask: (async () => answer) as CallbackOptions['ask'] });

it('brings a person’s word as it was given, and says how it came', async () => {
  const asked = question();
  const channel = callbackChannel({
    name: 'desk',
    ask: async (given) => {
      expect(given).toBe(asked);
      return { verdict: 'refuse', subject: 'ann', opened: true, reason: 'not today' };
    },
  });
  expect(channel.name).toBe('desk');
  expect(await channel.ask(asked, never)).toEqual({
    verdict: 'refuse',
    subject: 'ann',
    opened: true,
    reason: 'not today',
    via: 'callback',
  });
});

it('leaves it to others where the host says so', async () => {
  expect(await answering(null).ask(question(), never)).toBeNull();
});

it.each([
  true,
  'approve',
  undefined,
  {},
  { verdict: 'approve' },
  { verdict: 'yes', subject: 'ann', opened: true },
  { verdict: 'approve', subject: '', opened: true },
  { verdict: 'approve', subject: 'ann', opened: 'true' },
  { verdict: ['approve'], subject: 'ann', opened: true },
  [{ verdict: 'approve', subject: 'ann', opened: true }],
])('never takes for a yes what is not plainly one: %j', async (answer) => {
  await expect(answering(answer).ask(question(), never)).rejects.toMatchObject({ code: 'CALLBACK_ANSWER' });
});

it('does not let the host say that the word came by another way', async () => {
  const answer = { verdict: 'approve', subject: 'ann', opened: true, via: 'console' };
  expect(await answering(answer).ask(question(), never)).toMatchObject({ via: 'callback' });
});

it('throws what the host throws', async () => {
  const channel = callbackChannel({ ask: async () => Promise.reject(new Error('the host is down')) });
  await expect(channel.ask(question(), never)).rejects.toThrow('the host is down');
});

it('ends with its signal, whatever the host does', async () => {
  const ending = new AbortController();
  const host = Promise.withResolvers<null>();
  const channel = callbackChannel({ ask: () => host.promise });
  const answer = channel.ask(question(), ending.signal);
  ending.abort();
  expect(await answer).toBeNull();
  host.reject(new Error('too late to matter'));
  let called = false;
  const other = callbackChannel({
    ask: async () => {
      called = true;
      return null;
    },
  });
  expect(await other.ask(question(), ending.signal)).toBeNull();
  expect(called).toBe(false);
});
