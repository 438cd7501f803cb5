import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CallgateError } from '@callgate/core';
import type { HeldCall, People, Store } from '@callgate/gate';
import { NotSent } from '@callgate/gate';
import { describe, expect, it } from 'vitest';
import type { Office } from './office.ts';
import { OFFICE, call, catalogueOf, office, person, policyText, recorder, story } from './office.ts';

const HOUR = 3_600_000;
const held = async ({ gate }: Office, request = call('delete_note', { id: '1' })): Promise<HeldCall> => {
  const step = await gate.begin(request);
  if (step.state !== 'held') throw new Error(step.state + JSON.stringify(step));
  return step;
};
const vote = async (place: Office, on: { readonly call: string }, subject = 'local', more = {}) =>
  await place.gate.desk.vote({
    call: on.call, subject, verdict: 'approve', via: 'console',
    binding: (await place.gate.desk.question(on.call))?.binding ?? '', opened: true, ...more,
  });
const team: People = {
  all: [
    { subject: 'ann', groups: [], active: true },
    { subject: 'bob', groups: [], active: true },
  ],
  selfApproval: false,
};
const canaryIn = (path: string, canary: string): string[] =>
  readdirSync(dirname(path)).filter((f) => {
    try { return readFileSync(join(dirname(path), f)).includes(canary); } catch { return false; }
  });

describe('F1 principal binding', () => {
  it('approval is void if delegation/groups differ at resume', async () => {
    const place = await office({ people: team });
    const bot = { ...person('bot'), kind: 'agent' as const, delegation: [] };
    const request = call('delete_note', { id: '1' }, { principal: bot } as never);
    const ticket = await held(place, request);
    expect((await vote(place, ticket, 'bob')).state).toBe('approved');
    const changed = call('delete_note', { id: '1' }, { principal: { ...bot, delegation: ['bob'] } } as never);
    const out = await place.gate.resume(ticket.ticket, changed);
    expect(out.state).not.toBe('dispatching');
  });
  it('coalesces a request with another delegation', async () => {
    const place = await office({ people: team });
    const bot = { ...person('bot'), delegation: [] };
    const a = await held(place, call('delete_note', { id: '1' }, { principal: bot } as never));
    const b = await held(place, call('delete_note', { id: '1' }, { principal: { ...bot, delegation: ['bob'] } } as never));
    expect(b.call).not.toBe(a.call);
  });
});

describe('F2 grant answers an unknown twin', () => {
  it('is asked although a grant is there', async () => {
    const place = await office();
    const request = call('delete_note', { id: '1' });
    const ticket = await held(place, request);
    const voted = await vote(place, ticket, 'local', { grant: { kind: 'session', uses: 5, endsInMs: HOUR } });
    expect(voted.grant).toBeDefined();
    const out = await place.gate.resume(ticket.ticket, request);
    if (out.state !== 'dispatching' || out.dispatchable === undefined) throw new Error(out.state);
    await place.gate.settle(out.dispatchable, { type: 'unknown', message: 'no idea' });
    const again = await place.gate.begin(request);
    expect(again.state).toBe('held');
  });
  it('hold spends no grant and holds', async () => {
    const place = await office();
    const request = call('delete_note', { id: '1' });
    const ticket = await held(place, request);
    await vote(place, ticket, 'local', { grant: { kind: 'session', uses: 5, endsInMs: HOUR } });
    const out = await place.gate.hold(call('delete_note', { id: '2' }));
    expect(out.state).toBe('held');
  });
});

describe('F3 twins while waiting for hours', () => {
  it('the second of two that waited is not silent when the first is unknown', async () => {
    const place = await office({ policy: policyText(`
extends: balanced
rules:
  - { id: hrs, tools: add_note, then: auto, hours: "13:00-17:00", reason: hours }
`) });
    const request = call('add_note', { text: 'x' });
    const a = await held(place, request);
    const b = await held(place, request);
    expect([a.waiting, b.waiting]).toEqual(['hours', 'hours']);
    place.clock.advance(2 * HOUR);
    const outA = await place.gate.resume(a.ticket, request);
    if (outA.state !== 'dispatching' || outA.dispatchable === undefined) throw new Error(outA.state);
    await place.gate.settle(outA.dispatchable, { type: 'unknown', message: 'no idea' });
    const outB = await place.gate.resume(b.ticket, request);
    expect(outB.state).not.toBe('dispatching');
  });
});

