import type { JsonObject } from '@callgate/core';
import type { ApprovalChannel, CallRequest, GateOptions, StoppedCall } from '@callgate/gate';
import type { PlannedCall } from '@callgate/gate/host';
import { verifyAuditLog } from '@callgate/gate';
import { presetPolicy } from '@callgate/policy';
import { describe, expect, it } from 'vitest';
import type { Office } from './office.ts';
import { OFFICE, call, catalogueOf, gathers, office, person, policyText, recorder, story } from './office.ts';
import { parseEntry } from '../src/record/entry-schema.ts';
import { stores } from './stores.ts';

const DELETE = call('delete_note', { id: '1', tags: ['a'], count: 1 });

const vote = async (
  { gate }: Office,
  planned: PlannedCall | undefined,
  verdict: 'approve' | 'refuse' = 'approve',
  subject = 'local',
): ReturnType<Office['gate']['desk']['vote']> => {
  if (planned?.state !== 'held') throw new Error(`the call is ${planned?.state}`);
  const { binding = '' } = (await gate.desk.question(planned.call)) ?? {};
  return await gate.desk.vote({
    call: planned.call,
    subject,
    verdict,
    via: 'console',
    binding,
    opened: true,
  });
};

/** An office in which this call was planned and approved. */
const planned = async (
  request: CallRequest = DELETE,
  options: Partial<GateOptions> = {},
): Promise<{ readonly place: Office; readonly call: string }> => {
  const place = await office(options);
  const [first] = await place.gate.plan([request]);
  expect((await vote(place, first)).state).toBe('approved');
  return { place, call: first?.state === 'held' ? first.call : '' };
};

/** Whether the call leaves with what was approved before. Its host comes back for it, as every host does. */
const leaves = async ({ gate }: Office, request: CallRequest): Promise<boolean> => {
  const begun = await gate.begin(request);
  if (begun.state !== 'held' || begun.joined !== true) return begun.state === 'dispatching';
  const resumed = await gate.resume(begun.ticket, request);
  return resumed.state === 'dispatching' && 'take' in resumed;
};

const stateOf = async ({ store }: Office, id: string): Promise<string | undefined> =>
  (await store.read.call(id))?.state;

