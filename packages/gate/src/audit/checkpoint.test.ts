import { CallgateError, canonical } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { manyLives, readerOf } from '../../test/record-memory.ts';
import type { Tx } from '../store/store.ts';
import { restoreFrontier, makeCheckpoint, readCheckpoint, verifyCheckpoint } from '../record/checkpoint.ts';
import { Checkpointer, type CheckpointerOptions } from './checkpointer.ts';
import type { Checkpoint } from '../record/audit-entry.ts';
import { memoryKeys } from '../record/memory-keys.ts';
import { Frontier } from '../record/merkle.ts';
import { verifyAuditLog } from './verify-audit-log.ts';

const keys = memoryKeys();
const grown = (size: number): Frontier => {
  const frontier = new Frontier();
  for (let index = 0; index < size; index += 1) frontier.append(new Uint8Array(32).fill(index));
  return frontier;
};
const HEAD = new Uint8Array(32).fill(7);

describe('a checkpoint', () => {
  const made = makeCheckpoint(keys, grown(11), HEAD, 1000, 'office');

  it('says size, root, head, time and key in canonical bytes, and who has the key signed it', () => {
    const verdict = verifyCheckpoint(keys.publicKey, made);
    expect(verdict).toMatchObject({
      ok: true,
      text: { origin: 'office', size: 11, at: 1000, key: keys.id, root: grown(11).root(), head: HEAD },
    });
    expect(canonical(JSON.parse(Buffer.from(made.bytes).toString()))).toBe(
      Buffer.from(made.bytes).toString(),
    );
  });

  it('can be grown on from', () => {
    const frontier = restoreFrontier(readCheckpoint(made));
    const whole = grown(12);
    frontier.append(new Uint8Array(32).fill(11));
    expect(frontier.root()).toEqual(whole.root());
  });

  it('is not believed when anything in it is touched', () => {
    const flipped = (bytes: Uint8Array, at: number): Uint8Array =>
      bytes.map((byte, index) => (index === at ? byte ^ 4 : byte));
    const touched: Checkpoint[] = [
      ...Array.from(made.bytes, (_, at) => ({ ...made, bytes: flipped(made.bytes, at) })),
      ...Array.from(made.signature, (_, at) => ({ ...made, signature: flipped(made.signature, at) })),
      { ...made, size: 12 },
      { ...made, signature: made.signature.subarray(1) },
      { ...made, bytes: Buffer.from(` ${Buffer.from(made.bytes).toString()}`) },
    ];
    for (const each of touched) expect(verifyCheckpoint(keys.publicKey, each).ok).toBe(false);
    expect(verifyCheckpoint(memoryKeys().publicKey, made)).toEqual({ ok: false, why: 'other-key' });
  });

  it('does not pass for one when the same keys signed the same bytes as something else', () => {
    const signature = keys.sign(made.bytes);
    expect(verifyCheckpoint(keys.publicKey, { ...made, signature })).toEqual({ ok: false, why: 'signature' });
  });

  it('is not read when it names a root that its parts do not have', () => {
    const text: Record<string, unknown> = JSON.parse(Buffer.from(made.bytes).toString());
    const bytes = Buffer.from(canonical({ ...text, root: '0'.repeat(64) } as never));
    expect(() => readCheckpoint({ size: 11, bytes })).toThrow(
      expect.objectContaining({ code: 'CHECKPOINT' }),
    );
  });
});

/** A store that keeps checkpoints of a record in memory, and refuses two of one size. */
const storeOf = (
  recorded: ReturnType<typeof manyLives>['recorded'],
): CheckpointerOptions['store'] & { asked: [number, number][] } => {
  const asked: [number, number][] = [];
  const reader = readerOf(recorded);
  const tx = {
    now: () => 5000,
    addCheckpoint: async (checkpoint: Checkpoint) => {
      if (recorded.checkpoints.some(({ size }) => size === checkpoint.size))
        throw new CallgateError('STORE_DOUBLE', 'it is there already');
      recorded.checkpoints.push(checkpoint);
    },
  };
  return {
    asked,
    transact: async (work) => await work(tx as unknown as Tx),
    read: {
      head: reader.head,
      checkpoints: async () => [...recorded.checkpoints],
      hashes: async (from, limit) => {
        asked.push([from, limit]);
        return recorded.rows.slice(from - 1, from - 1 + limit).map(({ hash }) => hash);
      },
    },
  };
};