describe('F4 retries', () => {
  const policy = policyText(`
extends: balanced
rules:
  - { id: ask, tools: put_key, then: confirm, retries: 3, reason: ask }
  - { id: two, tools: put_key, when: 'session.untrusted != none', then: confirm, terms: strong, approvers: { count: 2 }, reason: two }
`);
  it('a retry after the session was labelled demands what is demanded now', async () => {
    const place = await office({ policy, people: { ...team, selfApproval: true } });
    const request = call('put_key', { k: 'v' }, { key: 'kk' });
    let n = 0;
    const running = place.gate.run(request, async (d) => {
      d.take();
      n += 1;
      if (n === 1) {
        await place.gate.run(call('read_mail', {}), recorder().dispatch);
        throw new NotSent('no');
      }
      return { type: 'result', result: {} };
    });
    await new Promise((r) => setTimeout(r, 50));
    const inbox = await place.store.read.rows(1, 100);
    const id = inbox.find((r) => r.event === 'held')?.call ?? '';
    expect((await vote(place, { call: id }, 'ann')).state).toBe('approved');
    for (let i = 0; i < 40 && n < 2; i += 1) { place.clock.advance(5000); await new Promise((r) => setTimeout(r, 10)); }
    await Promise.race([running, new Promise((r) => setTimeout(r, 500))]);
    console.log(await story(place.store, id), n);
    expect(n).toBe(1);
  });
  it('a retry after the tool was redefined/quarantined', async () => {
    let catalogue = catalogueOf();
    const place = await office({
      policy: policyText(`
extends: balanced
rules:
  - { id: ask, tools: put_key, then: auto, retries: 3, reason: ask }
`),
      catalogue: { find: (...a) => catalogue.find(...a) },
    });
    let n = 0;
    const running = place.gate.run(call('put_key', { k: 'v' }), async (d) => {
      d.take();
      n += 1;
      if (n === 1) { catalogue = catalogueOf([]); throw new NotSent('no'); }
      return { type: 'result', result: {} };
    });
    for (let i = 0; i < 40 && n < 2; i += 1) { place.clock.advance(5000); await new Promise((r) => setTimeout(r, 10)); }
    await Promise.race([running, new Promise((r) => setTimeout(r, 300))]);
    expect(n).toBe(1);
  });
});

describe('F5 approved call waits for hours longer than the approval lives', () => {
  it('runs when the window opens', async () => {
    const place = await office({ policy: policyText(`
extends: balanced
rules:
  - { id: hrs, tools: delete_note, then: confirm, hours: "15:00-17:00", reason: hours }
`) });
    const request = call('delete_note', { id: '1' });
    const ticket = await held(place, request);
    await vote(place, ticket);
    const waits = await place.gate.resume(ticket.ticket, request);
    console.log(waits.state, (waits as HeldCall).waiting, (waits as HeldCall).expiresAt, (waits as HeldCall).opensAt);
    place.clock.advance(3.5 * HOUR);
    await place.gate.sweep();
    expect((await place.gate.resume(ticket.ticket, request)).state).toBe('dispatching');
  });
});

describe('F6 settle with a malformed answer', () => {
  for (const [name, answer] of [
    ['undefined', undefined], ['null', null], ['error without message', { type: 'error', code: 'X' }],
    ['result undefined', { type: 'result', result: undefined }], ['unknown without message', { type: 'unknown' }],
  ] as const)
    it(`run ends whatever a dispatcher answers: ${name}`, async () => {
      const place = await office();
      const ended = await place.gate
        .run(call('add_note', { text: 'x' }), async (d) => { d.take(); return answer as never; })
        .catch((e: unknown) => ({ state: 'threw', e: String(e) }));
      const rows = await place.store.read.rows(1, 100);
      console.log(name, JSON.stringify(ended), rows.map((r) => r.event));
      const id = rows.find((r) => r.event === 'dispatching')?.call ?? '';
      await place.gate.sweep();
      expect((await place.store.read.call(id))?.state).not.toBe('dispatching');
    });
});

const failing = (store: Store, fail: () => boolean): Store =>
  new Proxy(store, {
    get: (t, p) => {
      if (p === 'transact')
        return (work: never) => (fail() ? Promise.reject(new CallgateError('STORE_FULL', 'full')) : t.transact(work));
      const v = Reflect.get(t, p, t) as unknown;
      return typeof v === 'function' ? v.bind(t) : v;
    },
  });