describe('a plan', () => {
  it('says of each call what would be decided now, and lets nothing out', async () => {
    const place = await office({
      policy: policyText(
        'extends: balanced\nrules: [{ id: no, tools: send_mail, then: block, reason: no mail }]',
      ),
    });
    const listed = await place.gate.plan([
      call('read_note'),
      DELETE,
      call('send_mail', { to: 'ann@shop.example' }),
      call('unheard_of'),
    ]);
    expect(listed.map(({ state }) => state)).toEqual(['auto', 'held', 'blocked', 'blocked']);
    expect((listed[3] as StoppedCall).code).toBe('TOOL_UNKNOWN');
    expect(await story(place.store)).not.toContain('dispatching');
    expect(await place.store.read.inboxSize()).toBe(1);
  });

  it('asks about a call as about one that is made, and says that it is planned', async () => {
    const place = await office();
    const [first] = await place.gate.plan([DELETE]);
    const id = first?.state === 'held' ? first.call : '';
    expect(await place.gate.desk.question(id)).toMatchObject({
      planned: true,
      arguments: DELETE.arguments,
      target: 'delete_note',
    });
    const held = await place.gate.begin(call('delete_note', { id: 'another' }));
    expect(await place.gate.desk.question('call' in held ? held.call : '')).toMatchObject({ planned: false });
  });

  it('asks in a call that people agreed to, once', async () => {
    const { place, call: id } = await planned();
    expect(await stateOf(place, id)).toBe('approved');
    expect(await leaves(place, DELETE)).toBe(true);
    expect(await stateOf(place, id)).toBe('dispatching');
    expect(await leaves(place, DELETE)).toBe(false);
    expect(await place.store.read.inboxSize()).toBe(1);
  });

  it('is approved call by call: a refused one is asked about again when it is made', async () => {
    const place = await office();
    const other = call('send_mail', { to: 'ann@shop.example' });
    const [first, second] = await place.gate.plan([DELETE, other]);
    await vote(place, first, 'refuse');
    await vote(place, second);
    expect(await leaves(place, DELETE)).toBe(false);
    expect(await leaves(place, other)).toBe(true);
  });

  it('is no word of the user: the values of a call that was not made are not proven by it', async () => {
    const { place } = await planned(call('send_mail', { to: 'eve@evil.example', body: 'x' }));
    const session = await place.gate.session({ principal: 'local', context: 'c1', authenticated: true });
    expect(session.said).toEqual([]);
    expect(session.approved ?? []).toEqual([]);
  });

  it('is decided under the labels that its other calls raise, so that they do not void what was approved', async () => {
    const place = await office();
    const mail = call('send_mail', { to: 'ann@shop.example', body: 'x' });
    const [read, sent] = await place.gate.plan([call('read_mail'), mail]);
    expect(read?.state).toBe('auto');
    const question = await place.gate.desk.question(sent?.state === 'held' ? sent.call : '');
    expect(question?.labels.untrusted).toBe('known');
    await vote(place, sent);
    await place.gate.report(call('read_mail'), { type: 'result', result: { text: 'hello' } });
    expect(await leaves(place, mail)).toBe(true);
  });

  it('asks the same of a call that only the other calls make one to ask about', async () => {
    const place = await office();
    const write = call('put_key', { key: 'a' });
    expect((await place.gate.plan([write])).map(({ state }) => state)).toEqual(['auto']);
    const listed = await place.gate.plan([write, call('read_mail')]);
    expect(listed.map(({ state }) => state)).toEqual(['held', 'auto']);
  });

  it('leaves no call to run by itself that people denied', async () => {
    const place = await office();
    const write = call('put_key', { key: 'a' });
    const [first] = await place.gate.plan([write, call('read_mail')]);
    await vote(place, first, 'refuse');
    const begun = await place.gate.begin(write);
    expect(begun).toMatchObject({ state: 'held' });
    expect(begun.state === 'held' && begun.decision.reasons).toContain(
      'This call was denied before in this task',
    );
    expect((await place.gate.begin(call('put_key', { key: 'b' }))).state).toBe('dispatching');
  });

  it('forgets what was denied with the task, and once it is approved', async () => {
    const place = await office();
    const write = call('put_key', { key: 'a' });
    const deny = async (): Promise<void> => {
      const [first] = await place.gate.plan([write, call('read_mail')]);
      expect((await vote(place, first, 'refuse')).state).toBe('refused');
    };
    const name = { principal: 'local', context: 'c1', authenticated: true };
    await deny();
    expect((await place.gate.session(name)).denied).toHaveLength(1);
    await place.gate.endTask(name);
    expect((await place.gate.session(name)).denied).toBeUndefined();
    await deny();
    const again = await place.gate.begin(write);
    if (again.state !== 'held') throw new Error('it is not held');
    expect((await vote(place, again)).state).toBe('approved');
    expect((await place.gate.resume(again.ticket, write)).state).toBe('dispatching');
    expect((await place.gate.session(name)).denied).toEqual([]);
  });

  it('asks no second time about a call that was denied, nor anything after five denials', async () => {
    const place = await office();
    for (let at = 0; at < 5; at += 1) {
      const request = call('delete_note', { id: `denied-${at}`, tags: ['a'], count: 1 });
      const [first] = await place.gate.plan([request]);
      await vote(place, first, 'refuse');
      expect(await place.gate.plan([request])).toMatchObject([{ state: 'blocked', code: 'PLAN_DENIED' }]);
    }
    expect(await place.gate.plan([DELETE, call('read_note')])).toMatchObject([
      { state: 'blocked', code: 'PLANS_DENIED' },
      { state: 'auto' },
    ]);
    expect(await place.store.read.inboxSize()).toBe(0);
    expect((await place.gate.begin(DELETE)).state).toBe('held');
    const { read } = place.store;
    expect((await verifyAuditLog(read, { keys: place.keys })).problems).toEqual([]);
  });

  it('asks about the same call once, however often it lists it', async () => {
    const place = await office();
    const listed = await place.gate.plan([DELETE, DELETE]);
    expect(listed.map((each) => each.state === 'held' && each.joined === true)).toEqual([false, true]);
    expect(await place.store.read.inboxSize()).toBe(1);
  });

  it('asks nobody about a call that a grant covers', async () => {
    const place = await office();
    const first = await place.gate.begin(DELETE);
    const id = first.state === 'held' ? first.call : '';
    const { binding = '' } = (await place.gate.desk.question(id)) ?? {};
    const grant = { kind: 'session', uses: 5, endsInMs: 60_000 } as const;
    const yes = {
      call: id,
      subject: 'local',
      verdict: 'approve',
      via: 'console',
      binding,
      opened: true,
    } as const;
    expect((await place.gate.desk.vote({ ...yes, grant })).grant?.usesLeft).toBe(5);
    const [listed] = await place.gate.plan([call('delete_note', { id: 'another' })]);
    expect(listed?.state).toBe('auto');
    expect((await place.store.read.grants({ limit: 1 }, { live: true, now: 0 })).items[0]?.usesLeft).toBe(5);
  });

  it('gives no grant that answers rules which only its other calls make ask', async () => {
    const place = await office();
    const mail = call('send_mail', { to: 'ann@shop.example', body: 'x' });
    const grant = { kind: 'session', uses: 5, endsInMs: 60_000 } as const;
    const granted = async (listed: PlannedCall | undefined): ReturnType<typeof vote> => {
      const id = listed?.state === 'held' ? listed.call : '';
      const { binding = '' } = (await place.gate.desk.question(id)) ?? {};
      const yes = { call: id, subject: 'local', verdict: 'approve', via: 'console', binding } as const;
      return await place.gate.desk.vote({ ...yes, opened: true, grant });
    };
    const [ahead] = await place.gate.plan([mail, call('search_web')]);
    const asked = await place.gate.desk.question(ahead?.state === 'held' ? ahead.call : '');
    expect(asked?.offers.map(({ choice }) => choice)).toEqual(['once']);
    expect(await granted(ahead)).toMatchObject({ state: 'approved', noGrantBecause: { code: 'asksAhead' } });
    const [asItIs] = await place.gate.plan([call('delete_note', { id: '1' }), call('read_note')]);
    expect((await granted(asItIs)).grant?.usesLeft).toBe(5);
  });

  it('asks nobody where the policy only observes', async () => {
    const place = await office({ policy: { ...presetPolicy('balanced'), mode: 'observe' } });
    expect((await place.gate.plan([DELETE])).map(({ state }) => state)).toEqual(['auto']);
    expect(await place.store.read.inboxSize()).toBe(0);
  });

  it('has a length, and its calls count as questions', async () => {
    const place = await office({ limits: { questionsAnHour: 3 } });
    const many = Array.from({ length: 6 }, (_, at) => call('delete_note', { id: `${at}` }));
    const listed = await place.gate.plan(many);
    expect(listed.map(({ state }) => state)).toEqual([
      'held',
      'held',
      'held',
      'blocked',
      'blocked',
      'blocked',
    ]);
    await expect(place.gate.plan([...many, ...many, ...many, ...many])).rejects.toMatchObject({
      code: 'PLAN_LENGTH',
    });
  });

  it('is used where the gate itself waits for the call and sends it', async () => {
    const { place, call: id } = await planned();
    const { dispatch, sent } = recorder();
    const ended = await place.gate.run(DELETE, dispatch, { signal: AbortSignal.timeout(5000) });
    expect(ended).toMatchObject({ state: 'done', call: id });
    expect(sent).toHaveLength(1);
  });

  it('goes on being asked about where the one who made the call left', async () => {
    const asked: AbortSignal[] = [];
    const channel: ApprovalChannel = {
      name: 'test',
      ask: async (_, signal) => {
        asked.push(signal);
        return null;
      },
    };
    const place = await office({ channels: [channel] });
    const [first] = await place.gate.plan([DELETE]);
    await gathers(() => asked.length === 1, place);
    const left = new AbortController();
    const running = place.gate.run(DELETE, recorder().dispatch, { signal: left.signal });
    left.abort();
    await running;
    expect(await stateOf(place, first?.state === 'held' ? first.call : '')).toBe('held');
    expect(asked.map(({ aborted }) => aborted)).toEqual([false]);
  });

  it('is used where the session may ask no more: nobody is asked anew', async () => {
    const { place } = await planned(DELETE, { limits: { questionsAnHour: 1 } });
    expect(await place.gate.begin(call('delete_note', { id: 'another' }))).toMatchObject({
      code: 'QUESTIONS_USED_UP',
    });
    expect(await leaves(place, DELETE)).toBe(true);
    expect(await place.gate.begin(DELETE)).toMatchObject({ code: 'QUESTIONS_USED_UP' });
  });

  it('approves no second time of a call that ran without its approval', async () => {
    const place = await office();
    const write = call('put_key', { key: 'a' });
    const [first] = await place.gate.plan([write, call('read_mail')]);
    await vote(place, first);
    expect((await place.gate.run(write, recorder().dispatch)).state).toBe('done');
    await place.gate.report(call('read_mail'), { type: 'result', result: { text: 'hello' } });
    const ticket = first?.state === 'held' ? first.ticket : '';
    const begun = await place.gate.begin(write);
    expect(begun).toMatchObject({ state: 'held', waiting: 'people' });
    expect(begun.state === 'held' && begun.joined).not.toBe(true);
    expect(await place.gate.resume(ticket, write)).toMatchObject({
      state: 'withdrawn',
      code: 'APPROVAL_VOID',
    });
  });

  it('approves no second time for a host that comes back by itself', async () => {
    const place = await office();
    const write = call('put_key', { key: 'a' });
    const [first] = await place.gate.plan([write, call('read_mail')]);
    await vote(place, first);
    expect((await place.gate.run(write, recorder().dispatch)).state).toBe('done');
    const ticket = first?.state === 'held' ? first.ticket : '';
    expect(await place.gate.resume(ticket, write)).toMatchObject({ code: 'APPROVAL_VOID' });
  });

  it('is the call of the id under which it is made, from then on', async () => {
    const { place, call: id } = await planned();
    const keyed: CallRequest = { ...DELETE, key: 'k1' };
    expect(await leaves(place, keyed)).toBe(true);
    expect(await place.gate.begin(keyed)).toMatchObject({ call: id, code: 'CALL_TWICE' });
    expect(await place.gate.begin(call('delete_note', { id: 'another' }, { key: 'k1' }))).toMatchObject({
      code: 'KEY_REUSED',
    });
  });

  it('ends with its session and with its time', async () => {
    const { place, call: id } = await planned();
    await place.gate.endContext({ principal: 'local', context: 'c1', authenticated: true });
    expect(await stateOf(place, id)).toBe('withdrawn');
    const { place: other, call: late } = await planned();
    other.clock.advance(3_600_001);
    expect(await leaves(other, DELETE)).toBe(false);
    await other.gate.sweep();
    expect(await stateOf(other, late)).toBe('expired');
  });

  it('ends with the task; a call that was made goes on waiting', async () => {
    const { place, call: id } = await planned();
    const [other] = await place.gate.plan([call('delete_note', { id: '2' })]);
    const made = await place.gate.begin(call('delete_note', { id: '3' }));
    await place.gate.endTask({ principal: 'local', context: 'c1', authenticated: true });
    const calls = [id, ...[other, made].map((each) => (each?.state === 'held' ? each.call : ''))];
    expect(await Promise.all(calls.map((each) => stateOf(place, each)))).toEqual([
      'withdrawn',
      'withdrawn',
      'held',
    ]);
  });

  it('leaves a log that verifies, with each planned call marked', async () => {
    const { place, call: id } = await planned();
    await place.gate.report(call('read_mail'), { type: 'result', result: { text: 'x' } });
    await place.gate.begin(DELETE);
    const [first] = await place.store.read.rowsOfCall(id);
    expect(first === undefined ? {} : parseEntry(first.bytes).detail).toMatchObject({ planned: true });
    expect(await story(place.store, id)).toEqual(['held', 'vote', 'approved', 'withdrawn']);
    await place.gate.close();
    const { read, close } = await stores().read(place.path);
    try {
      expect((await verifyAuditLog(read, { keys: place.keys })).problems).toEqual([]);
    } finally {
      await close();
    }
  });

  it('counts in another process and after a restart', async () => {
    const { place } = await planned();
    const again = await place.again();
    expect(await leaves(again, DELETE)).toBe(true);
  });
});

