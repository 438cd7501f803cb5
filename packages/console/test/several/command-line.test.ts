import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../../callgate/test/fixtures/run-callgate.ts';
import { GatewayFolder } from '../../../callgate/test/gateway-folder.ts';
import { Cluster } from '../../../cluster/test/postgres/cluster.ts';
import { signInClient } from '../api-client.ts';
import { buildWeb } from '../build-web.ts';
import type { Balancer } from './balancer.ts';
import { openBalancer } from './balancer.ts';

let cluster: Cluster;
let balancer: Balancer;

beforeAll(async () => {
  ensureBuilt();
  await buildWeb();
  cluster = await Cluster.start();
  balancer = await openBalancer();
}, 120_000);
afterAll(async () => {
  await balancer.close();
  await cluster.remove();
});

/** A machine, with the key of another where there is one. */
const machine = (like?: GatewayFolder): GatewayFolder => {
  const place = new GatewayFolder();
  mkdirSync(place.home, { recursive: true, mode: 0o700 });
  if (like !== undefined)
    for (const name of ['callgate.key', 'callgate.key.pub'])
      cpSync(join(like.home, name), join(place.home, name));
  return place;
};

/** Where its console listens. */
const up = async (place: GatewayFolder, store: string): Promise<string> => {
  const config = place.write(
    'c.yaml',
    JSON.stringify({
      servers: { one: { ...place.entry, trust: 'owned' } },
      http: { port: 0 },
      console: { port: 0, url: balancer.url },
    }),
  );
  const gateway = place.start(['up', '-c', config, '--store', store]);
  await gateway.said(/Console at/);
  return listensAt(place);
};

const listensAt = ({ home }: GatewayFolder): string => {
  const name = readdirSync(join(home, 'run')).find((each) => each.startsWith('console.')) ?? '';
  const said: unknown = JSON.parse(readFileSync(join(home, 'run', name), 'utf8'));
  return (said as { readonly local: string }).local;
};

it('callgate console --link on either machine signs in wherever the balancer leads, for all of it', async () => {
  const one = machine();
  const store = `${cluster.url()}?schema=t${randomBytes(6).toString('hex')}`;
  const first = await up(one, store);
  const two = machine(one);
  balancer.use([first, await up(two, store)]);
  for (const place of [one, two, one, two, one]) {
    const link = (await place.callgate('console', '--link')).out.trim();
    expect(link).toMatch(new RegExp(`^${balancer.url}/sign-in#[\\w-]{43}$`));
    const client = await signInClient({ url: balancer.url, console: { link: async () => link } });
    for (let time = 0; time < 4; time += 1)
      expect((await client.read('me', {})).caller).toEqual({
        subject: 'local',
        role: 'operator',
        groups: [],
      });
    await client.change('me.leave', {});
  }
  const entered = balancer.passed.filter(({ path }) => path === '/sign-in').map(({ to }) => to);
  expect(new Set(entered)).toEqual(new Set([0, 1]));
}, 120_000);
