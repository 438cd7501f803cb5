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
  const shadow = new ShadowPolicy(CANDIDATE, { clock: CLOCK, store }, failing);
  for (let at = 0; at < 1003; at += 1) shadow.see(decided(`c${at}`), at);
  shadow.see(decided('c0'), 0);
  await shadow.flush();
  expect(shadow.status).toMatchObject({ calls: 0, unjudged: 1003 });
  expect(written).toEqual([]);
  isFull = false;
  await shadow.close();
  expect(written).toMatchObject([{ unjudged: 1003, calls: 0 }]);
});
