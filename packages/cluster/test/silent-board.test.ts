import { memoryKeys } from '@callgate/gate';
import { openPostgresStore } from '@callgate/cluster';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Cluster } from './postgres/cluster.ts';
import { until } from '../../gate/test/faults/until.ts';
import { afterTest } from '../../gate/test/office.ts';
import { freshPlace } from './store-place.ts';
import { Relay } from './relay.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
}, 120_000);
afterAll(() => cluster.remove());

const keys = memoryKeys();

it('a board whose connections are silent asks on others, and hears of what is put on it', async () => {
  const url = freshPlace(cluster.url());
  const relay = await Relay.to(cluster.port);
  afterTest(() => relay.close());
  const far = await openPostgresStore({
    url: relay.url(new URL(url).searchParams.get('schema') ?? ''),
    keys,
    busyMs: 2000,
  });
  afterTest(() => far.close());
  const near = await openPostgresStore({ url, keys });
  afterTest(() => near.close());
  const told: string[] = [];
  far.board.onChange('task', (name) => told.push(name));
  await near.board.put('task', 'before', 'x', { lifeMs: 60_000 });
  await until(() => told.includes('before'));
  const look = (): Promise<unknown> => far.board.get('task', 'before');
  await Promise.all([look(), look(), look()]);
  // what is there already hears nothing more; who comes anew is answered
  const goOn = relay.holdAnswers();
  afterTest(async () => goOn());
  for (const looked of await Promise.allSettled([look(), look(), look()]))
    expect(looked).toMatchObject({ status: 'rejected', reason: { code: 'STORE_AWAY' } });
  expect(await look()).toMatchObject({ text: 'x' });
  await near.board.put('task', 'after', 'x', { lifeMs: 60_000 });
  await until(() => told.includes('after'));
}, 60_000);
