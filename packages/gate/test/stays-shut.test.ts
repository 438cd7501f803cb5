import { CallgateError } from '@callgate/core';
import type {
  UpstreamResponse,
  CallRequest,
  ApprovalChannel,
  Dispatchable,
  Dispatcher,
  Gate,
  GateEvent,
  PendingCall,
  People,
} from '@callgate/gate';
import type { Store } from '@callgate/gate/store';
import { NotSentError, createGate, isDispatchable } from '@callgate/gate';
import { describe, expect, it } from 'vitest';
import type { Office } from './office.ts';
import { OFFICE, call, catalogueOf, gathers, office, person, policyText, recorder, story } from './office.ts';
import { stores } from './stores.ts';

// Ways that were open once.

const HOUR = 3_600_000;
const C1 = { principal: 'local', context: 'c1', authenticated: true };
const soon = (ms = 10): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const held = async ({ gate }: Office, request = call('delete_note', { id: '1' })): Promise<PendingCall> => {
  const step = await gate.begin(request);
  if (step.state !== 'held') throw new Error(step.state);
  return step;
};

type VoteParameters = Parameters<Gate['desk']['vote']>[0];

const vote = async (
  { gate }: Office,
  on: { readonly call: string },
  subject = 'local',
  more: Partial<VoteParameters> = {},
): ReturnType<Gate['desk']['vote']> =>
  await gate.desk.vote({
    call: on.call,
    subject,
    verdict: 'approve',
    via: 'console',
    binding: (await gate.desk.question(on.call))?.binding ?? '',
    opened: true,
    ...more,
  });

const out = async (
  { gate }: Office,
  { ticket }: PendingCall,
  request: CallRequest,
): Promise<Dispatchable> => {
  const step = await gate.resume(ticket, request);
  if (!isDispatchable(step)) throw new Error(step.state);
  return step;
};

const rule = (text: string): ReturnType<typeof policyText> =>
  policyText(`extends: balanced\nrules:\n  - ${text}\n`);

const team: People = {
  all: [
    { subject: 'ann', groups: [], active: true },
    { subject: 'bob', groups: [], active: true },
  ],
  selfApproval: false,
};

const isIn = async ({ path }: Office, canary: string): Promise<boolean> =>
  (await stores().everything(path)).includes(canary);

