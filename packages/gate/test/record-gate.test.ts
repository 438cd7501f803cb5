import type { PendingCall } from '@callgate/gate';
import { isDispatchable, NotSentError, verifyAuditLog } from '@callgate/gate';
import { Checkpointer, makeAuditReport } from '@callgate/gate/audit';
import {
  MerkleTree,
  readDecisionDetail,
  openArguments,
  parseEntry,
  getCallSecretScope,
  verifyInclusion,
} from '@callgate/gate/record';
import { canonical } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import type { Office } from './office.ts';
import { call, office, policyText, recorder } from './office.ts';
import { stores } from './stores.ts';

const SECRETIVE = policyText(`
extends: balanced
rules:
  - { id: hide, tools: "add_note", redact: [token, "keys[]"], reason: tokens are secret }
  - { id: again, tools: "put_key", retries: 2, reason: it may be tried again }
`);

const SECRET = 'sk-very-secret-0001';

const vote = async (
  place: Office,
  held: PendingCall,
  verdict: 'approve' | 'refuse',
  grant = false,
): Promise<void> => {
  const asked = await place.gate.desk.question(held.call);
  if (asked === undefined) throw new Error('nothing is asked');
  place.clock.advance(3000);
  await place.gate.desk.vote({
    call: held.call,
    subject: 'local',
    verdict,
    via: 'console',
    binding: asked.binding,
    opened: true,
    ...(grant ? { grant: { kind: 'session', uses: 2, endsInMs: 600_000 } } : {}),
  });
};

const hold = async (place: Office, name: string, args: Record<string, string>): Promise<PendingCall> => {
  const step = await place.gate.begin(call(name, args));
  if (step.state !== 'held') throw new Error(step.state);
  return step;
};

/** Waits for something that waits for the clock. */
const whileTimePasses = async ({ clock }: Office, running: Promise<unknown>): Promise<void> => {
  let over = false;
  void running.finally(() => (over = true));
  await expect
    .poll(
      () => {
        clock.advance(10);
        return over;
      },
      { interval: 1 },
    )
    .toBe(true);
};

/** A day in the office: every kind of life a call can have. */
const aDay = async (): Promise<Office> => {
  const place = await office({ policy: SECRETIVE });
  const { dispatch } = recorder();
  for (let index = 0; index < 10; index += 1)
    await place.gate.run(call('read_note', { id: String(index) }), dispatch);
  await place.gate.run(
    call('add_note', { text: 'hello', token: SECRET, keys: [SECRET], $sealed: 'odd' }),
    dispatch,
  );
  const approved = await hold(place, 'delete_note', { id: '1' });
  await vote(place, approved, 'approve', true);
  const out = await place.gate.resume(approved.ticket, call('delete_note', { id: '1' }));
  if (!isDispatchable(out)) throw new Error(out.state);
  await place.gate.settle(out, { type: 'result', result: { deleted: true } });
  await place.gate.run(call('delete_note', { id: '2' }), dispatch);
  await vote(place, await hold(place, 'send_mail', { to: 'a@example.com', body: 'x' }), 'refuse');
  const left = await hold(place, 'send_mail', { to: 'b@example.com', body: 'x' });
  await place.gate.withdraw(left.ticket, 'no longer wanted');
  let tries = 0;
  await whileTimePasses(
    place,
    place.gate.run(call('put_key', { id: 'k' }), async (dispatchable) => {
      dispatchable.take();
      tries += 1;
      if (tries === 1) throw new NotSentError('not yet');
      return { type: 'result', result: {} };
    }),
  );
  await place.gate.run(call('add_note', { text: 'lost' }), async (dispatchable) => {
    dispatchable.take();
    throw new Error('the line broke');
  });
  await hold(place, 'send_mail', { to: 'c@example.com', body: 'still waits' });
  await place.gate.hear({ principal: 'local', context: 'c1', authenticated: true }, { text: 'hello' });
  return place;
};

const signed = (place: Office): Promise<unknown> =>
  new Checkpointer({ store: place.store, keys: place.keys, everyRows: 1 }).catchUp('now');

