import type { DecisionInput } from '@callgate/core';
import { Engine } from '@callgate/core';
import { verifyAuditLog } from '@callgate/gate';
import { parseEntry } from '@callgate/gate/record';
import { presetPolicy } from '@callgate/policy';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DecidedCall } from '../src/decide/decide-call.ts';
import { ShadowPolicy } from '../src/decide/shadow-policy.ts';
import type { Office } from './office.ts';
import { OFFICE, call, office, policyText, recorder } from './office.ts';

const CANDIDATE = policyText(`name: candidate
extends: balanced
rules:
  - {id: notes-ask, tools: "office/read_note", then: confirm, reason: notes are private now}
  - {id: mail-runs, tools: "office/send_mail", when: tool.described == yes, then: auto, reason: mail runs}
exceptions:
  - {id: e, rule: outward-write, unless: tool.described == yes, reason: tried, until: "2099-01-01"}
`);

const shadowEntries = async ({ store }: Office): Promise<readonly Record<string, unknown>[]> =>
  (await store.read.rows(1, 1000))
    .filter(({ event }) => event === 'shadow')
    .map(({ bytes }) => parseEntry(bytes).detail);

it('a candidate is counted beside the policy, which way, by which rules and with a witness, and changes nothing', async () => {
  const place = await office({ shadow: CANDIDATE });
  const read = await place.gate.run(call('read_note'), recorder().dispatch);
  expect(read.state).toBe('done');
  await place.gate.run(call('read_note', { id: 'other' }), recorder().dispatch);
  const mail = await place.gate.begin(call('send_mail', { to: 'a@b.example', body: 'x' }));
  expect(mail.state).toBe('held');
  const add = await place.gate.run(call('add_note'), recorder().dispatch);
  expect(add.state).toBe('done');
  await place.gate.shadow?.flush();
  expect(place.gate.shadow?.status).toMatchObject({ calls: 4, changed: 3, unjudged: 0 });
  const [entry, ...more] = await shadowEntries(place);
  expect(more).toEqual([]);
  expect(entry).toMatchObject({
    candidate: { name: 'candidate', revision: CANDIDATE.revision },
    base: { name: 'balanced', revision: presetPolicy('balanced').revision },
    calls: 4,
    unjudged: 0,
    before: { auto: 3, confirm: 1, block: 0 },
    after: { auto: 2, confirm: 2, block: 0 },
    changes: { runs: 1, loosened: 0, tightened: 2, otherwise: 0 },
    changed: [
      { kind: 'runs', tool: 'office/send_mail', count: 1, calls: [{ call: mail.call }] },
      { kind: 'tightened', tool: 'office/read_note', count: 2, calls: [{ call: read.call }, {}] },
    ],
  });
  expect(JSON.stringify(entry)).toContain('notes-ask');
  expect(await verifyAuditLog(place.store.read, { keys: place.keys })).toMatchObject({
    ok: true,
    problems: [],
  });
});

it('counts are written after a while, at once where a call fares like none before it, and at the end', async () => {
  const place = await office({ shadow: CANDIDATE });
  const looksAt = async (name: string): Promise<void> => {
    await place.gate.run(call(name), recorder().dispatch);
    await expect.poll(() => place.gate.shadow?.status.calls).toBeGreaterThan(0);
  };
  await looksAt('read_note');
  place.clock.advance(1000);
  await expect.poll(async () => (await shadowEntries(place)).length).toBe(1);
  await place.gate.run(call('add_note'), recorder().dispatch);
  await expect.poll(() => place.gate.shadow?.status.calls).toBe(2);
  place.clock.advance(60_000);
  await expect.poll(async () => (await shadowEntries(place)).length).toBe(2);
  await place.gate.run(call('add_note'), recorder().dispatch);
  const again = await place.again();
  expect((await shadowEntries(again)).map(({ calls }) => calls)).toEqual([1, 1, 1]);
});

it('another policy in force, another candidate or none is counted apart', async () => {
  const place = await office({ shadow: CANDIDATE });
  await place.gate.run(call('read_note'), recorder().dispatch);
  await place.gate.shadow?.flush();
  await place.gate.usePolicy(presetPolicy('intent'));
  await place.gate.run(call('read_note'), recorder().dispatch);
  await place.gate.useShadow(presetPolicy('strict'));
  await place.gate.run(call('read_note'), recorder().dispatch);
  await place.gate.useShadow(null);
  expect(place.gate.shadow).toBeNull();
  await place.gate.run(call('read_note'), recorder().dispatch);
  const named = (await shadowEntries(place)).map(({ candidate, base, calls }) => [
    (candidate as { name: string }).name,
    (base as { name: string }).name,
    calls,
  ]);
  expect(named).toEqual([
    ['candidate', 'balanced', 1],
    ['candidate', 'intent', 1],
    ['strict', 'intent', 1],
  ]);
});

