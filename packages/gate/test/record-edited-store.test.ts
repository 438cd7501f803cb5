import { verifyAuditLog } from '@callgate/gate';
import { expect, it } from 'vitest';
import type { Office } from './office.ts';
import { call, office, recorder } from './office.ts';
import { TOGETHER_MS } from '../src/confirm/group-calls.ts';
import { stores } from './stores.ts';

/** A held call, an approved one and a grant, one that is revoked, one that was refused, and labels, on disk. */
const recorded = async (): Promise<Office> => {
  const place = await office();
  await labelled(place);
  await revoked(place);
  // calls that wait together are judged as if each had run
  place.clock.advance(2 * TOGETHER_MS);
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
  await place.gate.begin(call('delete_note', { id: '1' }));
  await place.gate.close();
  await place.store.close();
  return place;
};

/** One session that has touched something, of somebody who is known, and one of somebody who is not. */
const labelled = async ({ gate }: Office): Promise<void> => {
  const { dispatch } = recorder();
  await gate.run(call('read_mail', {}, { context: 'labelled' }), dispatch);
  await gate.run(call('read_salary', {}, { context: 'writes' }), dispatch);
  await gate.run(call('add_note', {}, { context: 'writes' }), dispatch);
  await gate.run(call('read_mail', {}, { context: 'x', authenticated: false }), dispatch);
  await gate.run(call('read_mail', {}, { context: 'over' }), dispatch);
  await gate.endContext({ principal: 'local', context: 'over', authenticated: true });
};

const revoked = async ({ gate }: Office): Promise<void> => {
  const held = await gate.begin(call('send_mail', { to: 'bob@shop.example', body: 'x' }));
  const binding = (await gate.desk.question(held.call))?.binding ?? '';
  const vote = { call: held.call, subject: 'local', via: 'console', binding, opened: true } as const;
  const grant = { kind: 'destination', uses: 3, endsInMs: 3_600_000 } as const;
  const voted = await gate.desk.vote({ ...vote, verdict: 'approve', grant });
  const { items } = await gate.desk.read.grants({ limit: 1 }, { live: false, now: 0 });
  if (voted.state !== 'approved' || items[0] === undefined) throw new Error('no grant');
  await gate.desk.revoke(items[0].id, 'local', 'enough');
  const other = await gate.begin(call('delete_note', { id: '7' }));
  const question = await gate.desk.question(other.call);
  await gate.desk.vote({
    ...vote,
    call: other.call,
    binding: question?.binding ?? '',
    verdict: 'refuse',
    reason: 'not this one',
  });
};

const verified = async ({ path, keys }: Office): ReturnType<typeof verifyAuditLog> => {
  const { read, close } = await stores().read(path);
  try {
    return await verifyAuditLog(read, { keys });
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
  ['a grant that was revoked', 'UPDATE grants SET revoked_at = NULL WHERE revoked_at IS NOT NULL'],
  ['a grant less', 'DELETE FROM grants WHERE revoked_at IS NULL'],
  ['a vote less', 'DELETE FROM votes'],
  ['a vote less on a call that is over', "DELETE FROM votes WHERE verdict = 'refuse'"],
  ['another verdict on a call that is over', "UPDATE votes SET verdict = 'approve' WHERE verdict = 'refuse'"],
  ['another reason of a vote', "UPDATE votes SET reason = 'of course' WHERE verdict = 'refuse'"],
  ['another way of a vote', "UPDATE votes SET via = 'terminal' WHERE verdict = 'refuse'"],
  ['an earlier time of a vote', "UPDATE votes SET at = at - 1 WHERE verdict = 'refuse'"],
  ['a later time of a vote', "UPDATE votes SET at = at + 60000 WHERE verdict = 'approve'"],
  [
    'a vote more on a call that nobody voted on',
    `INSERT INTO votes (call, subject, verdict, via, at, opened, reason)
     SELECT id, 'eve', 'approve', 'console', 1, 1, NULL FROM calls WHERE target = 'add_note' LIMIT 1`,
  ],
  ['another state of a call', "UPDATE calls SET state = 'approved' WHERE state = 'held'"],
  ['weaker labels of a session', 'UPDATE sessions SET head = replace(head, \'"known"\', \'"none"\')'],
  ['older labels of a session', 'UPDATE sessions SET head = replace(head, \'"at":17\', \'"at":16\')'],
  ['a session less', "DELETE FROM sessions WHERE head LIKE '%known%'"],
  [
    'weaker labels of a principal',
    "UPDATE labels SET labels = replace(labels, '\"known\"', '\"none\"') WHERE kind = 'principal'",
  ],
  ['labels of a principal less', "DELETE FROM labels WHERE kind = 'principal'"],
  [
    'weaker labels of a store',
    "UPDATE labels SET labels = replace(labels, 'known', 'none') WHERE kind = 'store'",
  ],
  [
    'labels that nobody raised',
    "INSERT INTO labels (kind, name, labels) SELECT 'principal', 'eve', labels FROM labels WHERE labels LIKE '%known%' LIMIT 1",
  ],
  ['labels that cannot be read', "UPDATE labels SET labels = 'x'"],
  ['a row before the first', `${UNCHECKED}; ${TWIN}`],
  ['a call that cannot be read', `${UNCHECKED}; UPDATE calls SET outcome = 'zzz'`],
])('%s in the store is found', async (_, edit) => {
  const place = await recorded();
  expect(await stores().edit(place.path, edit)).toBeGreaterThan(0);
  const { ok, verdict, problems } = await verified(place);
  expect([ok, verdict]).toEqual([false, 'broken']);
  expect(problems.length).toBeGreaterThan(0);
});