describe('the record of a gate', () => {
  it('verifies, whatever calls went through', async () => {
    const place = await aDay();
    await signed(place);
    const result = await verifyAuditLog(place.store.read, { keys: place.keys });
    expect(result.problems).toEqual([]);
    expect(result).toMatchObject({ ok: true, signedRows: result.rows });
    const events = new Set((await place.store.read.rows(1, 1000)).map(({ event }) => event));
    for (const event of [
      'dispatching',
      'done',
      'held',
      'vote',
      'approved',
      'refused',
      'withdrawn',
      'indeterminate',
      'grant',
      'grant-used',
      'heard',
      'opened',
    ])
      expect(events, event).toContain(event);
  });

  it('gives every argument back, and holds no secret in the clear', async () => {
    const place = await aDay();
    let opened = 0;
    for (const { bytes, call: id } of await place.store.read.rows(1, 1000)) {
      expect(Buffer.from(bytes).toString('latin1')).not.toContain(SECRET);
      const request = readDecisionDetail(parseEntry(bytes).detail)?.request;
      if (request === undefined || id === null) continue;
      opened += 1;
      const args = openArguments(place.keys, canonical(request.arguments), getCallSecretScope(id));
      expect(canonical(args)).not.toContain('hmac:');
      if (canonical(args).includes(SECRET))
        expect(args).toMatchObject({ token: SECRET, keys: [SECRET], $sealed: 'odd' });
    }
    expect(opened).toBeGreaterThan(15);
  });

  it('has a proof for every row that its checkpoint covers', async () => {
    const place = await aDay();
    await signed(place);
    const hashes = await place.store.read.hashes(1, 1000);
    const tree = new MerkleTree(hashes);
    const [checkpoint] = (await place.store.read.checkpoints()).toReversed();
    expect(checkpoint?.size).toBe(tree.size);
    for (const [index, leaf] of hashes.entries())
      expect(
        verifyInclusion({
          leaf,
          index,
          size: tree.size,
          proof: tree.inclusionProof(index),
          root: tree.root(),
        }),
      ).toBe(true);
  });

  it('tells of decisions, people and tools', async () => {
    const place = await aDay();
    const report = await makeAuditReport(place.store.read);
    expect(report).toMatchObject({
      unreadableRows: 0,
      states: { done: 14, refused: 1, withdrawn: 1, indeterminate: 1, held: 1 },
    });
    expect(report.approvers).toEqual([
      { subject: 'local', approved: 1, refused: 1, medianMs: 3000, hasty: 0 },
    ]);
    expect(report.hints.find(({ hint }) => hint === 'readOnly')?.calls).toBe(10);
    expect(report.tools.find(({ tool }) => tool === 'office/read_note')).toMatchObject({
      calls: 10,
      auto: 10,
      done: 10,
    });
  });
});

/** Where the two kinds of databases have other words for the same. */
const inWordsOf = (name: string, sql: string): string =>
  name === 'sqlite'
    ? sql
    : sql
        .replace("CAST(replace(CAST(bytes AS TEXT), 'local', 'mayor') AS BLOB)", BYTES_REPLACED)
        .replace('zeroblob(64)', String.raw`decode(repeat('00', 64), 'hex')`);
const BYTES_REPLACED = "convert_to(replace(convert_from(bytes, 'UTF8'), 'local', 'mayor'), 'UTF8')";

describe('a database that somebody changed', () => {
  const cases: readonly [string, string, RegExp][] = [
    [
      'a byte of a row',
      "UPDATE record SET bytes = CAST(replace(CAST(bytes AS TEXT), 'local', 'mayor') AS BLOB) WHERE seq = 5",
      /row 5 ROW_HASH/,
    ],
    ['a column of a row', "UPDATE record SET event = 'failed' WHERE seq = 5", /row 5 ROW_COLUMN/],
    ['an event nobody knows', "UPDATE record SET event = 'nothing' WHERE seq = 5", /row 5 ROW_UNREADABLE/],
    ['a row that is gone', 'DELETE FROM record WHERE seq = 5', /row 6 ROW_SEQ/],
    ['the end that is gone', 'DELETE FROM record WHERE seq > 20', /CHECKPOINT_ROWS/],
    ['a signature', 'UPDATE checkpoints SET signature = zeroblob(64)', /CHECKPOINT/],
    [
      'a call that is said to be approved',
      "UPDATE calls SET state = 'approved' WHERE state = 'held'",
      /CALL_STORE/,
    ],
    [
      'arguments of a held call',
      `UPDATE call_details SET sealed_arguments = '{"to":"eve@example.com"}' WHERE n = (SELECT n FROM calls WHERE state = 'held')`,
      /CALL_STORE/,
    ],
    ['a call that is gone', "DELETE FROM calls WHERE state = 'indeterminate'", /CALL_STORE/],
    ['a call that cannot be read', "UPDATE call_details SET decision = '{}' WHERE n = 3", /CALL_STORE/],
    ['a grant that is used again', 'UPDATE grants SET uses_left = 9', /GRANT_STORE/],
    [
      'a vote that nobody cast',
      "INSERT INTO votes (call, subject, verdict, via, at, opened) SELECT id, 'bob', 'approve', 'console', 1, 1 FROM calls WHERE state = 'held'",
      /CALL_STORE/,
    ],
    ['what is kept', "UPDATE kept SET text = text || ' '", /KEPT_DIGEST/],
  ];

  it.each(cases)('is found out: %s', async (_, sql, expected) => {
    const place = await aDay();
    await signed(place);
    const { keys, path } = place;
    await place.gate.close();
    await place.store.close();
    expect(await stores().edit(path, inWordsOf(stores().name, sql))).toBeGreaterThan(0);
    const reader = await stores().read(path);
    const { ok, problems } = await verifyAuditLog(reader.read, { keys });
    await reader.close();
    expect(ok).toBe(false);
    expect(
      problems.map(({ seq, code }) => `${seq === undefined ? '' : `row ${seq} `}${code}`).join('\n'),
    ).toMatch(expected);
  });
});
