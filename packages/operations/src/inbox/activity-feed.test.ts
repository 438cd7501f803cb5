import { expect, it } from 'vitest';
import type { JsonObject } from '@callgate/core';
import { call, catalogueOf, office } from '../../../gate/test/office.ts';
import { LOCAL, inboxOf } from '../../test/inbox-office.ts';

const QUIET: JsonObject = {
  readOnlyHint: true,
  openWorldHint: false,
  unsafeOutputHint: false,
  sensitiveDataHint: false,
};

it('lists every call in flight, with what it says it is doing, and those that spoke a little longer', async () => {
  const catalogue = catalogueOf([
    { name: 'research', annotations: { ...QUIET, agencyHint: true } },
    { name: 'crawl', annotations: { ...QUIET, slowExecutionHint: true } },
    { name: 'look', annotations: QUIET },
  ]);
  const place = await office({ catalogue });
  const handlers = inboxOf(place, undefined, catalogue);
  const ends: (() => void)[] = [];
  const out = ['research', 'crawl', 'look'].map(async (name) => {
    const started = Promise.withResolvers<void>();
    const over = place.gate.run(call(name), async (dispatchable, { progress }) => {
      dispatchable.take();
      if (name === 'research')
        for (let step = 1; step <= 103; step++) progress({ progress: step, message: `step ${step}` });
      if (name === 'crawl') progress({ progress: 3, total: 10 });
      started.resolve();
      await new Promise<void>((resolve) => ends.push(resolve));
      return { type: 'result', result: {} };
    });
    await started.promise;
    return over;
  });
  await expect.poll(() => ends.length).toBe(3);
  const running = await handlers['inbox.activity']({}, LOCAL);
  const of = (target: string) => running.find((each) => each.target === target);
  expect(running.map(({ target }) => target).toSorted()).toEqual(['crawl', 'look', 'research']);
  expect(of('look')).toMatchObject({ state: 'dispatching', progress: null, feed: [] });
  expect(of('research')).toMatchObject({ state: 'dispatching', marks: ['agentic'], forgotten: 3 });
  expect(of('research')?.feed.map(({ message }) => message)).toHaveLength(100);
  expect(of('research')?.progress).toMatchObject({ progress: 103, message: 'step 103' });
  expect(of('crawl')).toMatchObject({ progress: { progress: 3, total: 10 }, feed: [] });
  for (const end of ends) end();
  await Promise.all(out);
  const back = await handlers['inbox.activity']({}, LOCAL);
  expect(back.map(({ target, state }) => [target, state]).toSorted()).toEqual([
    ['crawl', 'done'],
    ['research', 'done'],
  ]);
  place.clock.advance(120_000);
  expect(await handlers['inbox.activity']({}, LOCAL)).toEqual([]);
});
