import type { CallPreview, FinishedCall, PendingCall } from '@callgate/gate';
import { isDispatchable, verifyAuditLog } from '@callgate/gate';
import { parseEntry } from '@callgate/gate/record';
import { describe, expect, it } from 'vitest';
import type { Office } from './office.ts';
import { call, office, policyText, recorder, story } from './office.ts';

const DELETE = call('delete_note', { id: 'n1' });

const PREVIEW: CallPreview = {
  digest: `sha256:${'a'.repeat(64)}`,
  changes: [
    {
      root: '/notes',
      path: 'n1\u202e.txt',
      before: { kind: 'file', mode: 0o644, bytes: 5 },
      after: null,
      diff: [{ line: 1, removed: ['secret-of-note'], added: [] }],
    },
  ],
  more: 0,
};

const held = async ({ gate }: Office, request = DELETE): Promise<PendingCall> => {
  const begun = await gate.begin(request, { isPreviewed: true });
  if (begun.state !== 'held') throw new Error(`it is ${begun.state}`);
  return begun;
};

const previewed = async (place: Office, preview = PREVIEW): Promise<PendingCall> => {
  const pending = await held(place);
  await place.gate.preview(pending, DELETE, async (dispatchable) => {
    dispatchable.take();
    return preview;
  });
  return pending;
};

const approve = async ({ gate }: Office, id: string, binding?: string) => {
  const question = await gate.desk.question(id);
  return await gate.desk.vote({
    call: id,
    subject: 'local',
    verdict: 'approve',
    via: 'console',
    opened: true,
    binding: binding ?? question?.binding ?? '',
  });
};

const checkLog = async ({ store, keys }: Office): Promise<void> =>
  expect(await verifyAuditLog(store.read, { keys })).toMatchObject({ ok: true, problems: [] });