describe('F7 store full while a call is out', () => {
  it('is indeterminate and can be settled once there is room', async () => {
    const { createGate, memoryKeys } = await import('@callgate/gate');
    const place = await office();
    let full = false;
    const gate = await createGate({ policy: place.gate.policy, store: failing(place.store, () => full), catalogue: catalogueOf(), keys: place.keys ?? memoryKeys(), clock: place.clock, limits: { sweepMs: null } });
    const running = gate.run(call('add_note', { text: 'x' }), async (d) => { d.take(); full = true; return { type: 'result', result: {} }; }).catch((e: unknown) => String(e));
    let over: unknown;
    void running.then((r) => { over = r; });
    for (let i = 0; i < 400 && over === undefined; i += 1) { place.clock.advance(100); await new Promise((r) => setTimeout(r, 1)); }
    console.log('F7', over);
    full = false;
    for (let i = 0; i < 5; i += 1) { place.clock.advance(HOUR); await gate.sweep(); }
    const rows = await place.store.read.rows(1, 100);
    const id = rows.find((r) => r.event === 'dispatching')?.call ?? '';
    const state = (await place.store.read.call(id))?.state;
    const settled = await gate.desk.settle(id, { as: 'happened', by: 'local', reason: 'seen' });
    expect([state, settled]).toEqual(['indeterminate', true]);
  });
  it('a retry that cannot be written does not leave the call out for ever', async () => {
    const { createGate } = await import('@callgate/gate');
    const place = await office();
    let full = false;
    const gate = await createGate({ policy: policyText(`
extends: balanced
rules:
  - { id: ask, tools: put_key, then: auto, retries: 3, reason: ask }
`), store: failing(place.store, () => full), catalogue: catalogueOf(), keys: place.keys, clock: place.clock, limits: { sweepMs: null } });
    const running = gate.run(call('put_key', { text: 'x' }), async (d) => { d.take(); full = true; throw new Error('reset'); }).catch((e: unknown) => String(e));
    let over: unknown;
    void running.then((r) => { over = r; });
    for (let i = 0; i < 100 && over === undefined; i += 1) { place.clock.advance(100); await new Promise((r) => setTimeout(r, 1)); }
    console.log('F7b', over);
    full = false;
    for (let i = 0; i < 5; i += 1) { place.clock.advance(HOUR); await gate.sweep(); }
    const rows = await place.store.read.rows(1, 100);
    const id = rows.find((r) => r.event === 'dispatching')?.call ?? '';
    expect((await place.store.read.call(id))?.state).not.toBe('dispatching');
  });
});

describe('F8 secrets in the clear', () => {
  const secretPolicy = (then: string) => policyText(`
extends: balanced
rules:
  - { id: sec, tools: send_mail, then: ${then}, redact: [to], reason: r }
`);
  it('blocked', async () => {
    const place = await office({ policy: secretPolicy('block') });
    await place.gate.run(call('read_mail', {}), recorder().dispatch);
    const out = await place.gate.begin(call('send_mail', { to: 'CANARY-sk-123456', body: 'x' }));
    console.log(JSON.stringify((out as { reasons?: unknown }).reasons));
    expect(canaryIn(place.path, 'CANARY-sk-123456')).toEqual([]);
  });
  it('secret results in the session', async () => {
    const place = await office();
    await place.gate.run(call('read_secret', {}), recorder(() => ({ content: [{ type: 'text', text: 'CANARY-sk-777777' }], structuredContent: { token: 'CANARY-sk-888888' } })).dispatch);
    expect([canaryIn(place.path, 'CANARY-sk-777777'), canaryIn(place.path, 'CANARY-sk-888888')]).toEqual([[], []]);
  });
  it('words', async () => {
    const place = await office();
    await place.gate.hear({ principal: 'local', context: 'c1', authenticated: true }, { text: 'my password is CANARY-sk-999' });
    expect(canaryIn(place.path, 'CANARY-sk-999')).toEqual([]);
  });
  it('secret args in a created thing / result that repeats them', async () => {
    const place = await office({ policy: policyText(`
extends: balanced
rules:
  - { id: sec, tools: add_note, then: auto, redact: [token], reason: r }
`) });
    await place.gate.run(call('add_note', { token: 'CANARY-sk-555555', id: 'n1' }), recorder((a) => ({ content: [{ type: 'text', text: JSON.stringify(a) }], structuredContent: { id: 'n1', token: 'CANARY-sk-555555' } })).dispatch);
    expect(canaryIn(place.path, 'CANARY-sk-555555')).toEqual([]);
  });
});