it('a candidate that would let out what must never go out is not taken', async () => {
  const { rules, ...rest } = presetPolicy('balanced');
  const open = {
    ...rest,
    revision: CANDIDATE.revision,
    rules: rules.filter(({ then }) => then === 'auto').map(({ when: _, ...rule }) => rule),
  };
  await expect(office({ shadow: open })).rejects.toMatchObject({ code: 'POLICY_CANARY' });
  const place = await office();
  await expect(place.gate.useShadow(open)).rejects.toMatchObject({ code: 'POLICY_CANARY' });
  expect(place.gate.shadow).toBeNull();
});

it('a candidate counts for itself what the policy in force does not count, and a denied call no more', async () => {
  const counting = policyText(`name: counting
extends: balanced
rules:
  - id: budget
    tools: [office/add_note, office/delete_note]
    when: sum(args.amount, ["office/add_note", "office/delete_note"], "1d", "all") > 100
    then: block
    reason: The budget is spent
  - {id: mark, tools: "office/read_note", raise: seen, reason: read}
  - {id: after-reading, tools: "office/put_key", when: '"seen" in session.labels', then: block, reason: read}
`);
  const place = await office({ shadow: counting });
  const { gate } = place;
  const changed = async (): Promise<number> => {
    await gate.shadow?.flush();
    return gate.shadow?.status.changed ?? 0;
  };
  const pay = (tool: string, amount: number): ReturnType<typeof gate.begin> =>
    gate.begin(call(tool, { amount, id: String(amount) }));
  expect((await pay('add_note', 60)).state).toBe('dispatching');
  expect(await changed()).toBe(0);
  const held = await pay('delete_note', 40);
  expect(held.state).toBe('held');
  expect(await changed()).toBe(0);
  // with the one that waits it would be too much
  expect((await pay('add_note', 1)).state).toBe('dispatching');
  expect(await changed()).toBe(1);
  const question = await gate.desk.question(held.call);
  const binding = question?.binding ?? '';
  const vote = { call: held.call, subject: 'local', verdict: 'refuse', via: 'console', binding } as const;
  await gate.desk.vote({ ...vote, opened: true });
  // of the others 39 are left: what was denied counts no more
  expect((await pay('add_note', 39)).state).toBe('dispatching');
  expect(await changed()).toBe(1);
  await pay('add_note', 2);
  expect(await changed()).toBe(2);
  await gate.begin(call('put_key', { n: 1 }));
  expect(await changed()).toBe(2);
  await gate.begin(call('read_note', { id: 'x' }));
  const before = await changed();
  await gate.begin(call('put_key', { n: 2 }));
  expect(await changed()).toBe(before + 1);
  expect(gate.shadow?.status.unjudged).toBe(0);
});

it('no candidate changes what becomes of any call', async () => {
  const names = OFFICE.map(({ name }) => name);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 6 }),
      fc.constantFrom(CANDIDATE, presetPolicy('strict'), presetPolicy('intent'), presetPolicy('observe')),
      async (calls, shadow) => {
        const [alone, beside] = [await office(), await office({ shadow })];
        for (const [at, name] of calls.entries()) {
          const asked = call(name, { n: at });
          const [one, other] = [await alone.gate.begin(asked), await beside.gate.begin(asked)];
          expect(other.state).toBe(one.state);
          for (const [place, begun] of [
            [alone, one],
            [beside, other],
          ] as const)
            if (begun.state === 'dispatching') {
              begun.take();
              await place.gate.settle(begun, { type: 'result', result: {} } as never);
            }
        }
        const told = async (place: Office): Promise<readonly string[]> =>
          (await place.store.read.rows(1, 1000)).map(({ event }) => event).filter((e) => e !== 'shadow');
        expect(await told(beside)).toEqual(await told(alone));
      },
    ),
    { numRuns: 8 },
  );
});

const decided = (id: string): DecidedCall => {
  const engine = new Engine(presetPolicy('balanced'));
  return {
    call: { id, server: 's', target: 't', principal: { subject: 'p' } },
    input: {} as DecisionInput,
    decision: {},
    policy: engine.policy,
  } as unknown as DecidedCall;
};

const CLOCK = { now: () => 0, offsetMinutes: () => 0, after: () => () => {} };

it('a candidate that fails, and calls that come too many at once, are counted and reach nobody', async () => {
  const written: unknown[] = [];
  let isFull = true;
  const store = {
    transact: async (work: (tx: never) => Promise<unknown>) => {
      if (isFull) throw new Error('disk full');
      return await work({
        append: (entry: { detail: unknown }) => Promise.resolve(void written.push(entry.detail)),
      } as never);
    },
  };
  const failing = {
    decide: () => {
      throw new Error('the candidate is broken');
    },
  };
  const events = { on: () => () => {} };
  const shadow = new ShadowPolicy(CANDIDATE, { clock: CLOCK, store, events }, failing);
  for (let at = 0; at < 1003; at += 1) shadow.see(decided(`c${at}`), at, 'dispatching');
  shadow.see(decided('c0'), 0, 'dispatching');
  await shadow.flush();
  expect(shadow.status).toMatchObject({ calls: 0, unjudged: 1003 });
  expect(written).toEqual([]);
  isFull = false;
  await shadow.close();
  expect(written).toMatchObject([{ unjudged: 1003, calls: 0 }]);
});
