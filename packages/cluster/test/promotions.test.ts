import type { Keys } from '@callgate/gate';
import { memoryKeys } from '@callgate/gate';
import type { PostgresStore } from '@callgate/cluster';
import { openPostgresStore, verifyJournals } from '@callgate/cluster';
import postgres from 'postgres';
import { expect, it } from 'vitest';
import { Cluster } from './postgres/cluster.ts';
import { until } from '../../gate/test/faults/until.ts';
import { afterTest } from '../../gate/test/office.ts';
import { testLimit, trackSteps } from '../../gate/test/long-test.ts';
import { cases } from '../../gate/test/random.ts';
import { Relay } from './relay.ts';

const PROMOTIONS = Number(process.env['CALLGATE_PROMOTIONS'] ?? cases(2, 100));
const PATIENCE = testLimit(8);
const SETTINGS = { wal_retrieve_retry_interval: "'100ms'" };

const told = async (cluster: Cluster, sql: string): Promise<number> => {
  const client = postgres(cluster.url(), { max: 1, onnotice: () => {} });
  try {
    return (await client.unsafe(sql)).length;
  } finally {
    await client.end();
  }
};

const setStandby = async (cluster: Cluster, name: string): Promise<void> => {
  cluster.configure({ synchronous_standby_names: `'${name}'` });
  await told(cluster, 'SELECT pg_reload_conf()');
};

const follows = (cluster: Cluster, state: 'sync' | 'async'): Promise<void> =>
  until(
    async () =>
      (await told(
        cluster,
        `SELECT 1 FROM pg_stat_replication WHERE sync_state = '${state}' AND state = 'streaming'`,
      )) > 0,
  );

const write = async (store: PostgresStore, tool: string): Promise<void> => {
  await store.transact(async (tx) => {
    await tx.append({ event: 'alert', outcome: 'allowed', principal: 'p', tool, call: null, detail: {} });
  });
};

const toolsIn = async (store: PostgresStore): Promise<ReadonlySet<string>> => {
  const tools = new Set<string>();
  for (let from = 1; ;) {
    const page = await store.read.rows(from, 1000);
    for (const { bytes } of page)
      tools.add((JSON.parse(Buffer.from(bytes).toString()) as { tool_name: string }).tool_name);
    if (page.length === 0) return tools;
    from += page.length;
  }
};

/** Two openers behind one address. */
class RelayedStores {
  readonly relay: Relay;
  readonly stores: readonly PostgresStore[];
  primary: Cluster;

  private constructor(relay: Relay, stores: readonly PostgresStore[], primary: Cluster) {
    this.relay = relay;
    this.stores = stores;
    this.primary = primary;
  }

  static async open(keys: Keys, count: number): Promise<RelayedStores> {
    const primary = await Cluster.start({ settings: SETTINGS });
    const relay = await Relay.to(primary.port);
    const url = relay.url('callgate');
    const stores: PostgresStore[] = [];
    for (let n = 0; n < count; n += 1) stores.push(await openPostgresStore({ url, keys, busyMs: 3000 }));
    const behind = new RelayedStores(relay, stores, primary);
    afterTest(async () => {
      for (const store of stores) await store.close();
      await relay.close();
      await behind.primary.remove();
    });
    return behind;
  }

  get first(): PostgresStore {
    const [first] = this.stores;
    if (first === undefined) throw new Error('nobody');
    return first;
  }

  /** The server is gone for good, and this one takes its place. */
  async replaceBy(next: Cluster): Promise<void> {
    await this.primary.end('immediate');
    this.relay.lead(undefined);
    await next.promote();
    await setStandby(next, '');
    await this.primary.remove();
    this.primary = next;
    this.relay.lead(next.port);
  }
}