/** A store of which one thing is done otherwise. */
const instead = <T extends object>(store: T, over: Partial<T>): T =>
  new Proxy(store, {
    get: (target, name) => {
      const value: unknown = Reflect.get(name in over ? over : target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

const gateOn = (place: Office, store: Store, policy = place.gate.policy): Promise<Gate> =>
  createGate({
    policy,
    store,
    catalogue: catalogueOf(),
    keys: place.keys,
    clock: place.clock,
    limits: { sweepMs: null, questionsAnHour: 1e6, pendingPerPrincipal: 1e6 },
  });

const firstCall = async ({ store }: Office, event: string): Promise<string> =>
  (await store.read.rows(1, 1000)).find((row) => row.event === event)?.call ?? '';

const passing = async (place: Office, until: () => boolean, ms = 100): Promise<void> => {
  for (let step = 0; step < 600 && !until(); step += 1) {
    place.clock.advance(ms);
    await soon(1);
  }
};

describe('an approval', () => {
  const bot = { ...person('bot'), kind: 'service' as const };
  it.each([
    { delegation: ['bob'] },
    { groups: ['interns'] },
    { roles: ['guest'] },
    { kind: 'human' as const },
  ])('is not for the same name with %j', async (change) => {
    const place = await office({ people: team });
    const ticket = await held(place, call('delete_note', { id: '1' }, { principal: bot }));
    await vote(place, ticket, 'bob');
    const changed = call('delete_note', { id: '1' }, { principal: { ...bot, ...change } });
    expect(await place.gate.resume(ticket.ticket, changed)).toMatchObject({ code: 'APPROVAL_VOID' });
  });

  it('of one principal is not shared with another delegation of it', async () => {
    const place = await office({ people: team });
    const one = await held(place, call('delete_note', { id: '1' }, { principal: bot }));
    const two = await held(
      place,
      call('delete_note', { id: '1' }, { principal: { ...bot, delegation: ['bob'] } }),
    );
    expect(two.call).not.toBe(one.call);
  });

  it('that was given outside the hours still holds when they open', async () => {
    const place = await office({
      policy: rule('{ id: h, tools: delete_note, then: confirm, hours: "15:00-17:00", reason: r }'),
    });
    const request = call('delete_note', { id: '1' });
    const ticket = await held(place, request);
    await vote(place, ticket);
    place.clock.advance(3.5 * HOUR);
    await place.gate.sweep();
    expect((await place.gate.resume(ticket.ticket, request)).state).toBe('dispatching');
  });
});

describe('a call that was sent before', () => {
  it('is asked about although a grant would cover it', async () => {
    const place = await office();
    const request = call('delete_note', { id: '1' });
    const ticket = await held(place, request);
    await vote(place, ticket, 'local', { grant: { kind: 'session', uses: 5, endsInMs: HOUR } });
    await place.gate.settle(await out(place, ticket, request), { type: 'unknown', message: 'no idea' });
    expect((await place.gate.begin(request)).state).toBe('held');
  });

  it('is asked about although both waited for their hours before either left', async () => {
    const place = await office({
      policy: rule('{ id: h, tools: add_note, then: auto, hours: "13:00-17:00", reason: r }'),
    });
    const request = call('add_note', { text: 'x' });
    const [one, two] = [await held(place, request), await held(place, request)];
    place.clock.advance(1.5 * HOUR);
    await place.gate.settle(await out(place, one, request), { type: 'unknown', message: 'no idea' });
    expect(await place.gate.resume(two.ticket, request)).toMatchObject({ code: 'DECISION_CHANGED' });
  });

  it('is not hidden by a later one that never left', async () => {
    const place = await office();
    const request = call('add_note', { text: 'x' });
    await place.gate.run(request, async (dispatchable) => {
      dispatchable.take();
      throw new Error('reset');
    });
    const ticket = await held(place, request);
    await vote(place, ticket);
    await place.gate.settle(await out(place, ticket, request), { type: 'not-sent', message: 'no' });
    expect((await place.gate.begin(request)).state).toBe('held');
  });
});

describe('another attempt', () => {
  const sends = (
    place: Office,
    first: () => Promise<void> | void,
  ): { readonly count: () => number; readonly over: Promise<unknown> } => {
    let count = 0;
    const over = place.gate.run(
      call('put_key', { k: 'v' }),
      async (dispatchable): Promise<UpstreamResponse> => {
        dispatchable.take();
        count += 1;
        if (count > 1) return { type: 'result', result: {} };
        await first();
        throw new NotSentError('no');
      },
    );
    return { count: () => count, over };
  };

  it('is not made once the session demands more', async () => {
    const place = await office({
      policy: policyText(`
extends: balanced
rules:
  - { id: again, tools: put_key, then: auto, retries: 3, reason: r }
  - { id: two, tools: put_key, when: 'session.untrusted != none', then: confirm, terms: strong, reason: r }
`),
    });
    const sent = sends(
      place,
      async () => void (await place.gate.run(call('read_mail'), recorder().dispatch)),
    );
    let done = false;
    void sent.over.then(() => (done = true));
    await passing(place, () => done);
    expect(sent.count()).toBe(1);
  });

  it('is not made of a tool that is gone', async () => {
    let catalogue = catalogueOf();
    const place = await office({
      policy: rule('{ id: again, tools: put_key, retries: 3, reason: r }'),
      catalogue: { find: (...what) => catalogue.find(...what) },
    });
    const sent = sends(place, () => void (catalogue = catalogueOf([])));
    let done = false;
    void sent.over.then(() => (done = true));
    await passing(place, () => done);
    expect(sent.count()).toBe(1);
  });

  it('is not made after the hours are over', async () => {
    const place = await office({
      policy: rule('{ id: again, tools: put_key, retries: 3, hours: "11:00-12:01", reason: r }'),
      limits: { backOffMs: 200_000 },
    });
    const sent = sends(place, () => place.clock.advance(HOUR));
    let done = false;
    void sent.over.then(() => (done = true));
    // no hour passes before it was sent once
    await expect.poll(() => sent.count(), { timeout: 30_000 }).toBe(1);
    await passing(place, () => done, 10_000);
    expect(sent.count()).toBe(1);
  });
});

describe('a call that is out', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['an error without words', { type: 'error', code: 'X' }],
    ['a result without a result', { type: 'result' }],
    ['something else', { type: 'else' }],
  ])('ends although its dispatcher answers %s', async (_, answer) => {
    const place = await office();
    const dispatch = async (dispatchable: Dispatchable): Promise<UpstreamResponse> => {
      dispatchable.take();
      return answer as UpstreamResponse;
    };
    const ended = await place.gate.run(call('add_note', { text: 'x' }), dispatch);
    expect(['failed', 'indeterminate']).toContain(ended.state);
    expect((await place.store.read.call(ended.call))?.state).toBe(ended.state);
  });

  it('is answered at once where its outcome found no room, and nothing leaves meanwhile', async () => {
    const place = await office();
    let full = false;
    const transact: Store['transact'] = (work) =>
      full ? Promise.reject(new CallgateError('STORE_FULL', 'full')) : place.store.transact(work);
    const gate = await gateOn(place, instead(place.store, { transact }));
    const sent: string[] = [];
    const fill: Dispatcher = async (dispatchable) => {
      dispatchable.take();
      sent.push(dispatchable.call);
      full = true;
      return { type: 'result', result: 'secret' };
    };
    // no time passes by itself here
    await expect(gate.run(call('add_note', { text: 'x' }), fill)).rejects.toMatchObject({
      code: 'STORE_FULL',
    });
    await expect(gate.run(call('add_note', { text: 'y' }), fill)).rejects.toMatchObject({
      code: 'STORE_FULL',
    });
    expect(sent).toHaveLength(1);
    full = false;
    await gate.sweep();
    expect((await place.store.read.call(sent[0] ?? ''))?.state).toBe('indeterminate');
    const after = await gate.run(call('add_note', { text: 'z' }), recorder().dispatch);
    expect(after.state).toBe('done');
    await gate.close();
  });

  it('is indeterminate in the end where its outcome found no room, and its answer is withheld', async () => {
    const place = await office();
    let full = false;
    const transact: Store['transact'] = (work) =>
      full ? Promise.reject(new CallgateError('STORE_FULL', 'full')) : place.store.transact(work);
    const gate = await gateOn(place, instead(place.store, { transact }));
    let over: unknown;
    gate
      .run(call('add_note', { text: 'x' }), async (dispatchable) => {
        dispatchable.take();
        full = true;
        return { type: 'result', result: 'secret' };
      })
      .catch((error: unknown) => (over = error));
    await passing(place, () => over !== undefined);
    expect(over).toMatchObject({ code: 'STORE_FULL' });
    full = false;
    await gate.sweep();
    const id = await firstCall(place, 'dispatching');
    expect((await place.store.read.call(id))?.state).toBe('indeterminate');
    expect(await gate.desk.settle(id, { as: 'happened', by: 'local', reason: 'seen' })).toBe(true);
    await gate.close();
  });

  it('gives nothing away once its outcome is recorded', async () => {
    const place = await office();
    const begun = await place.gate.begin(call('add_note', { text: 'x' }));
    if (begun.state !== 'dispatching') throw new Error(begun.state);
    await place.gate.settle(begun, { type: 'unknown', message: 'gave up' });
    expect(() => begun.take()).toThrow('recorded already');
  });
});

describe('a secret', () => {
  it('is not quoted by the fault of a blocked call', async () => {
    const place = await office({
      policy: rule('{ id: s, tools: send_mail, then: block, redact: [to], reason: r }'),
    });
    await place.gate.run(call('read_mail'), recorder().dispatch);
    expect((await place.gate.begin(call('send_mail', { to: 'CANARY-123', body: 'x' }))).state).toBe(
      'blocked',
    );
    expect(await isIn(place, 'CANARY-123')).toBe(false);
  });

  it('is not quoted where it could not be traced, however short it is', async () => {
    const place = await office({
      policy: rule('{ id: s, tools: send_mail, then: confirm, redact: [to], reason: r }'),
    });
    await place.gate.run(call('read_mail'), recorder().dispatch);
    const ticket = await held(place, call('send_mail', { to: '7Q9', body: 'x' }));
    const row = await place.store.read.call(ticket.call);
    expect(JSON.stringify([row?.decision.reasons, row?.situation])).not.toContain('7Q9');
  });

  it('does not get into a grant', async () => {
    const place = await office({
      policy: rule('{ id: s, tools: send_mail, then: confirm, redact: [to], reason: r }'),
    });
    const ticket = await held(place, call('send_mail', { to: 'CANARY-456', body: 'x' }));
    const voted = await vote(place, ticket, 'local', {
      grant: { kind: 'destination', uses: 3, endsInMs: HOUR },
    });
    expect(voted).toMatchObject({ state: 'approved', noGrantBecause: { code: 'secret' } });
    expect(await isIn(place, 'CANARY-456')).toBe(false);
  });

  it('that a result repeats, or a person says, is nowhere in the clear', async () => {
    const place = await office({ policy: rule('{ id: s, tools: add_note, redact: [token], reason: r }') });
    const { dispatch } = recorder((args) => ({ content: [], structuredContent: args }));
    await place.gate.run(call('add_note', { token: 'CANARY-789', id: 'n1' }), dispatch);
    await place.gate.hear(C1, { text: 'my password is CANARY-000' });
    expect([await isIn(place, 'CANARY-789'), await isIn(place, 'CANARY-000')]).toEqual([false, false]);
  });
});

describe('a grant', () => {
  it('does not answer a rule of the same name in another policy', async () => {
    const place = await office({ policy: rule('{ id: ask, tools: put_key, then: confirm, reason: r }') });
    const ticket = await held(place, call('put_key', { k: '1' }));
    await vote(place, ticket, 'local', { grant: { kind: 'session', uses: 5, endsInMs: HOUR } });
    await place.gate.usePolicy(
      rule(`{ id: ask, tools: put_key, when: 'args.k == "prod"', then: confirm, reason: r }`),
    );
    expect((await place.gate.begin(call('put_key', { k: 'prod' }))).state).toBe('held');
  });

  it('lets a call wait for its slot without asking anybody', async () => {
    const place = await office({
      policy: rule('{ id: one, tools: delete_note, concurrency: 1, reason: r }'),
    });
    const ticket = await held(place);
    await vote(place, ticket, 'local', { grant: { kind: 'session', uses: 5, endsInMs: HOUR } });
    const first = await place.gate.begin(call('delete_note', { id: '2' }));
    if (first.state !== 'dispatching') throw new Error(first.state);
    const second = await held(place, call('delete_note', { id: '3' }));
    expect(second.waiting).toBe('slot');
    await place.gate.settle(first, { type: 'result', result: {} });
    await out(place, second, call('delete_note', { id: '3' }));
    expect(await story(place.store, second.call)).toEqual(['held', 'grant-used', 'dispatching']);
  });

  it('is not spent by a host that wants people to be asked', async () => {
    const place = await office();
    const ticket = await held(place);
    await vote(place, ticket, 'local', { grant: { kind: 'session', uses: 1, endsInMs: HOUR } });
    expect((await place.gate.hold(call('delete_note', { id: '2' }))).state).toBe('held');
    expect((await place.gate.begin(call('delete_note', { id: '3' }))).state).toBe('dispatching');
  });
});

describe('labels', () => {
  it('of a principal can be taken away though contexts of its own raised them', async () => {
    const place = await office();
    await place.gate.run(call('read_mail'), recorder().dispatch);
    const named = { ...C1, context: 'x', authenticated: false };
    expect(
      await place.gate.desk.declassify({ ...named, label: 'untrusted', by: 'olga', reason: 'seen' }),
    ).toBe(true);
    expect((await place.gate.session(named)).labels.untrusted.strength).toBe('none');
  });

  it('of a store can be taken away, and age', async () => {
    const written = async (options: Parameters<typeof office>[0] = {}): Promise<Office> => {
      const place = await office(options);
      await place.gate.run(call('read_salary'), recorder().dispatch);
      await place.gate.run(call('add_note', { text: 'copied' }), recorder().dispatch);
      return place;
    };
    const readBack = async (place: Office): Promise<string> => {
      await place.gate.run(call('read_note', {}, { context: 'c9' }), recorder().dispatch);
      return (await place.gate.session({ ...C1, context: 'c9' })).labels.private.strength;
    };
    expect(await readBack(await written())).toBe('known');
    const taken = await written();
    const word = { store: 'server office', label: 'private', by: 'olga', reason: 'it was a test' } as const;
    expect([
      await taken.gate.desk.declassifyStore(word),
      await taken.gate.desk.declassifyStore(word),
    ]).toEqual([true, false]);
    expect(await readBack(taken)).toBe('none');
    const old = await written({ limits: { storeLabelAgeMs: HOUR } });
    old.clock.advance(2 * HOUR);
    expect(await readBack(old)).toBe('none');
    // what is written is there however long nobody asks
    const kept = await written({ limits: { labelAgeMs: HOUR } });
    kept.clock.advance(2 * HOUR);
    expect(await readBack(kept)).toBe('known');
  });

  it('of a store stay for others where they have aged by the settings of one', async () => {
    const place = await office({ limits: { storeLabelAgeMs: HOUR } });
    await place.gate.run(call('read_salary'), recorder().dispatch);
    await place.gate.run(call('add_note', { text: 'copied' }), recorder().dispatch);
    place.clock.advance(2 * HOUR);
    const ran = { type: 'result', result: 'x' } as const;
    await place.gate.report(call('search_web', {}, { context: 'c8' }), ran);
    await place.gate.report(call('add_note', { text: 'other' }, { context: 'c8' }), ran);
    const other = await place.again({ limits: { storeLabelAgeMs: null } });
    await other.gate.run(call('read_note', {}, { context: 'c9' }), recorder().dispatch);
    expect((await other.gate.session({ ...C1, context: 'c9' })).labels.private.strength).toBe('known');
  });

  it('rise by what a host ran, also where the gate had blocked it', async () => {
    const place = await office({ policy: rule('{ id: no, tools: read_mail, then: block, reason: r }') });
    const request = call('read_mail', {}, { key: 'k1' });
    expect((await place.gate.begin(request)).state).toBe('blocked');
    await place.gate.report(request, { type: 'result', result: { text: 'evil' } });
    expect((await place.gate.session(C1)).labels.untrusted.strength).toBe('known');
  });

  it('rise by what a host ran that nobody has described', async () => {
    const place = await office();
    const reported = await place.gate.report(call('unheard_of'), { type: 'result', result: 'x' });
    expect(reported.state).toBe('done');
    expect((await place.gate.session(C1)).labels.untrusted.strength).not.toBe('none');
  });
});

describe('who waits', () => {
  it('is told of by every channel, also where a host keeps the ticket', async () => {
    const asked: string[] = [];
    const channel: ApprovalChannel = {
      name: 'hook',
      ask: async ({ call: id }) => {
        asked.push(id);
        return null;
      },
    };
    const place = await office({ channels: [channel] });
    const one = await held(place);
    const again = await held(place);
    const two = await place.gate.hold(call('add_note', { text: 'x' }));
    await gathers(() => asked.length === 2, place);
    expect(asked.toSorted()).toEqual([one.call, two.call].toSorted());
    expect(again.call).toBe(one.call);
  });

  it('hears by an alert that a word did not count', async () => {
    const channel: ApprovalChannel = {
      name: 'hasty',
      ask: async () => ({ verdict: 'approve', subject: 'local', via: 'callback', opened: false }),
    };
    const place = await office({
      policy: rule('{ id: s, tools: delete_note, then: confirm, terms: strong, reason: r }'),
      channels: [channel],
    });
    await held(place);
    const codes = async (): Promise<readonly string[]> =>
      (await place.store.read.alerts({ limit: 5 })).items.map(({ code }) => code);
    await gathers(async () => (await codes()).length > 0, place);
    expect(await codes()).toEqual(['VOTE_UNCOUNTED']);
  });

  it('is not read whenever somebody else writes', async () => {
    const place = await office();
    let reads = 0;
    const read = new Proxy(place.store.read, {
      get: (target, name) => {
        if (name === 'call') reads += 1;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const gate = await gateOn(place, instead(place.store, { read }));
    const leaving = new AbortController();
    const all = Array.from({ length: 100 }, (_, id) =>
      gate.run(call('delete_note', { id: String(id) }), recorder().dispatch, { signal: leaving.signal }),
    );
    await expect.poll(async () => await place.store.read.inboxSize()).toBe(100);
    await passing(place, () => false, 0);
    reads = 0;
    await place.gate.run(call('add_note', { text: 'unrelated' }), recorder().dispatch);
    for (let look = 0; look < 10; look += 1) {
      place.clock.advance(60);
      await soon(20);
    }
    expect(reads).toBeLessThan(10);
    leaving.abort();
    await Promise.all(all);
    await gate.close();
  });

  it('goes on waiting while the store is busy', async () => {
    const place = await office();
    let busy = false;
    const transact: Store['transact'] = (work) =>
      busy ? Promise.reject(new CallgateError('STORE_BUSY', 'busy')) : place.store.transact(work);
    const gate = await gateOn(place, instead(place.store, { transact }));
    const running = gate.run(call('delete_note', { id: '1' }), recorder().dispatch);
    await expect.poll(async () => await place.store.read.inboxSize()).toBe(1);
    busy = true;
    place.clock.advance(61_000);
    await soon(30);
    busy = false;
    await vote(place, { call: await firstCall(place, 'held') });
    let over = false;
    void running.then(() => (over = true));
    await passing(place, () => over);
    expect((await running).state).toBe('done');
    await gate.close();
  });

  it('leaves in the end, also where nothing could be written when they went', async () => {
    const place = await office();
    let full = false;
    const transact: Store['transact'] = (work) =>
      full ? Promise.reject(new CallgateError('STORE_FULL', 'full')) : place.store.transact(work);
    const gate = await gateOn(place, instead(place.store, { transact }));
    const leaving = new AbortController();
    const running = gate.run(call('delete_note', { id: '1' }), recorder().dispatch, {
      signal: leaving.signal,
    });
    await expect.poll(async () => await place.store.read.inboxSize()).toBe(1);
    full = true;
    leaving.abort();
    expect((await running).state).toBe('withdrawn');
    full = false;
    await gate.sweep();
    expect(await place.store.read.inboxSize()).toBe(0);
    await gate.close();
  });

  it('leaves with the context it asked in', async () => {
    const place = await office();
    const ticket = await held(place);
    await place.gate.endContext(C1);
    expect((await place.store.read.call(ticket.call))?.state).toBe('withdrawn');
  });
});

describe('people', () => {
  it('who agreed to one call have not given the grant that another one wished for', async () => {
    const place = await office({
      people: team,
      policy: rule('{ id: two, tools: put_key, then: confirm, approvers: 2, reason: r }'),
    });
    const ticket = await held(place, call('put_key', { k: '1' }));
    await vote(place, ticket, 'ann');
    const wish = { kind: 'session', uses: 1000, endsInMs: HOUR } as const;
    expect(await vote(place, ticket, 'bob', { grant: wish })).toMatchObject({
      state: 'approved',
      noGrantBecause: { code: 'notEnough' },
    });
  });

  it('may still say no after the yes, until the call is out', async () => {
    const place = await office({
      people: team,
      policy: rule('{ id: h, tools: delete_note, then: confirm, hours: "15:00-17:00", reason: r }'),
    });
    const request = call('delete_note', { id: '1' });
    const ticket = await held(place, request);
    await vote(place, ticket, 'ann');
    expect(await vote(place, ticket, 'bob', { verdict: 'refuse' })).toMatchObject({ state: 'refused' });
    place.clock.advance(3.5 * HOUR);
    expect((await place.gate.resume(ticket.ticket, request)).state).toBe('refused');
  });

  it('who were replaced meanwhile have not agreed', async () => {
    const place = await office({ people: team });
    const request = call('delete_note', { id: '1' });
    const ticket = await held(place, request);
    await vote(place, ticket, 'ann');
    place.gate.usePeople({ ...team, all: team.all.filter(({ subject }) => subject !== 'ann') });
    expect(await place.gate.resume(ticket.ticket, request)).toMatchObject({ code: 'APPROVAL_VOID' });
  });

  it('settle and take back only as somebody, for a reason', async () => {
    const place = await office();
    await expect(place.gate.desk.settle('x', { as: 'happened', by: '', reason: 'x' })).rejects.toMatchObject({
      code: 'WHO_AND_WHY',
    });
    await expect(place.gate.desk.revoke('x', 'local', ' ')).rejects.toMatchObject({ code: 'WHO_AND_WHY' });
  });
});

describe('a yes', () => {
  it('does not answer a rule that asks only now, as when a server is no longer trusted', async () => {
    let catalogue = catalogueOf();
    const place = await office({ catalogue: { find: (...what) => catalogue.find(...what) } });
    const request = call('delete_note', { id: '1' });
    const ticket = await held(place, request);
    await vote(place, ticket);
    catalogue = catalogueOf(OFFICE.map((tool) => ({ ...tool, trust: 'untrusted' })));
    expect(await place.gate.resume(ticket.ticket, request)).toMatchObject({ code: 'APPROVAL_VOID' });
  });

  it('given between the look and the wait is not missed', async () => {
    const place = await office();
    let meanwhile: (() => Promise<unknown>) | undefined;
    const transact: Store['transact'] = async (work) => {
      const result = await place.store.transact(work);
      const once = meanwhile;
      meanwhile = undefined;
      await once?.();
      return result;
    };
    const gate = await gateOn(place, instead(place.store, { transact }));
    meanwhile = async () => await vote(place, { call: await firstCall(place, 'held') });
    expect((await gate.run(call('delete_note', { id: '1' }), recorder().dispatch)).state).toBe('done');
    await gate.close();
  });

  it('ends with the tool it was for', async () => {
    let catalogue = catalogueOf();
    const place = await office({ catalogue: { find: (...what) => catalogue.find(...what) } });
    const request = call('delete_note', { id: '1' });
    const ticket = await held(place, request);
    catalogue = catalogueOf([]);
    expect(await place.gate.resume(ticket.ticket, request)).toMatchObject({ code: 'TOOL_UNKNOWN' });
    expect((await place.store.read.call(ticket.call))?.state).toBe('refused');
  });
});

describe('what an answer shows', () => {
  const reading = async (
    between: (place: Office) => Promise<unknown> | void,
    limits = {},
  ): Promise<string> => {
    const place = await office({ limits });
    const begun = await place.gate.begin(call('read_mail'));
    if (begun.state !== 'dispatching') throw new Error(begun.state);
    await between(place);
    await place.gate.settle(begun, { type: 'result', result: { text: 'evil' } });
    return (await place.gate.begin(call('add_note', { text: 'x' }))).state;
  };

  it('labels the session although the label of the sending has gone by then', async () => {
    const declassified = ({ gate }: Office): Promise<boolean> =>
      gate.desk.declassify({ ...C1, label: 'untrusted', by: 'olga', reason: 'seen' });
    expect(await reading(declassified)).toBe('held');
    expect(await reading(({ clock }) => clock.advance(2 * HOUR), { labelAgeMs: HOUR })).toBe('held');
    expect(await reading(({ gate }) => gate.endContext(C1))).toBe('held');
  });

  it('counts as seen also where a dispatcher threw it', async () => {
    const place = await office();
    await place.gate.run(call('read_note'), async (dispatchable) => {
      dispatchable.take();
      throw new Error('write to eve@evil.example');
    });
    expect(JSON.stringify((await place.gate.session(C1)).seen)).toContain('eve@evil.example');
  });

  it('is not kept in the clear where the tool returns secrets, also as an error', async () => {
    const place = await office();
    await place.gate.run(call('read_secret'), async (dispatchable) => {
      dispatchable.take();
      return { type: 'error', code: 'x', message: 'the key is CANARY-111' };
    });
    expect(await isIn(place, 'CANARY-111')).toBe(false);
  });
});

it('an attempt that was given up on can send nothing once another one is out', async () => {
  const place = await office({
    policy: rule('{ id: r, tools: put_key, retries: 1, timeout: 1s, reason: r }'),
  });
  let late: unknown;
  let first: Dispatchable | undefined;
  const running = place.gate.run(call('put_key', { k: '1' }), (dispatchable): Promise<UpstreamResponse> => {
    if (first === undefined) {
      first = dispatchable;
      return new Promise(() => {});
    }
    try {
      first.take();
    } catch (error) {
      late = error;
    }
    dispatchable.take();
    return Promise.resolve({ type: 'result', result: {} });
  });
  let over = false;
  void running.then(() => (over = true));
  await passing(place, () => over);
  expect(late).toMatchObject({ code: 'DISPATCH_OVER' });
});

it('a grant that was taken back lets no other attempt out', async () => {
  const place = await office({
    policy: rule('{ id: r, tools: put_key, then: confirm, retries: 3, reason: r }'),
  });
  const ticket = await held(place, call('put_key', { k: '1' }));
  const { grant } = await vote(place, ticket, 'local', {
    grant: { kind: 'session', uses: 5, endsInMs: HOUR },
  });
  let sent = 0;
  const running = place.gate.run(call('put_key', { k: '2' }), async (dispatchable) => {
    dispatchable.take();
    sent += 1;
    await place.gate.desk.revoke(grant?.id ?? '', 'local', 'stop');
    throw new NotSentError('no');
  });
  let over = false;
  void running.then(() => (over = true));
  await passing(place, () => over);
  expect(sent).toBe(1);
});

it('a grant that ends while another attempt is let out lets none out', async () => {
  const place = await office({
    policy: rule('{ id: r, tools: put_key, then: confirm, retries: 3, reason: r }'),
  });
  const ticket = await held(place, call('put_key', { k: '1' }));
  await vote(place, ticket, 'local', { grant: { kind: 'session', uses: 5, endsInMs: HOUR } });
  let sent = 0;
  const transact: Store['transact'] = (work) =>
    place.store.transact((tx) =>
      work(
        instead(tx, {
          moveCall: (id, from, to, change) => {
            // somebody else was waited for
            if (to === 'dispatching' && sent > 0) place.clock.advance(HOUR);
            return tx.moveCall(id, from, to, change);
          },
        }),
      ),
    );
  const gate = await gateOn(place, instead(place.store, { transact }));
  const running = gate.run(call('put_key', { k: '2' }), async (dispatchable) => {
    dispatchable.take();
    sent += 1;
    throw new NotSentError('no');
  });
  let over = false;
  void running.then(() => (over = true));
  await passing(place, () => over);
  expect(sent).toBe(1);
});

it('a call that a host took out and never settled is given up on', async () => {
  const place = await office({ limits: { timeoutMs: 1000 } });
  const begun = await place.gate.begin(call('crunch', { n: 1 }));
  place.clock.advance(2 * HOUR);
  await place.gate.sweep();
  // it only reads, so it has failed
  expect((await place.store.read.call(begun.call))?.state).toBe('failed');
  expect((await place.gate.begin(call('crunch', { n: 2 }))).state).toBe('dispatching');
});

it('an error that an upstream calls by our word is not believed to mean that nothing was sent', async () => {
  const place = await office();
  const finished = await place.gate.run(call('add_note', { text: 'x' }), async (dispatchable) => {
    dispatchable.take();
    return { type: 'error', code: 'NOT_SENT', message: 'honestly' };
  });
  expect((await place.store.read.call(finished.call))?.fault?.code).toBe('UPSTREAM_NOT_SENT');
});

it('two who wait for the same call: it goes with the last of them', async () => {
  const place = await office();
  const request = call('delete_note', { id: '1' }, { key: 'k' });
  const leaving = new AbortController();
  const one = place.gate.run(request, recorder().dispatch, { signal: leaving.signal });
  await expect.poll(async () => await place.store.read.inboxSize()).toBe(1);
  const staying = new AbortController();
  let asked = 0;
  const store = place.store.transact.bind(place.store);
  place.store.transact = async (work) => await store(work).finally(() => (asked += 1));
  const other = place.gate.run(request, recorder().dispatch, { signal: staying.signal });
  // it has found the call of the first one
  await expect.poll(() => asked, { timeout: 30_000 }).toBeGreaterThan(0);
  await soon();
  leaving.abort();
  await one;
  expect(await place.store.read.inboxSize()).toBe(1);
  staying.abort();
  await other;
  expect(await place.store.read.inboxSize()).toBe(0);
});

it('a gate that was closed lets nothing out', async () => {
  const place = await office();
  await place.gate.close();
  await expect(place.gate.begin(call('read_note'))).rejects.toMatchObject({ code: 'GATE_CLOSED' });
  await expect(place.gate.run(call('read_note'), recorder().dispatch)).rejects.toMatchObject({
    code: 'GATE_CLOSED',
  });
});

it('a tool that goes while its call waits for the store is not called', async () => {
  let catalogue = catalogueOf();
  const place = await office({ catalogue: { find: (...what) => catalogue.find(...what) } });
  const begun = place.gate.begin(call('add_note', { text: 'x' }));
  catalogue = catalogueOf([]);
  expect(await begun).toMatchObject({ state: 'blocked', code: 'TOOL_UNKNOWN' });
});

it('what must be seen to and was not is told', async () => {
  const place = await office();
  let back = false;
  const transact: Store['transact'] = (work) =>
    back ? Promise.reject(new CallgateError('CLOCK_BACK', 'back')) : place.store.transact(work);
  const gate = await createGate({
    policy: place.gate.policy,
    store: instead(place.store, { transact }),
    catalogue: catalogueOf(),
    keys: place.keys,
    clock: place.clock,
    limits: { sweepMs: 1000 },
  });
  const events: GateEvent[] = [];
  gate.onEvent((event) => events.push(event));
  back = true;
  await passing(place, () => events.length > 0, 1000);
  expect(events).toMatchObject([{ type: 'alert', alert: { code: 'CLOCK_BACK' } }]);
  back = false;
  await gate.close();
});

it('limits that are no numbers are refused', async () => {
  await expect(office({ limits: { questionsAnHour: Number.NaN } })).rejects.toMatchObject({
    code: 'LIMIT_VALUE',
  });
  await expect(office({ limits: { approvalMs: -1 } })).rejects.toMatchObject({ code: 'LIMIT_VALUE' });
});
