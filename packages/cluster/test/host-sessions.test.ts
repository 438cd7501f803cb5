import type { ContextName } from '@callgate/gate/host';
import { memoryKeys } from '@callgate/gate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Cluster } from './postgres/cluster.ts';
import { call, recorder } from '../../gate/test/office.ts';
import { freshPlace } from './store-place.ts';
import { openOffice } from './office.ts';

const HOST = 'host:m:7:1';
const IN_HOST = { context: HOST };
const CHAT: ContextName = { principal: 'local', context: 'chat', authenticated: true };

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
}, 120_000);
afterAll(() => cluster.remove());

it('processes of one host and its hooks share what any of them touches on one database', async () => {
  const url = freshPlace(cluster.url());
  const keys = memoryKeys();
  const reads = await openOffice(url, { keys });
  const sends = await openOffice(url, { keys });
  const hosts = [HOST, 'host:m:5:1'] as const;
  expect(await Promise.all([reads, sends].map(({ gate }) => gate.enterHost('local', hosts)))).toEqual([
    HOST,
    HOST,
  ]);
  expect(await sends.gate.begin(call('add_note', { text: 'x' }, IN_HOST))).toMatchObject({
    state: 'dispatching',
  });
  await reads.gate.run(call('read_mail', {}, IN_HOST), recorder().dispatch);
  expect(await sends.gate.begin(call('add_note', { text: 'y' }, IN_HOST))).toMatchObject({ state: 'held' });
  await sends.gate.joinHost(CHAT, hosts);
  expect((await reads.gate.session(CHAT)).labels.untrusted.strength).toBe('known');
  await reads.gate.endContext(CHAT);
  expect((await sends.gate.session(CHAT)).labels.untrusted.strength).toBe('none');
  // what came without a name is not the session's own
  const { labels } = await sends.gate.session({ ...CHAT, context: HOST });
  expect(labels.untrusted.strength).toBe('known');
});

it('gates that name hosts and sessions at once do not stand in each other’s way', async () => {
  const url = freshPlace(cluster.url());
  const keys = memoryKeys();
  const first = await openOffice(url, { keys });
  const gates = [first, await openOffice(url, { keys })];
  await first.gate.enterHost('local', [HOST]);
  await Promise.all(
    Array.from({ length: 24 }, async (_, at) => {
      const gate = gates[at % 2]?.gate;
      const chat = { ...CHAT, context: `chat ${at % 3}` };
      await gate?.joinHost(chat, [HOST]);
      await gate?.run(
        call(at === 7 ? 'read_mail' : 'read_note', {}, at % 2 === 0 ? { context: chat.context } : IN_HOST),
        recorder().dispatch,
      );
    }),
  );
  const { labels } = await first.gate.session({ ...CHAT, context: HOST });
  expect(labels.untrusted.strength).toBe('known');
});