describe('the checkpointer', () => {
  const lives = (rows: number): ReturnType<typeof manyLives> => manyLives(rows, 100_000, keys);

  it('signs when enough rows have come, and always when it is asked to', async () => {
    const life = lives(30);
    const told: number[] = [];
    const checkpointer = new Checkpointer({
      store: storeOf(life.recorded),
      keys,
      everyRows: 40,
      onCheckpoint: ({ size }) => told.push(size),
    });
    expect(await checkpointer.catchUp()).toBeUndefined();
    while (life.recorded.rows.length < 45) life.end(life.receive('dispatching', 'auto'), 'done');
    const first = await checkpointer.catchUp();
    expect(first?.size).toBe(life.recorded.rows.length);
    expect(await checkpointer.catchUp('now')).toBeUndefined();
    life.append('heard', null, {});
    expect((await checkpointer.catchUp('now'))?.size).toBe(life.recorded.rows.length);
    expect(told).toEqual(life.recorded.checkpoints.map(({ size }) => size));
    const result = await verifyAuditLog(readerOf(life.recorded), { keys });
    expect(result).toMatchObject({ ok: true, signedRows: life.recorded.rows.length });
  });

  it('goes on from the last checkpoint and reads no row twice', async () => {
    const life = lives(50);
    await new Checkpointer({ store: storeOf(life.recorded), keys, everyRows: 1 }).catchUp();
    const signed = life.recorded.rows.length;
    for (let more = 0; more < 10; more += 1) life.append('heard', null, {});
    const store = storeOf(life.recorded);
    await new Checkpointer({ store, keys, everyRows: 1 }).catchUp();
    expect(store.asked).toEqual([
      [signed, 1],
      [signed + 1, 10],
    ]);
    expect(await verifyAuditLog(readerOf(life.recorded), { keys })).toMatchObject({
      ok: true,
      checkpoints: 2,
    });
  });

  it('lets several processes sign at once', async () => {
    const life = lives(40);
    const all = Array.from(
      { length: 5 },
      () => new Checkpointer({ store: storeOf(life.recorded), keys, everyRows: 1 }),
    );
    for (let round = 0; round < 4; round += 1) {
      life.append('heard', null, {});
      await Promise.all(all.map((each) => each.catchUp('now')));
    }
    expect(await verifyAuditLog(readerOf(life.recorded), { keys })).toMatchObject({
      ok: true,
      checkpoints: 4,
      signedRows: life.recorded.rows.length,
    });
  });

  it('builds on nothing that its keys did not sign', async () => {
    const life = lives(30);
    const stranger = memoryKeys();
    await new Checkpointer({ store: storeOf(life.recorded), keys: stranger, everyRows: 1 }).catchUp();
    const store = storeOf(life.recorded);
    life.append('heard', null, {});
    const made = await new Checkpointer({ store, keys, everyRows: 1 }).catchUp();
    expect(store.asked[0]).toEqual([1, life.recorded.rows.length]);
    expect(made?.size).toBe(life.recorded.rows.length);
  });

  it('refuses to sign a record that is no longer the one it signed', async () => {
    const life = lives(30);
    const checkpointer = new Checkpointer({ store: storeOf(life.recorded), keys, everyRows: 1 });
    await checkpointer.catchUp();
    const other = manyLives(60, 1000, memoryKeys()).recorded.rows;
    const mine = [...life.recorded.rows];
    life.recorded.rows = mine.slice(0, 10);
    await expect(checkpointer.catchUp()).rejects.toMatchObject({ code: 'RECORD_CHANGED' });
    life.recorded.rows = other;
    await expect(checkpointer.catchUp()).rejects.toMatchObject({ code: 'RECORD_CHANGED' });
    life.recorded.rows = mine;
    expect(await checkpointer.catchUp()).toBeUndefined();
    expect(life.recorded.checkpoints).toHaveLength(1);
  });

  it('keeps nothing of a checkpoint that was not written', async () => {
    const life = lives(30);
    const store = storeOf(life.recorded);
    let full = true;
    const sometimes: typeof store = {
      ...store,
      transact: async (work) => {
        if (full) throw new CallgateError('STORE_FULL', 'no space');
        return await store.transact(work);
      },
    };
    const checkpointer = new Checkpointer({ store: sometimes, keys, everyRows: 1 });
    await expect(checkpointer.catchUp()).rejects.toMatchObject({ code: 'STORE_FULL' });
    full = false;
    expect((await checkpointer.catchUp())?.size).toBe(life.recorded.rows.length);
  });
});
