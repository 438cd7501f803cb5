import { expect, it } from 'vitest';
import { EMPTY_LOG_HEAD, chainEntry, hashEntry } from '../../../src/record/chain-entry.ts';
import type { Checkpoint, StoredEntry } from '../../../src/record/audit-entry.ts';
import type { Store } from '../../../src/store/store.ts';
import { virtualClock } from '../virtual-clock.ts';
import { sampleEntry } from './samples.ts';
import type { PlaceFixture } from './under-test.ts';
import { START } from './under-test.ts';

/** Every row stands where its hash says it does, and no time goes back. */
const expectChain = (rows: readonly StoredEntry[]): void => {
  let { hash, at } = EMPTY_LOG_HEAD;
  rows.forEach((row, index) => {
    expect(row.seq).toBe(index + 1);
    expect(Buffer.from(row.hash).equals(hashEntry(row.seq, hash, row.bytes))).toBe(true);
    expect(Buffer.from(row.bytes).toString()).toContain(
      `"previous_hash":"${Buffer.from(hash).toString('hex')}"`,
    );
    expect(row.at).toBeGreaterThanOrEqual(at);
    ({ hash, at } = row);
  });
};

const append = (store: Store, detail: Record<string, number>): Promise<StoredEntry> =>
  store.transact((tx) => tx.append(sampleEntry({ detail })));

const checkpoint = (size: number, by: number = size): Checkpoint => ({
  size,
  bytes: Uint8Array.of(0, 255, size),
  signature: new Uint8Array(64).fill(by),
});