describe('an approved plan covers nothing but what it lists:', () => {
  const others: readonly (readonly [string, JsonObject])[] = [
    ['one byte more', { id: '1 ', tags: ['a'], count: 1 }],
    ['another case', { id: '1', tags: ['A'], count: 1 }],
    ['a look-alike', { id: '1', tags: ['а'], count: 1 }],
    ['another type', { id: '1', tags: ['a'], count: '1' }],
    ['a list for a text', { id: '1', tags: 'a', count: 1 }],
    ['another number', { id: '1', tags: ['a'], count: 2 }],
    ['a further argument', { id: '1', tags: ['a'], count: 1, force: true }],
    ['an argument that is null', { id: '1', tags: ['a'], count: 1, force: null }],
    ['an argument less', { id: '1', tags: ['a'] }],
    ['more in a list', { id: '1', tags: ['a', 'a'], count: 1 }],
  ];

  it.each(others)('%s', async (_, args) => {
    const { place } = await planned();
    expect(await leaves(place, call('delete_note', args))).toBe(false);
    expect(await leaves(place, DELETE)).toBe(true);
  });

  it('the order of arguments is none of it', async () => {
    const { place } = await planned();
    expect(await leaves(place, call('delete_note', { count: 1, tags: ['a'], id: '1' }))).toBe(true);
  });

  const strangers: readonly (readonly [string, Partial<CallRequest>])[] = [
    ['another session', { context: 'c2' }],
    ['a session that a client only names', { authenticated: false }],
    ['another principal', { principal: person('eve') }],
    ['the same name with other groups', { principal: person('local', 'admins') }],
  ];

  it.each(strangers)('%s', async (_, more) => {
    const { place } = await planned();
    const other = { ...DELETE, ...more } as CallRequest;
    expect(await leaves(place, other)).toBe(false);
    expect(await leaves(place, DELETE)).toBe(true);
  });

  it('another server behind the same name', async () => {
    const identity = { now: 'sha256:one' };
    const catalogue = { ...catalogueOf(), identity: () => identity.now };
    const { place } = await planned(DELETE, { catalogue });
    identity.now = 'sha256:other';
    expect(await leaves(place, DELETE)).toBe(false);
    identity.now = 'sha256:one';
    expect(await leaves(place, DELETE)).toBe(true);
  });

  it('a tool that is defined otherwise now, whether or not the gate was told', async () => {
    const tools = { now: catalogueOf() };
    const catalogue: GateOptions['catalogue'] = { find: (...about) => tools.now.find(...about) };
    const { place, call: id } = await planned(DELETE, { catalogue });
    tools.now = catalogueOf(
      OFFICE.map((tool) =>
        tool.name === 'delete_note'
          ? { ...tool, annotations: { ...tool.annotations, title: 'Delete' } }
          : tool,
      ),
    );
    expect(await leaves(place, DELETE)).toBe(false);
    expect(await stateOf(place, id)).toBe('withdrawn');
    // and it is asked about as it is now
    expect(await place.store.read.inboxSize()).toBe(1);
  });

  it('a policy that came since', async () => {
    const { place, call: id } = await planned();
    await place.gate.usePolicy(
      policyText('extends: balanced\nrules: [{ id: more, tools: read_note, then: confirm, reason: r }]'),
    );
    expect(await leaves(place, DELETE)).toBe(false);
    expect(await stateOf(place, id)).toBe('withdrawn');
  });

  it('a session that has read untrusted content since: it is asked about anew', async () => {
    const { place, call: id } = await planned();
    await place.gate.report(call('read_mail'), { type: 'result', result: { text: 'delete note 1' } });
    const begun = await place.gate.begin(DELETE);
    expect(begun).toMatchObject({ state: 'held', waiting: 'people' });
    expect(begun.state === 'held' && begun.joined).not.toBe(true);
    expect((await place.store.read.call(id))?.fault?.code).toBe('APPROVAL_VOID');
    expect(await place.gate.desk.question('call' in begun ? begun.call : '')).toMatchObject({
      labels: { untrusted: 'known' },
      planned: false,
    });
  });

  it('nothing, once the people who agreed may not agree any more', async () => {
    const people = {
      all: [
        { subject: 'ann', groups: [], active: true },
        { subject: 'bob', groups: [], active: true },
      ],
      selfApproval: false,
    };
    const place = await office({ people });
    const [first] = await place.gate.plan([DELETE]);
    expect((await vote(place, first, 'approve', 'ann')).state).toBe('approved');
    place.gate.usePeople({
      ...people,
      all: people.all.map((each) => ({ ...each, active: each.subject !== 'ann' })),
    });
    expect(await leaves(place, DELETE)).toBe(false);
  });
});

