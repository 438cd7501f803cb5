import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Keys } from '@callgate/gate';
import type { Store } from '@callgate/gate/store';
import { memoryKeys, verifyAuditLog } from '@callgate/gate';
import { verifyJournals } from '@callgate/cluster';
import { isPostgresUrl } from '@callgate/gate/store';
import { copyStore, openStore, openStoreReader } from '@callgate/gateway/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cluster } from '../../cluster/test/postgres/cluster.ts';
import {
  digestOf,
  fullSession,
  heldCall,
  sampleAlert,
  sampleCall,
  sampleEntry,
  sampleGrant,
  sampleLabels,
  sampleSeen,
  sampleVote,
} from '../../gate/test/harness/store-suite/samples.ts';
import { allPages } from '../../gate/test/harness/store-suite/queries.ts';
import { freshPlace } from '../../cluster/test/store-place.ts';

const KEYS: Keys = memoryKeys();
const SESSION = '["local","context-1"]';
const folder = mkdtempSync(join(tmpdir(), 'callgate-copy-'));
const held = heldCall({ fault: { code: 'ODD', message: 'a \0 in a text' } });
let cluster: Cluster;

beforeAll(async () => {
  cluster = await Cluster.start();
});
afterAll(async () => {
  await cluster.remove();
  rmSync(folder, { recursive: true, force: true });
});

const file = (): string => join(folder, `${randomBytes(6).toString('hex')}.db`);
const database = (): string => freshPlace(cluster.url());

const fill = async (place: string): Promise<void> => {
  const { store } = await openStore(place, { keys: KEYS });
  try {
    for (let count = 0; count < 3; count += 1)
      await store.transact(async (tx) => {
        await tx.append(sampleEntry({ call: held.id, detail: { count, text: 'ä\u2028' } }));
        await tx.append(sampleEntry());
      });
    await store.transact(async (tx) => {
      await tx.insertCall(held);
      await tx.insertCall(sampleCall({ state: 'done', instance: store.instance }));
      await tx.addVote(sampleVote({ call: held.id, reason: null }));
      await tx.addVote(sampleVote({ call: held.id, subject: 'bob', verdict: 'refuse', reason: 'no' }));
      await tx.insertGrant(sampleGrant());
      await tx.addAlert(sampleAlert());
      await tx.saveSession(SESSION, fullSession());
      await tx.saveLabels('principal', 'local', sampleLabels('c1'));
      await tx.saveLabels('store', 'files', sampleLabels('c2'));
      await tx.keep(digestOf('kept'), 'what is kept');
      await tx.addCheckpoint({ size: 4, bytes: Buffer.from('cp'), signature: Buffer.from('sig') });
    });
  } finally {
    await store.close();
  }
};

/** Everything that can be asked of a store, sessions opened. */
const everythingIn = async (store: Store): Promise<unknown> => {
  const { read } = store;
  const digests = await read.keptDigests('', 1000);
  const inside = await store.transact(async (tx) => ({
    session: await tx.session(SESSION),
    principal: await tx.labels('principal', 'local'),
    labels: await tx.labels('store', 'files'),
  }));
  return {
    inside,
    head: await read.head(),
    rows: (await read.rows(1, 1000)).map(({ bytes, hash, ...row }) => ({
      ...row,
      bytes: Buffer.from(bytes).toString('hex'),
      hash: Buffer.from(hash).toString('hex'),
    })),
    checkpoints: (await read.checkpoints()).map(({ size, bytes, signature }) => [
      size,
      Buffer.from(bytes).toString(),
      Buffer.from(signature).toString(),
    ]),
    kept: await Promise.all(digests.map(async (digest) => [digest, await read.kept(digest)])),
    calls: await read.callsAfter('', 1000),
    votes: await read.votes(held.id),
    grants: await allPages((page) => read.grants(page, { live: false, now: 0 }), 100),
    alerts: await allPages((page) => read.alerts(page), 100),
    sessions: await allPages((page) => read.sessions(page), 100),
  };
};

const readAll = async (place: string): Promise<unknown> => {
  const { store } = await openStore(place, { keys: KEYS });
  try {
    const { head, ...rest } = (await everythingIn(store)) as { head: { hash: Uint8Array } };
    return { ...rest, head: { ...head, hash: Buffer.from(head.hash).toString('hex') } };
  } finally {
    await store.close();
  }
};

