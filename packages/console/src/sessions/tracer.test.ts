import type { CallRow } from '@callgate/gate';
import { expect, it } from 'vitest';
import type { Tracing } from './flows.ts';
import { Tracer } from './tracer.ts';

const rowsOf = (...ids: readonly string[]): readonly CallRow[] =>
  ids.map((id) => ({ id, endedAt: 5 }) as CallRow);

const TRACING = {
  session: { said: [], created: [], seen: [] },
  words: [],
} as unknown as Tracing;

const opened = () => {
  let now = 0;
  let running = 0;
  const most = { at: 0 };
  const begun: string[] = [];
  const open: (() => void)[] = [];
  const tracer = new Tracer({ now: () => now }, async (rows) => {
    running += 1;
    most.at = Math.max(most.at, running);
    begun.push(rows.map(({ id }) => id).join());
    await new Promise<void>((resolve) => open.push(resolve));
    running -= 1;
    return [];
  });
  return {
    tracer,
    begun,
    most,
    forward: (ms: number) => {
      now += ms;
    },
    finish: async () => {
      await expect.poll(() => open.length).toBe(1);
      open.pop()?.();
    },
  };
};

it('sessions are traced one after the other, and the same one once for all who ask', async () => {
  const { tracer, begun, most, finish } = opened();
  const asked = ['a', 'a', 'b', 'a', 'b'].map((id) => tracer.trace(rowsOf(id), TRACING));
  await finish();
  await finish();
  await Promise.all(asked);
  expect(begun).toEqual(['a', 'b']);
  expect(most.at).toBe(1);
});

it('what was traced is good for a moment, and for nothing that changed', async () => {
  const { tracer, begun, forward, finish } = opened();
  const trace = async (...ids: readonly string[]): Promise<void> => {
    const before = begun.length;
    const traced = tracer.trace(rowsOf(...ids), TRACING);
    await Promise.resolve();
    await Promise.resolve();
    if (begun.length > before) await finish();
    await traced;
  };
  await trace('a');
  await trace('a');
  await trace('a', 'b');
  expect(begun).toEqual(['a', 'a,b']);
  forward(10_000);
  await trace('a');
  expect(begun).toEqual(['a', 'a,b', 'a']);
});