describe('F9 limits that are no numbers', () => {
  it('approvalMs NaN does not live for ever', async () => {
    const place = await office({ limits: { approvalMs: Number.NaN } });
    const request = call('delete_note', { id: '1' });
    const step = await place.gate.begin(request).catch((e: unknown) => ({ state: 'threw', e: String(e) }));
    console.log(JSON.stringify(step).slice(0, 300));
    if (step.state !== 'held') return;
    const ticket = step as HeldCall;
    await vote(place, ticket);
    place.clock.advance(1e12);
    expect((await place.gate.resume(ticket.ticket, request)).state).toBe('expired');
  });
  it('questionsAnHour NaN', async () => {
    const place = await office({ limits: { questionsAnHour: Number.NaN, pendingPerPrincipal: Number.NaN } });
    const states = [];
    for (let i = 0; i < 80; i += 1) states.push((await place.gate.begin(call('delete_note', { id: String(i) }))).state);
    expect(states.filter((s) => s === 'held').length).toBeLessThan(80);
  });
});

describe('F10 take after the end', () => {
  it('nothing can be taken once the outcome is settled', async () => {
    const place = await office({ limits: { timeoutMs: 1000 } });
    let late: unknown;
    let go = (): void => {};
    const wait = new Promise<void>((r) => { go = r; });
    const running = place.gate.run(call('add_note', { text: 'x' }), async (d) => {
      await wait;
      try { late = d.take().canonicalArguments; } catch (e) { late = e; }
      return { type: 'result', result: {} };
    });
    await new Promise((r) => setTimeout(r, 30));
    place.clock.advance(2000);
    const end = await running;
    expect(end.state).toBe('indeterminate');
    expect(await place.gate.desk.settle(end.call, { as: 'did-not-happen', by: 'local', reason: 'x' })).toBe(true);
    go();
    await new Promise((r) => setTimeout(r, 30));
    expect(late).toBeInstanceOf(Error);
  });
});

describe('F11 catalogue looked up before the transaction', () => {
  it('a tool that goes while the call waits for the store is not let out', async () => {
    let catalogue = catalogueOf();
    const place = await office({ catalogue: { find: (...a) => catalogue.find(...a) } });
    let release = (): void => {};
    const gateway = new Promise<void>((r) => { release = r; });
    const begun = place.gate.begin(call('add_note', { text: 'x' }));
    catalogue = catalogueOf([]);
    release(); await gateway;
    expect((await begun).state).not.toBe('dispatching');
  });
});

describe('F12 declassification', () => {
  it('a principal labelled by an authenticated context can be declassified', async () => {
    const place = await office();
    await place.gate.run(call('read_mail', {}), recorder().dispatch);
    const anon = { principal: 'local', context: 'x', authenticated: false };
    expect((await place.gate.session(anon)).labels.untrusted.strength).toBe('known');
    const did = await place.gate.desk.declassify({ ...anon, label: 'untrusted', by: 'op', reason: 'ok' });
    console.log('declassified', did);
    expect((await place.gate.session(anon)).labels.untrusted.strength).toBe('none');
  });
  it('a store label can be taken away', async () => {
    const place = await office();
    await place.gate.run(call('read_mail', {}), recorder().dispatch);
    await place.gate.run(call('add_note', { text: 'x' }), recorder().dispatch, { signal: AbortSignal.timeout(300) });
    const ctx = { principal: 'local', context: 'c1', authenticated: true };
    for (const label of ['untrusted', 'private'] as const) await place.gate.desk.declassify({ ...ctx, label, by: 'op', reason: 'ok' });
    await place.gate.run(call('read_note', {}), recorder().dispatch);
    console.log((await place.gate.session(ctx)).labels.untrusted.strength);
  });
});

describe('F13 after close', () => {
  it('lets nothing out', async () => {
    const place = await office();
    await place.gate.close();
    const r = recorder();
    const out = await place.gate.run(call('add_note', { text: 'x' }), r.dispatch).catch((e: unknown) => String(e));
    console.log('F13', JSON.stringify(out).slice(0, 200));
    expect(r.sent).toEqual([]);
  });
});

describe('F14 endContext', () => {
  it('withdraws what waits in it', async () => {
    const place = await office();
    const request = call('delete_note', { id: '1' });
    const ticket = await held(place, request);
    await place.gate.endContext({ principal: 'local', context: 'c1', authenticated: true });
    expect((await place.store.read.call(ticket.call))?.state).toBe('withdrawn');
  });
});

describe('F15 report', () => {
  it('of an unknown tool is recorded or labels', async () => {
    const place = await office();
    const out = await place.gate.report(call('shell', { cmd: 'curl evil' }), { type: 'result', result: {} });
    console.log(JSON.stringify(out), await story(place.store));
    expect(out.state).toBe('done');
  });
  it('unknown tool calls leave a row', async () => {
    const place = await office();
    const before = (await story(place.store)).length;
    await place.gate.begin(call('no_such_tool', {}));
    expect((await story(place.store)).length).toBeGreaterThan(before);
  });
});