export const recordTests = (at: PlaceFixture): void => {
  it(
    'has no rows at first',
    at(async (desks) => {
      const store = await desks.open();
      expect(await store.read.head()).toMatchObject({ seq: 0, at: 0 });
      expect(Buffer.from((await store.read.head()).hash)).toEqual(Buffer.alloc(32));
      expect(await store.transact((tx) => tx.head())).toMatchObject({ seq: 0, at: 0 });
      expect(await store.read.rows(1, 10)).toEqual([]);
    }),
  );

  it(
    'keeps the very bytes it was given, each row after the one before',
    at(async (desks) => {
      const store = await desks.open();
      const entry = sampleEntry({
        event: 'held',
        outcome: 'deferred',
        call: 'call-7',
        detail: { text: 'ünïcode \u0000 "quoted"', n: 1.5 },
      });
      const row = await store.transact((tx) => tx.append(entry));
      const id = /"event_id":"([^"]+)"/.exec(Buffer.from(row.bytes).toString())?.[1] ?? '';
      expect(id).toMatch(/^[0-9a-z]{26}$/);
      const expected = chainEntry(EMPTY_LOG_HEAD, entry, START, id);
      const [read] = await store.read.rows(1, 1);
      expect(read).toMatchObject({ seq: 1, at: START, event: 'held', call: 'call-7' });
      expect(Buffer.from(read?.bytes ?? []).equals(Buffer.from(expected.bytes))).toBe(true);
      expect(Buffer.from(read?.hash ?? []).equals(Buffer.from(expected.hash))).toBe(true);
      expect(Buffer.from((await store.read.head()).hash).equals(Buffer.from(expected.hash))).toBe(true);
    }),
  );

  it(
    'is one chain without gaps, however many write it',
    at(async (desks) => {
      const stores = await desks.openSome(3);
      await Promise.all(
        stores.flatMap((store, of) =>
          Array.from({ length: 30 }, async (_, index) => {
            desks.clock.advance(1);
            await append(store, { of, index });
          }),
        ),
      );
      const rows = (await stores[0]?.read.rows(1, 1000)) ?? [];
      expect(rows).toHaveLength(90);
      expectChain(rows);
      for (const store of stores) expect((await store.transact((tx) => tx.head())).seq).toBe(90);
    }),
  );

  it(
    'is one chain without gaps where another process writes too',
    at(async (desks) => {
      const store = await desks.open({ ...desks.clock, now: () => Date.now() });
      const child = desks.child('append', '60');
      await child.said();
      for (let index = 0; index < 60; index += 1) await append(store, { index });
      await child.ended();
      const rows = await store.read.rows(1, 1000);
      expect(rows).toHaveLength(120);
      expectChain(rows);
    }),
  );

  it(
    'has no gap where work was undone',
    at(async (desks) => {
      const store = await desks.open();
      const works = Array.from({ length: 9 }, (_, index) =>
        store.transact(async (tx) => {
          await tx.append(sampleEntry({ detail: { index } }));
          await tx.append(sampleEntry({ detail: { index } }));
          if (index % 3 === 1) throw new Error('no');
        }),
      );
      await Promise.allSettled(works);
      const rows = await store.read.rows(1, 100);
      expect(rows).toHaveLength(12);
      expectChain(rows);
    }),
  );

  it(
    'has its own time, which never goes back',
    at(async (desks) => {
      const store = await desks.open();
      const late = await desks.open(virtualClock(START - 5000));
      await append(store, { index: 1 });
      expect(await late.transact(async (tx) => tx.now())).toBe(START);
      expect((await append(late, { index: 2 })).at).toBe(START);
      desks.clock.advance(10);
      expect(await store.transact(async (tx) => tx.now())).toBe(START + 10);
    }),
  );

  it(
    'refuses a clock that is more than five seconds behind it',
    at(async (desks) => {
      const store = await desks.open();
      const late = await desks.open(virtualClock(START - 5001));
      expect(await late.transact(async (tx) => tx.now())).toBe(START - 5001);
      await append(store, { index: 1 });
      await expect(late.transact(async (tx) => tx.now())).rejects.toMatchObject({ code: 'CLOCK_BACK' });
      await expect(append(late, { index: 2 })).rejects.toMatchObject({ code: 'CLOCK_BACK' });
      expect((await store.read.head()).seq).toBe(1);
    }),
  );

  it(
    'gives rows, hashes and the rows of a call from any place on',
    at(async (desks) => {
      const store = await desks.open();
      await store.transact(async (tx) => {
        for (let index = 0; index < 1200; index += 1)
          await tx.append(sampleEntry({ call: index % 100 === 7 ? 'call-7' : null, detail: { index } }));
      });
      const rows = await store.read.rows(1, 5000);
      expect(rows).toHaveLength(1200);
      expectChain(rows);
      expect(await store.read.rows(1190, 5)).toEqual(rows.slice(1189, 1194));
      expect(await store.read.rows(1201, 5)).toEqual([]);
      const hashes = await store.read.hashes(3, 1100);
      expect(hashes).toEqual(rows.slice(2, 1102).map((row) => row.hash));
      expect(await store.read.rowsOfCall('call-7')).toEqual(rows.filter((row) => row.call === 'call-7'));
      expect(await store.read.rowsOfCall('call-8')).toEqual([]);
    }),
  );

  it(
    'keeps what rows refer to once, and finds it by its digest',
    at(async (desks) => {
      const [one, other] = await desks.openTwo();
      await one.transact(async (tx) => {
        for (const name of ['b', 'a', 'c']) await tx.keep(name, `text of ${name} \u0000 ü`);
        await tx.keep('a', 'text of a \u0000 ü');
      });
      await other.transact((tx) => tx.keep('a', 'text of a \u0000 ü'));
      expect(await other.read.kept('a')).toBe('text of a \u0000 ü');
      expect(await one.read.kept('d')).toBeUndefined();
      expect(await one.read.keptDigests('', 2)).toEqual(['a', 'b']);
      expect(await one.read.keptDigests('b', 2)).toEqual(['c']);
    }),
  );

  it(
    'keeps checkpoints in the order of their sizes, the first of each',
    at(async (desks) => {
      const store = await desks.open();
      await store.transact(async (tx) => {
        for (const size of [20, 10, 30]) await tx.addCheckpoint(checkpoint(size));
      });
      await store.transact((tx) => tx.addCheckpoint(checkpoint(10, 7)));
      const read = await store.read.checkpoints();
      expect(read.map(({ size }) => size)).toEqual([10, 20, 30]);
      expect(read.map(({ bytes, signature }) => [[...bytes], [...signature]])).toEqual(
        [10, 20, 30].map((size) => [[0, 255, size], Array.from({ length: 64 }, () => size)]),
      );
    }),
  );
};