const rowsIn = async (place: string): Promise<number> => {
  const { read, close } = await openStoreReader(place);
  try {
    return (await read.head()).seq;
  } finally {
    await close();
  }
};

const KINDS = [
  ['a file', 'a database', file, database],
  ['a database', 'a file', database, file],
  ['a file', 'another file', file, file],
  ['a database', 'another database', database, database],
] as const;

describe('a copy of a store', () => {
  it.each(KINDS)('from %s to %s has everything, byte by byte', async (_from, _to, one, other) => {
    const [from, to] = [one(), other()];
    await fill(from);
    const before = await readAll(from);
    const { rows } = await copyStore(from, to);
    expect(rows).toMatchObject({
      record: 7,
      calls: 2,
      votes: 2,
      grants: 1,
      alerts: 1,
      sessions: 1,
      labels: 2,
    });
    expect(await readAll(to)).toEqual(before);
  });

  it.each(KINDS)('from %s to %s goes on where the first one ended', async (_from, _to, one, other) => {
    const [from, to] = [one(), other()];
    await fill(from);
    await copyStore(from, to);
    const { store } = await openStore(to, { keys: KEYS });
    try {
      await store.transact(async (tx) => {
        await tx.append(sampleEntry({ event: 'dispatching' }));
        await tx.insertCall(sampleCall({ id: 'another', instance: store.instance }));
        await tx.insertGrant(sampleGrant({ id: 'another' }));
      });
      expect((await store.read.head()).seq).toBe(8);
      const found = await verifyAuditLog(store.read, {});
      expect(found.problems.filter(({ code }) => code.startsWith('ROW_'))).toEqual([]);
    } finally {
      await store.close();
    }
    if (isPostgresUrl(to)) expect(await verifyJournals(to)).toMatchObject({ ok: true, copied: 7, rows: 1 });
  });

  it.each(KINDS)('from %s to %s goes on with what sessions have seen', async (_from, _to, one, other) => {
    const [from, to] = [one(), other()];
    await fill(from);
    await copyStore(from, to);
    for (const { name, forgotten } of [
      { name: 'call-8', forgotten: 0 },
      { name: 'call-9', forgotten: 1 },
    ]) {
      const { store } = await openStore(to, { keys: KEYS });
      const written = await store.transact(async (tx) => {
        const before = (await tx.session(SESSION)) ?? fullSession();
        const after = { ...before, seen: [...before.seen, sampleSeen(name)].slice(forgotten) };
        await tx.saveSession(SESSION, after);
        return after;
      });
      await store.close();
      const again = await openStore(to, { keys: KEYS });
      expect(await again.store.transact((tx) => tx.session(SESSION))).toEqual(written);
      await again.store.close();
    }
  });

  it('is not made of a store that somebody has open', async () => {
    for (const from of [file(), database()]) {
      await fill(from);
      const { store } = await openStore(from, { keys: KEYS });
      try {
        await expect(copyStore(from, file())).rejects.toMatchObject({ code: 'COPY_IN_USE' });
      } finally {
        await store.close();
      }
    }
  });

  it('is not made where there is a store already', async () => {
    const from = file();
    await fill(from);
    for (const to of [file(), database()]) {
      await fill(to);
      await expect(copyStore(from, to)).rejects.toMatchObject({ code: 'COPY_NOT_EMPTY' });
      expect(await rowsIn(to)).toBe(7);
    }
  });

  it('is made whole or not at all', async () => {
    const from = file();
    await fill(from);
    const db = new DatabaseSync(from);
    // no flag is so large; the record and the calls were written by then
    db.exec('UPDATE votes SET opened = 99999');
    db.close();
    const to = database();
    await expect(copyStore(from, to)).rejects.toMatchObject({ code: '22003' });
    expect(await rowsIn(to)).toBe(0);
    const again = new DatabaseSync(from);
    again.exec('UPDATE votes SET opened = 1');
    again.close();
    await copyStore(from, to);
    expect(await rowsIn(to)).toBe(7);
  });
});
