import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { afterTest, call, office, recorder, tempFolder } from './office.ts';
import { stores } from './stores.ts';

describe('the record of a gate', () => {
  it('is signed when the gate opens, as it grows and when the gate closes, and every checkpoint is remembered outside', async () => {
    const path = join(tempFolder(), 'anchors.jsonl');
    const place = await office({ limits: { checkpointRows: 5 }, remember: { path } });
    for (let n = 0; n < 10; n += 1) await place.gate.run(call('read_note', { n }), recorder().dispatch);
    await place.gate.sweep();
    expect((await place.store.read.checkpoints()).map(({ size }) => size)).toEqual([1, 21]);
    const later = await place.again();
    expect((await later.store.read.checkpoints()).at(-1)?.size).toBe(22);
    expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(3);
  });

  it('is not taken for the same after an older copy was put back, and what waited in it is void', async () => {
    const folder = tempFolder();
    const path = join(folder, 'anchors.jsonl');
    const place = await office({ remember: { path } });
    const request = call('delete_note', { id: '1' });
    const held = await place.gate.begin(request);
    if (held.state !== 'held') throw new Error(held.state);
    const binding = (await place.gate.desk.question(held.call))?.binding ?? '';
    await place.gate.desk.vote({
      call: held.call,
      subject: 'local',
      verdict: 'approve',
      via: 'console',
      binding,
      opened: true,
    });
    let second = await place.again();
    await second.gate.close();
    await second.store.close();
    const copy = await stores().copy(place.path);
    afterTest(() => stores().destroy(copy));
    second = await second.again();
    expect((await second.gate.resume(held.ticket, request)).state).toBe('dispatching');
    await second.gate.close();
    await second.store.close();
    await stores().putBack(copy, place.path);
    await expect(second.again()).rejects.toMatchObject({ code: 'ROLLED_BACK' });
    const third = await second.again({
      remember: { path, accept: { by: 'olga', reason: 'the disk was lost' } },
    });
    expect(await third.gate.resume(held.ticket, request)).toMatchObject({
      state: 'withdrawn',
      code: 'ROLLED_BACK',
    });
  });
});
