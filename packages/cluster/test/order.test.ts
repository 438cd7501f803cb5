import type { Store } from '@callgate/gate/store';
import { memoryKeys } from '@callgate/gate';
import type { PostgresStore } from '@callgate/cluster';
import { openPostgresStore } from '@callgate/cluster';
import { virtualClock } from '@callgate/gate/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Cluster } from './postgres/cluster.ts';
import { MONDAY_NOON, afterTest } from '../../gate/test/office.ts';
import { freshPlace } from './store-place.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
});
afterAll(() => cluster.remove());

const keys = memoryKeys();

const two = async (stopped: boolean): Promise<readonly [PostgresStore, PostgresStore]> => {
  const url = freshPlace(cluster.url());
  const clock = stopped ? { clock: virtualClock(MONDAY_NOON) } : {};
  const stores = [
    await openPostgresStore({ url, keys, ...clock }),
    await openPostgresStore({ url, keys, ...clock }),
  ] as const;
  afterTest(async () => {
    for (const store of stores) await store.close();
  });
  return stores;
};

const SESSION = 'one session';

const write = (store: Store, tool: string, first: () => Promise<void> = async () => {}): Promise<void> =>
  store.transact(async (tx) => {
    await first();
    await tx.session(SESSION);
    await tx.append({
      event: 'alert',
      outcome: 'allowed',
      principal: 'p',
      tool,
      call: null,
      detail: {},
    });
  });

const tools = async (store: Store): Promise<string[]> =>
  (await store.read.rows(1, 100)).map(({ bytes }) =>
    String(JSON.parse(Buffer.from(bytes).toString()).tool_name),
  );

it('what one gate did after it saw what another did stands after it in the record, at the same moment too', async () => {
  const [one, other] = await two(true);
  const expected: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    expected.push(`${n}`);
    await write(n % 2 === 0 ? other : one, `${n}`);
  }
  expect(await tools(one)).toEqual(expected);
});

it('whoever began earlier and had to wait stands after what it waited for', async () => {
  const [one, other] = await two(false);
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const late = write(one, 'late', async () => {
    begun.resolve();
    await go.promise;
  });
  await begun.promise;
  await new Promise((resolve) => setTimeout(resolve, 20));
  await write(other, 'early');
  go.resolve();
  await late;
  expect(await tools(one)).toEqual(['early', 'late']);
});