it(
  `with a standby that every commit waits for, nothing that was acknowledged is lost in ${PROMOTIONS} promotions`,
  { timeout: PATIENCE },
  async () => {
    const behind = await RelayedStores.open(memoryKeys(), 2);
    const acknowledged = new Set<string>();
    const step = trackSteps();
    const refused = new Set<string>();
    let away = 0;
    for (const store of behind.stores) store.onState((state) => (away += state === 'away' ? 1 : 0));
    const enoughNow = new AbortController();
    const writing = behind.stores.map(async (store, who) => {
      for (let n = 0; !enoughNow.signal.aborted; n += 1) {
        const tool = `${who}/${n}`;
        try {
          await write(store, tool);
          acknowledged.add(tool);
        } catch {
          refused.add(tool);
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      }
    });
    for (let promotion = 0; promotion < PROMOTIONS; promotion += 1) {
      step(`promotion ${promotion}, ${acknowledged.size} rows acknowledged`);
      const standby = await behind.primary.standby('standby');
      await setStandby(behind.primary, 'standby');
      await follows(behind.primary, 'sync');
      const enough = acknowledged.size + 50;
      await until(() => acknowledged.size >= enough);
      await behind.replaceBy(standby);
      await until(() => behind.stores.every(({ state }) => state === 'ready'));
    }
    enoughNow.abort();
    await Promise.all(writing);
    console.log(
      `${PROMOTIONS} promotions: ${acknowledged.size} rows acknowledged, ${refused.size} refused, away ${away} times`,
    );
    expect(behind.stores.map(({ state }) => state)).toEqual(['ready', 'ready']);
    // every one of them was felt by both, with rows before it and refusals in it
    expect(away).toBeGreaterThanOrEqual(2 * PROMOTIONS);
    expect(acknowledged.size).toBeGreaterThanOrEqual(50 * PROMOTIONS);
    expect(refused.size).toBeGreaterThanOrEqual(PROMOTIONS);
    const there = await toolsIn(behind.first);
    expect([...acknowledged].filter((tool) => !there.has(tool))).toEqual([]);
    // and whoever was told that nothing was written was told the truth
    expect([...refused].filter((tool) => there.has(tool))).toEqual([]);
    expect(await verifyJournals(behind.relay.url('callgate'))).toMatchObject({ ok: true, waiting: 0 });
  },
);

it(
  `without one, what a promotion loses is noticed by everybody who had seen it, ${PROMOTIONS} times`,
  { timeout: PATIENCE },
  async () => {
    const step = trackSteps();
    for (let promotion = 0; promotion < PROMOTIONS; promotion += 1) {
      step(`promotion ${promotion}`);
      const behind = await RelayedStores.open(memoryKeys(), 2);
      const [writer, witness] = behind.stores;
      if (writer === undefined || witness === undefined) throw new Error('nobody');
      const standby = await behind.primary.standby('standby');
      await follows(behind.primary, 'async');
      await write(writer, 'kept');
      await witness.read.head();
      await until(async () => (await told(standby, 'SELECT 1 FROM callgate.record')) > 0);
      await standby.end('fast');
      await write(writer, 'lost');
      // the witness has written nothing, and has seen it
      await until(async () => (await witness.read.head()).seq === 2);
      await behind.primary.end('immediate');
      await standby.run();
      await behind.replaceBy(standby);
      const states: string[] = [];
      writer.onState((state) => states.push(state));
      await until(() => behind.stores.every(({ state }) => state === 'lost'));
      for (const store of behind.stores) {
        await expect(write(store, 'more')).rejects.toMatchObject({ code: 'STORE_LOST' });
        expect(store.broken).toMatchObject({ code: 'STORE_LOST' });
        expect([...(await toolsIn(store))]).toEqual(['kept']);
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(behind.stores.map(({ state }) => state)).toEqual(['lost', 'lost']);
    }
  },
);

it('a server that follows another one is not opened', async () => {
  const behind = await RelayedStores.open(memoryKeys(), 1);
  const standby = await behind.primary.standby('standby');
  afterTest(() => standby.remove());
  const opening = openPostgresStore({ url: standby.url(), keys: memoryKeys() });
  await expect(opening).rejects.toMatchObject({ code: 'STORE_STANDBY' });
});
