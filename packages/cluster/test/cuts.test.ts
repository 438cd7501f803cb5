import { memoryKeys } from '@callgate/gate';
import type { PostgresStore } from '@callgate/cluster';
import { openPostgresStore, verifyJournals } from '@callgate/cluster';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Cluster } from './postgres/cluster.ts';
import { until } from '../../gate/test/faults/until.ts';
import { afterTest } from '../../gate/test/office.ts';
import { testLimit, trackSteps } from '../../gate/test/long-test.ts';
import { Random, cases, seedOf } from '../../gate/test/random.ts';
import { listEntryTools, writeEntry } from './query-database.ts';
import type { RelayDirection, PieceFate } from './cutting-relay.ts';
import { CuttingRelay } from './cutting-relay.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
}, 120_000);
afterAll(() => cluster.remove());

const CUTS = cases(30, 3000);
const PATIENCE = testLimit(8);
let schemas = 0;

const behind = async (
  busyMs: number = 3000,
): Promise<{ readonly relay: CuttingRelay; readonly store: PostgresStore; readonly url: string }> => {
  const relay = await CuttingRelay.to(cluster.port);
  schemas += 1;
  const url = relay.url(`cuts${schemas}`);
  const store = await openPostgresStore({ url, keys: memoryKeys(), busyMs });
  afterTest(async () => {
    relay.heal();
    await store.close();
    await relay.close();
  });
  return { relay, store, url };
};

/** The piece with this number that goes this way meets this fate, and nothing else does. */
const once = (relay: CuttingRelay, way: RelayDirection, number: number, fate: PieceFate): void => {
  let seen = 0;
  relay.decide = (direction) => {
    if (direction !== way) return 'pass';
    seen += 1;
    return seen === number ? fate : 'pass';
  };
};

it(
  `wherever a connection ends, ${CUTS} times: what was acknowledged is there once, what was refused is not there`,
  { timeout: PATIENCE },
  async () => {
    const random = new Random(seedOf('cuts'));
    const { relay, store, url } = await behind();
    const step = trackSteps();
    const [acknowledged, refused] = [new Set<string>(), new Set<string>()];
    for (let cut = 0; cut < CUTS; cut += 1) {
      step(`cut ${cut} of ${CUTS}`);
      once(
        relay,
        random.pick(['asked', 'answered']),
        1 + random.below(14),
        random.pick(['cut', 'cut-behind']),
      );
      await Promise.all(
        Array.from({ length: 3 }, async (_, n) => {
          const tool = `${cut}/${n}`;
          try {
            await writeEntry(store, tool, `s${n}`);
            acknowledged.add(tool);
          } catch (error) {
            expect(error).toMatchObject({ code: 'STORE_AWAY' });
            refused.add(tool);
          }
        }),
      );
      relay.heal();
      await until(() => store.state === 'ready');
    }
    const there = await listEntryTools(store);
    expect(there).toHaveLength(new Set(there).size);
    expect(new Set(there)).toEqual(acknowledged);
    expect(acknowledged.size + refused.size).toBe(3 * CUTS);
    expect(refused.size).toBeGreaterThan(0);
    expect(await verifyJournals(url)).toMatchObject({ ok: true, waiting: 0 });
  },
);

/** The answer to the next commit never comes, and nobody can come back. */
const inDoubt = (relay: CuttingRelay): void => {
  let committing = 0;
  relay.decide = (direction, piece, client) => {
    if (direction === 'asked' && piece.includes('COMMIT\0')) committing = client;
    if (direction !== 'answered' || client !== committing) return 'pass';
    relay.shut = true;
    return 'cut';
  };
};

it('whoever closes a store that is away does not wait for ever, and nobody is told more than is known', async () => {
  const { relay, store } = await behind();
  inDoubt(relay);
  const writing = writeEntry(store, 'in doubt');
  writing.catch(() => {});
  await until(() => store.state === 'away');
  // nobody answers whoever tries to come back
  relay.decide = () => 'silence';
  relay.shut = false;
  await store.close();
  await expect(writing).rejects.toMatchObject({ code: 'STORE_UNKNOWN' });
});

it.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a connection that ends at answer %i of the leaving does not keep the store from closing',
  async (number) => {
    const { relay, store } = await behind();
    await writeEntry(store, 'before');
    once(relay, 'answered', number, 'cut');
    const writing = writeEntry(store, 'last').then(
      () => 'written',
      ({ code }: { readonly code: string }) => code,
    );
    await store.close();
    expect(['written', 'STORE_AWAY', 'STORE_UNKNOWN']).toContain(await writing);
  },
);

it('a database that answers nothing, and ends nothing, is away; those who wait hear of it', async () => {
  const { relay, store } = await behind(500);
  await writeEntry(store, 'before');
  relay.decide = () => 'silence';
  const reading = store.read.rows(1, 1);
  reading.catch(() => {});
  await expect(writeEntry(store, 'unheard')).rejects.toMatchObject({ code: 'STORE_AWAY' });
  expect(store.state).toBe('away');
  await expect(reading).rejects.toMatchObject({ code: 'STORE_AWAY' });
  relay.heal();
  await until(() => store.state === 'ready');
  await writeEntry(store, 'after');
  expect(await listEntryTools(store)).toEqual(['before', 'after']);
});

it('a database that falls silent while nobody asks for anything is away too', async () => {
  const { relay, store } = await behind(500);
  relay.decide = () => 'silence';
  await until(() => store.state === 'away');
  relay.heal();
  await until(() => store.state === 'ready');
  await writeEntry(store, 'after');
  expect(await listEntryTools(store)).toEqual(['after']);
});