describe('a call that is previewed', () => {
  it('ran before anybody was asked, with what was judged, and that was written before', async () => {
    const place = await office();
    const pending = await held(place);
    const seen: unknown[] = [];
    await place.gate.preview(pending, DELETE, async (dispatchable) => {
      seen.push(dispatchable.isPreview, await story(place.store, pending.call), dispatchable.take());
      return PREVIEW;
    });
    expect(seen).toEqual([
      true,
      ['held', 'previewing'],
      { canonicalArguments: '{"id":"n1"}', arguments: { id: 'n1' } },
    ]);
    expect(await story(place.store, pending.call)).toEqual(['held', 'previewing', 'previewed']);
    expect(await place.gate.desk.question(pending.call)).toMatchObject({ preview: PREVIEW });
    await checkLog(place);
  });

  it('is dispatched as its changes, once, after they were approved', async () => {
    const place = await office();
    const pending = await previewed(place);
    expect(await approve(place, pending.call)).toMatchObject({ state: 'approved' });
    const out = await place.gate.resume(pending.ticket, DELETE);
    if (!isDispatchable(out)) throw new Error('it did not leave');
    expect(() => out.take()).toThrow(expect.objectContaining({ code: 'DISPATCH_PREVIEWED' }));
    const taken: string[] = [];
    const finished: FinishedCall = await place.gate.send(out, async (dispatchable) => {
      taken.push(dispatchable.takeChanges());
      await place.gate.filesChanged({ call: dispatchable.call, did: 'committed', changes: taken[0] ?? '' });
      return { type: 'result', result: {} };
    });
    expect(taken).toEqual(['digest' in PREVIEW ? PREVIEW.digest : '']);
    expect(() => out.takeChanges()).toThrow(expect.objectContaining({ code: 'DISPATCHED_TWICE' }));
    expect(finished.state).toBe('done');
    expect(await story(place.store, pending.call)).toEqual([
      'held',
      'previewing',
      'previewed',
      'vote',
      'approved',
      'dispatching',
      'file-changes',
      'done',
    ]);
    await checkLog(place);
  });

  it.each([
    ['of others than were shown', 'committed', `sha256:${'b'.repeat(64)}`],
    ['that were never begun to be taken back', 'undone', undefined],
    ['that were shown before', 'committing', undefined],
    ['of a call that has ended', 'committed', undefined],
  ] as const)('an entry of file changes %s is found in the audit log', async (_, did, other) => {
    const place = await office();
    const pending = await previewed(place);
    await approve(place, pending.call);
    const out = await place.gate.resume(pending.ticket, DELETE);
    if (!isDispatchable(out)) throw new Error('it did not leave');
    const changes = other ?? out.changes ?? '';
    await place.gate.send(out, async (dispatchable) => {
      dispatchable.takeChanges();
      if (did === 'committing') await place.gate.filesChanged({ call: pending.call, did, changes });
      return { type: 'result', result: {} };
    });
    if (did !== 'committing') await place.gate.filesChanged({ call: pending.call, did, changes });
    const { problems } = await verifyAuditLog(place.store.read, { keys: place.keys });
    expect(problems).toMatchObject([{ code: 'CALL_FILES', call: pending.call }]);
  });

  it('is still its changes after a restart, and contents of files are encrypted at rest', async () => {
    const place = await office();
    const pending = await previewed(place);
    const stored = JSON.stringify(await place.store.read.call(pending.call));
    expect(stored).not.toContain('secret-of-note');
    const rows = await place.store.read.rowsOfCall(pending.call);
    expect(rows.map(({ bytes }) => new TextDecoder().decode(bytes)).join('')).not.toContain('secret-of-note');
    const again = await place.again();
    await approve(again, pending.call);
    expect(await again.gate.resume(pending.ticket, DELETE)).toMatchObject({
      changes: 'digest' in PREVIEW ? PREVIEW.digest : '',
    });
  });

  it('cannot be approved as the question it was before', async () => {
    const place = await office();
    const pending = await held(place);
    const before = await place.gate.desk.question(pending.call);
    await place.gate.preview(pending, DELETE, async () => PREVIEW);
    const vote = await approve(place, pending.call, before?.binding);
    expect(vote.refusedBecause).toBeDefined();
    expect((await place.store.read.call(pending.call))?.state).toBe('held');
  });

  it('shows nothing that somebody has not decided about already', async () => {
    const place = await office();
    const pending = await held(place);
    const preview = await place.gate.preview(pending, DELETE, async () => {
      await approve(place, pending.call);
      return PREVIEW;
    });
    expect(preview).toBeUndefined();
    expect(await place.gate.resume(pending.ticket, DELETE)).toMatchObject({ changes: null });
    await checkLog(place);
  });

  it('is void if the policy changed after its approval, and nothing is dispatched', async () => {
    const place = await office();
    const pending = await previewed(place);
    await approve(place, pending.call);
    await place.gate.usePolicy(
      policyText('extends: balanced\nrules:\n  - id: more\n    then: confirm\n    reason: more\n'),
    );
    expect(await place.gate.resume(pending.ticket, DELETE)).toMatchObject({ code: 'APPROVAL_VOID' });
  });

  it.each<readonly [string, () => Promise<CallPreview>]>([
    ['fails', () => Promise.reject(new Error('no sandbox\u0007'))],
    ['is impossible', async () => ({ problem: 'no sandbox' })],
  ])('runs as any other where the preview %s, and people are told', async (_, run) => {
    const place = await office();
    const pending = await held(place);
    await place.gate.preview(pending, DELETE, run);
    const question = await place.gate.desk.question(pending.call);
    expect(question?.preview).toMatchObject({ problem: expect.stringMatching(/^no sandbox(?:⟦U\+0007⟧)?$/) });
    await approve(place, pending.call);
    const { dispatch, sent } = recorder();
    const out = await place.gate.resume(pending.ticket, DELETE);
    if (!isDispatchable(out)) throw new Error('it did not leave');
    expect(await place.gate.send(out, dispatch)).toMatchObject({ state: 'done' });
    expect(sent).toHaveLength(1);
    await checkLog(place);
  });

  it.each([
    ['other arguments', call('delete_note', { id: 'n2' })],
    ['another tool', call('send_mail', { to: 'a@b.example' })],
    ['another context', call('delete_note', { id: 'n1' }, { context: 'c2' })],
  ])('is not run with %s than those that people are asked about', async (_, other) => {
    const place = await office();
    const pending = await held(place);
    let ran = 0;
    const run = async (): Promise<CallPreview> => {
      ran += 1;
      return PREVIEW;
    };
    expect(await place.gate.preview(pending, other, run)).toBeUndefined();
    expect(await place.gate.preview(pending, DELETE, run)).toEqual(PREVIEW);
    // a second look shows nothing else
    expect(await place.gate.preview(pending, DELETE, run)).toBeUndefined();
    expect(ran).toBe(1);
  });

  it('is not run once it was refused', async () => {
    const place = await office();
    const pending = await held(place);
    await place.gate.withdraw(pending.ticket, 'gone');
    expect(await place.gate.preview(pending, DELETE, async () => PREVIEW)).toBeUndefined();
    expect(await story(place.store, pending.call)).toEqual(['held', 'withdrawn']);
  });

  it('ends where its caller leaves', async () => {
    const place = await office();
    const pending = await held(place);
    const left = new AbortController();
    const run = async (): Promise<CallPreview> => {
      left.abort();
      return await new Promise(() => {});
    };
    expect(await place.gate.preview(pending, DELETE, run, left.signal)).toMatchObject({
      problem: expect.stringContaining('left'),
    });
  });
});

it('a preview after a vote, or of a call that nobody asked about, is found by verification', async () => {
  const place = await office();
  const pending = await previewed(place);
  await approve(place, pending.call);
  await place.store.transact((tx) =>
    tx.append({
      event: 'previewed',
      outcome: 'deferred',
      principal: 'local',
      tool: 'office/delete_note',
      call: pending.call,
      detail: { binding: 'x', changes: null, paths: 0, problem: null },
    }),
  );
  const { problems } = await verifyAuditLog(place.store.read, { keys: place.keys });
  expect(problems.map(({ code }) => code)).toContain('CALL_PREVIEW');
  const rows = await place.store.read.rowsOfCall(pending.call);
  expect(rows.map(({ bytes }) => parseEntry(bytes).event)).toContain('previewed');
});
