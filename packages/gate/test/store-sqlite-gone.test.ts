import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type GateEvent } from '@callgate/gate';
import { readAnchorFile } from '@callgate/gate/audit';
import { describe, expect, it } from 'vitest';
import { call, office, recorder, tempFolder } from './office.ts';

const filesOf = (path: string): readonly string[] =>
  readdirSync(dirname(path))
    .filter((name) => /^callgate\.db(?:-wal|-shm)?$/.test(name))
    .map((name) => join(dirname(path), name));

const replaced = (path: string): void => {
  copyFileSync(path, `${path}.other`);
  renameSync(`${path}.other`, path);
};

const WAYS: readonly (readonly [string, (path: string) => void])[] = [
  ['all of it deleted', (path) => filesOf(path).forEach((each) => rmSync(each))],
  ['the database deleted', (path) => rmSync(path)],
  ['the database moved', (path) => renameSync(path, join(dirname(path), 'away.db'))],
  ['the database replaced by a copy', (path) => replaced(path)],
  ['the write-ahead log deleted', (path) => rmSync(`${path}-wal`)],
  ['the write-ahead log replaced by a copy', (path) => replaced(`${path}-wal`)],
  ['the index of the log deleted', (path) => rmSync(`${path}-shm`)],
  ['the index of the log replaced by a copy', (path) => replaced(`${path}-shm`)],
  [
    'the folder moved',
    (path) => {
      const folder = join(tempFolder(), 'away');
      renameSync(dirname(path), folder);
      mkdirSync(dirname(path));
    },
  ],
];

describe.each(WAYS)('a store that vanishes while it is open: %s', (_name, vanish) => {
  it('lets nothing out, and the operator is alerted', async () => {
    const place = await office();
    const told: GateEvent[] = [];
    place.gate.onEvent((event) => told.push(event));
    const { dispatch, sent } = recorder();
    await place.gate.run(call('read_note', { n: 0 }), dispatch);
    expect(sent).toHaveLength(1);
    vanish(place.path);
    for (let n = 1; n <= 3; n += 1)
      await expect(place.gate.run(call('read_note', { n }), dispatch)).rejects.toMatchObject({
        code: 'STORE_GONE',
      });
    expect(sent).toHaveLength(1);
    expect(place.store.broken?.code).toBe('STORE_GONE');
    expect(told).toContainEqual(expect.objectContaining({ type: 'broken', code: 'STORE_GONE' }));
    expect(told).toContainEqual({
      type: 'alert',
      alert: expect.objectContaining({ code: 'STORE_GONE', to: ['operator'] }),
    });
  });

  it('does not let out what was begun before', async () => {
    const place = await office();
    const { dispatch, sent } = recorder();
    const begun = await place.gate.begin(call('read_note'));
    if (begun.state !== 'dispatching') throw new Error(begun.state);
    vanish(place.path);
    await expect(place.gate.send(begun, dispatch)).rejects.toMatchObject({ code: 'STORE_GONE' });
    expect(sent).toEqual([]);
  });

  it('is noticed while nobody calls', async () => {
    const place = await office();
    const { promise, resolve } = Promise.withResolvers<GateEvent>();
    place.gate.onEvent((event) => event.type === 'broken' && resolve(event));
    vanish(place.path);
    expect(await promise).toMatchObject({ code: 'STORE_GONE' });
  });
});

describe('a store whose files stay', () => {
  it('lets calls out whatever else happens in its folder', async () => {
    const place = await office();
    const other = await office();
    const { dispatch, sent } = recorder();
    for (let n = 0; n < 3; n += 1) {
      copyFileSync(place.path, `${place.path}.copy${n}`);
      rmSync(join(dirname(place.path), `${basename(place.path)}.copy${n}`));
      await place.gate.run(call('read_note', { n }), dispatch);
    }
    await other.gate.run(call('read_note'), dispatch);
    expect(sent).toHaveLength(4);
    expect(place.store.broken).toBeUndefined();
  });

  it('stays open while others that have it open come and go', async () => {
    const place = await office();
    const { dispatch, sent } = recorder();
    const { openSqliteStore } = await import('@callgate/gate/sqlite');
    for (let n = 0; n < 3; n += 1) {
      const other = await openSqliteStore({ path: place.path, keys: place.keys, clock: place.clock });
      await place.gate.run(call('read_note', { n }), dispatch);
      await other.close();
    }
    await place.gate.run(call('read_note', { n: 'last' }), dispatch);
    expect(sent).toHaveLength(4);
  });
});

describe('a store that is not there at the next start', () => {
  it('is refused although it never held more than its first entry, until somebody accepts it', async () => {
    const path = join(tempFolder(), 'callgate.anchors');
    const place = await office({ remember: { path } });
    expect((await readAnchorFile(path)).checkpoints.map(({ size }) => size)).toEqual([1]);
    filesOf(place.path).forEach((each) => rmSync(each));
    await expect(place.again()).rejects.toMatchObject({ code: 'ROLLED_BACK' });
    const accept = { by: 'ada', reason: 'the disk was replaced' };
    const later = await place.again({ remember: { path, accept } });
    const { dispatch, sent } = recorder();
    await later.gate.run(call('read_note'), dispatch);
    expect(sent).toHaveLength(1);
    const alerts = await later.store.read.alerts({ limit: 10 });
    expect(alerts.items).toContainEqual(expect.objectContaining({ code: 'ROLLED_BACK' }));
  });
});
