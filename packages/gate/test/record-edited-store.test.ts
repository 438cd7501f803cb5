import { verifyRecord } from '@callgate/gate';
import { expect, it } from 'vitest';
import type { Office } from './office.ts';
import { call, office } from './office.ts';
import { stores } from './stores.ts';

/** A held call, an approved one and a grant, on disk. */
const recorded = async (): Promise<Office> => {
  const place = await office();
  await place.gate.begin(call('delete_note', { id: '1' }));
  const held = await place.gate.begin(call('send_mail', { to: 'ann@shop.example', body: 'x' }));
  const binding = (await place.gate.desk.question(held.call))?.binding ?? '';
  await place.gate.desk.vote({
    call: held.call,
    subject: 'local',
    verdict: 'approve',
    via: 'console',
    binding,
    opened: true,
    grant: { kind: 'destination', uses: 3, endsInMs: 3_600_000 },
  });
  await place.gate.close();
  await place.store.close();
  return place;
};

const verified = async ({ path, keys }: Office): ReturnType<typeof verifyRecord> => {
  const { read, close } = await stores().read(path);
  try {
    return await verifyRecord(read, { keys });
  } finally {
    await close();
  }
};

it('a store that nobody edited holds', async () => {
  expect(await verified(await recorded())).toMatchObject({ ok: true, problems: [] });
});

/** What keeps such rows out by itself is taken away first. */
const UNCHECKED =
  stores().name === 'sqlite'
    ? 'PRAGMA ignore_check_constraints = 1'
    : 'ALTER TABLE record DROP CONSTRAINT record_seq_check';
const TWIN =
  "INSERT INTO record (seq, at, event, call, hash, bytes) SELECT -5, at, event, call, hash, bytes FROM record WHERE event = 'held' LIMIT 1";

it.each([
  ['another scope of a grant', `UPDATE grants SET scope = '{"kind":"session","session":"x"}'`],
  ['another tool of a grant', "UPDATE grants SET target = 'delete_note'"],
  ['other rules of a grant', `UPDATE grants SET rules = '["outward-write","trifecta"]'`],
  ['other givers of a grant', `UPDATE grants SET given_by = '["ann","bob"]'`],
  ['more uses of a grant', 'UPDATE grants SET uses_left = 1000'],
  ['a later end of an approval', 'UPDATE calls SET expires_at = expires_at + 1 WHERE expires_at IS NOT NULL'],
  ['another binding', "UPDATE calls SET binding = 'sha256:00' WHERE binding IS NOT NULL"],
  ['a vote less', 'DELETE FROM votes'],
  ['a row before the first', `${UNCHECKED}; ${TWIN}`],
  ['a call that cannot be read', `${UNCHECKED}; UPDATE calls SET outcome = 'zzz'`],
])('%s in the store is found', async (_, edit) => {
  const place = await recorded();
  expect(await stores().edit(place.path, edit)).toBeGreaterThan(0);
  const { ok, problems } = await verified(place);
  expect(ok).toBe(false);
  expect(problems.length).toBeGreaterThan(0);
});
