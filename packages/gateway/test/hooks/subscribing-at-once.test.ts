import { expect, it } from 'vitest';
import { stage } from '../behaviour/stage.ts';

const URIS = ['note://one', 'note://two', 'note://three'];

it('several subscriptions at once to a modern server all stand', { timeout: 15_000 }, async () => {
  const on = await stage({
    behind: 'modern',
    says: { resources: URIS.map((uri) => ({ uri, name: uri })) },
    config: (config) => ({ ...config, timeoutMs: 2000 }),
  });
  const agent = await on.agent('legacy');
  const answers = await Promise.all(URIS.map((uri) => agent.request('resources/subscribe', { uri })));
  expect(answers.map(({ error, result }) => error ?? result)).toEqual([{}, {}, {}]);
  const last = on
    .oracle()
    .received()
    .findLast(({ method }) => method === 'subscriptions/listen');
  expect(last?.['params']).toMatchObject({
    notifications: { resourceSubscriptions: URIS.toSorted() },
  });
  expect(on.at.log.map(({ code }) => code)).not.toContain('UPSTREAM_SUBSCRIPTION');
});
