import { afterEach, expect, it } from 'vitest';
import type { Oracle } from '../oracle.ts';
import { oracle } from '../oracle.ts';
import type { TestGateway } from '../test-gateway.ts';
import { openTestGateway } from '../test-gateway.ts';

const open: (TestGateway | Oracle)[] = [];
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close();
});

it('whoever looks at the result of a task has seen it, though the labels of the call have aged since', async () => {
  const upstream = oracle();
  open.push(upstream);
  const at = await openTestGateway({
    servers: [await upstream.server('web', { trust: 'trusted' })],
    config: (config) => ({ ...config, labelAgeMs: 200 }),
  });
  open.push(at);
  const client = at.connect();
  await client.initialize();
  const started = await client.request('tools/call', {
    name: 'fetch_page',
    arguments: { url: 'https://example.com/a' },
    task: { ttl: 60_000 },
  });
  const { taskId } = (started.result?.['task'] ?? {}) as { readonly taskId: string };
  const labels = async (): Promise<string> =>
    (await at.gateway.gate.session({ principal: 'local', context: 'test:1', authenticated: true })).labels
      .untrusted.strength;
  const status = async (): Promise<unknown> =>
    (await client.request('tasks/get', { taskId })).result?.['status'];
  await expect.poll(() => upstream.calls().length, { timeout: 10_000 }).toBe(1);
  // labels last to the end of their ten seconds, and then for their age
  await expect.poll(labels, { timeout: 20_000 }).toBe('none');
  expect(await status()).toBe('completed');
  const { result } = await client.request('tasks/result', { taskId });
  expect(JSON.stringify(result)).toContain('fetch_page');
  expect(await labels()).toBe('known');
});