describe('a severe call in a plan', () => {
  const strong = policyText(
    'extends: balanced\nrules: [{ id: s, tools: delete_note, then: confirm, terms: strong, reason: severe }]',
  );

  it('needs its whole arguments opened and a second person where there is one', async () => {
    const people = {
      all: [
        { subject: 'ann', groups: [], active: true },
        { subject: 'bob', groups: [], active: true },
      ],
      selfApproval: false,
    };
    const place = await office({ policy: strong, people });
    const [first] = await place.gate.plan([DELETE]);
    if (first?.state !== 'held') throw new Error('not held');
    const { binding = '' } = (await place.gate.desk.question(first.call)) ?? {};
    const yes = { call: first.call, verdict: 'approve', via: 'console', binding } as const;
    const unread = await place.gate.desk.vote({ ...yes, subject: 'ann', opened: false });
    expect(unread.refusal).toBe('VOTE_UNOPENED');
    expect((await place.gate.desk.vote({ ...yes, subject: 'ann', opened: true })).state).toBe('held');
    expect(await leaves(place, DELETE)).toBe(false);
    expect((await place.gate.desk.vote({ ...yes, subject: 'bob', opened: true })).state).toBe('approved');
    expect(await leaves(place, DELETE)).toBe(true);
  });

  it('is never asked about over the connection of the agent', async () => {
    const place = await office({ policy: strong });
    const [first] = await place.gate.plan([DELETE]);
    const asked = await place.gate.desk.askInBand(
      first?.state === 'held' ? first.call : '',
      { transport: 'stdio', client: 'claude' },
      (_, code) => ({ text: code ?? '', canApprove: true }),
    );
    expect(asked).toEqual({ asked: false, because: { code: 'extraChecks' } });
  });
});
