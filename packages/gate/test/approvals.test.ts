import type { ApprovalChannel, GateOptions, PendingCall, People } from '@callgate/gate';
import type { ApprovalRequest } from '@callgate/gate/confirm';
import { isDispatchable } from '@callgate/gate';
import { createApprovalService } from '@callgate/gate/confirm';
import { presetPolicy } from '@callgate/policy';
import { describe, expect, it } from 'vitest';
import type { Office } from './office.ts';
import { OFFICE, call, catalogueOf, gathers, office, person, policyText, recorder, story } from './office.ts';

const HOUR = 3_600_000;

const held = async ({ gate }: Office, request = call('delete_note', { id: '1' })): Promise<PendingCall> => {
  const step = await gate.begin(request);
  if (step.state !== 'held') throw new Error(step.state);
  return step;
};

const question = async (
  { gate }: Office,
  { call: id }: { readonly call: string },
): Promise<ApprovalRequest> => {
  const asked = await gate.desk.question(id);
  if (asked === undefined) throw new Error('nothing is asked');
  return asked;
};

const vote = async (
  place: Office,
  on: { readonly call: string },
  verdict: 'approve' | 'refuse' = 'approve',
  subject = 'local',
  more: Partial<Parameters<Office['gate']['desk']['vote']>[0]> = {},
): Promise<Awaited<ReturnType<Office['gate']['desk']['vote']>>> =>
  await place.gate.desk.vote({
    call: on.call,
    subject,
    verdict,
    via: 'console',
    binding: (await question(place, on)).binding,
    opened: true,
    ...more,
  });

const team: People = {
  all: [
    { subject: 'ann', groups: ['security'], active: true },
    { subject: 'bob', groups: ['security'], active: true },
    { subject: 'eve', groups: [], active: true },
    { subject: 'old', groups: ['security'], active: false },
  ],
  selfApproval: false,
};

const twoOfSecurity = policyText(`
extends: balanced
rules:
  - { id: two, tools: delete_note, then: confirm, approvers: { count: 2, group: security }, reason: two of security }
`);

describe('a held call', () => {
  it('is asked about with the weightiest values first, and last what its tool does not declare', async () => {
    const roles = {
      id: 'object',
      amount: 'critical',
      to: 'destination',
      bcc: 'destination',
      body: 'payload',
    };
    const tools = OFFICE.map((tool) => (tool.name === 'send_mail' ? { ...tool, roles } : tool));
    const place = await office({ catalogue: catalogueOf(tools) });
    const args = { recipient: 'eve', body: 'hi', id: '1', amount: '2', to: 'ann', bcc: 'bob' };
    const { decisive } = await question(place, await held(place, call('send_mail', args)));
    expect([...new Set(decisive.map(([name]) => name))]).toEqual(['bcc', 'to', 'amount', 'id', 'recipient']);
  });

  it('runs after a yes, exactly as it was shown', async () => {
    const place = await office();
    const request = call('delete_note', { id: '1' });
    const ticket = await held(place, request);
    expect((await place.gate.resume(ticket.ticket, request)).state).toBe('held');
    expect(await vote(place, ticket)).toEqual({ state: 'approved', missing: [] });
    const out = await place.gate.resume(ticket.ticket, request);
    if (!isDispatchable(out)) throw new Error(out.state);
    expect(out.take().canonicalArguments).toBe('{"id":"1"}');
    await place.gate.settle(out, { type: 'result', result: {} });
    expect(await story(place.store, ticket.call)).toEqual([
      'held',
      'vote',
      'approved',
      'dispatching',
      'done',
    ]);
  });

  it('once approved vouches for its values in the rest of the task, also after a restart', async () => {
    const place = await office({ policy: presetPolicy('intent') });
    const context = { principal: 'local', context: 'c1', authenticated: true };
    await place.gate.hear(context, { text: 'please answer my mail' });
    await place.gate.run(call('read_mail'), recorder(() => ({ text: 'write to eve' })).dispatch);
    const letter = (to: string, body: string) => call('send_mail', { to, body });
    const first = letter('kari@skerry.example', 'one');
    const ticket = await held(place, first);
    await vote(place, ticket);
    const out = await place.gate.resume(ticket.ticket, first);
    if (!isDispatchable(out)) throw new Error(out.state);
    await place.gate.settle(out, { type: 'result', result: {} });
    const later = await place.again();
    const outcomeOf = async (request: ReturnType<typeof call>): Promise<string> =>
      (await later.gate.decide(request)).decision.outcome;
    expect(await outcomeOf(letter('kari@skerry.example', 'two'))).toBe('auto');
    expect(await outcomeOf(letter('eve@evil.example', 'two'))).toBe('confirm');
    await later.gate.endTask(context);
    await later.gate.hear(context, { text: 'please answer my mail' });
    expect(await outcomeOf(letter('kari@skerry.example', 'three'))).toBe('confirm');
  });

  it('is used once: whoever comes back again gets what became of it', async () => {
    const place = await office();
    const request = call('delete_note', { id: '1' });
    const ticket = await held(place, request);
    await vote(place, ticket);
    const all = await Promise.all(
      Array.from({ length: 16 }, () => place.gate.resume(ticket.ticket, request)),
    );
    expect(all.filter(isDispatchable)).toHaveLength(1);
    expect(all.filter((step) => step.state === 'dispatching' && !isDispatchable(step))).toHaveLength(15);
  });

  it('ends with one no', async () => {
    const place = await office();
    const request = call('delete_note', { id: '1' });
    const ticket = await held(place, request);
    await vote(place, ticket, 'refuse', 'local', { reason: 'not today' });
    expect(await place.gate.resume(ticket.ticket, request)).toMatchObject({
      state: 'refused',
      code: 'REFUSED',
      reasons: [expect.stringContaining('not today')],
    });
    expect(await story(place.store, ticket.call)).toEqual(['held', 'vote', 'refused']);
  });

  it('is refused when its time is over, approved or not', async () => {
    const place = await office({ limits: { approvalMs: HOUR } });
    const one = await held(place, call('delete_note', { id: '1' }));
    const two = await held(place, call('delete_note', { id: '2' }));
    await vote(place, two);
    place.clock.advance(HOUR);
    expect(await vote(place, one)).toMatchObject({ refusedBecause: { code: 'expired' } });
    expect(await place.gate.resume(two.ticket, call('delete_note', { id: '2' }))).toMatchObject({
      state: 'expired',
    });
    await place.gate.sweep();
    expect(await story(place.store, one.call)).toEqual(['held', 'expired']);
    expect(await story(place.store, two.call)).toEqual(['held', 'vote', 'approved', 'expired']);
  });

  it('is withdrawn by whoever has its ticket, until it is out', async () => {
    const place = await office();
    const ticket = await held(place);
    expect(await place.gate.withdraw('tk_no', 'x')).toBe(false);
    expect(await place.gate.withdraw(ticket.ticket, 'changed my mind')).toBe(true);
    expect(await place.gate.withdraw(ticket.ticket, 'again')).toBe(false);
    expect(await place.gate.resume(ticket.ticket, call('delete_note', { id: '1' }))).toMatchObject({
      state: 'withdrawn',
    });
  });

  it('outlives the process that took it in', async () => {
    const place = await office();
    const request = call('delete_note', { id: '1' });
    const ticket = await held(place, request);
    const later = await place.again();
    expect((await later.gate.resume(ticket.ticket, request)).state).toBe('held');
    await vote(later, ticket);
    const latest = await later.again();
    expect((await latest.gate.resume(ticket.ticket, request)).state).toBe('dispatching');
  });

  it('is not asked about twice', async () => {
    const place = await office();
    const one = await held(place);
    const two = await held(place);
    expect(two.ticket).toBe(one.ticket);
    expect(await place.store.read.inboxSize()).toBe(1);
  });
});

describe('an approval is void', () => {
  const approved = async (
    options: Partial<GateOptions> = {},
  ): Promise<{ place: Office; ticket: PendingCall }> => {
    const place = await office(options);
    const ticket = await held(place);
    await vote(place, ticket);
    return { place, ticket };
  };

  it('for other arguments, another tool, another context and another principal', async () => {
    const { place, ticket } = await approved();
    for (const other of [
      call('delete_note', { id: '2' }),
      call('add_note', { id: '1' }),
      call('delete_note', { id: '1' }, { context: 'c2' }),
      call('delete_note', { id: '1' }, { principal: person('eve') }),
      call('delete_note', { id: '1' }, { authenticated: false }),
    ])
      expect(await place.gate.resume(ticket.ticket, other)).toMatchObject({
        state: 'blocked',
        code: 'APPROVAL_VOID',
      });
    const alerts = await place.store.read.alerts({ limit: 10 });
    expect(alerts.items.map(({ code }) => code)).toEqual(['RESUMED_OTHERWISE']);
    expect((await place.gate.resume(ticket.ticket, call('delete_note', { id: '1' }))).state).toBe(
      'dispatching',
    );
  });

  it('once the session has touched more', async () => {
    const { place, ticket } = await approved();
    await place.gate.run(call('read_mail'), recorder().dispatch);
    expect(await place.gate.resume(ticket.ticket, call('delete_note', { id: '1' }))).toMatchObject({
      state: 'withdrawn',
      code: 'APPROVAL_VOID',
      reasons: [expect.stringContaining('untrusted')],
    });
  });

  it('once the tool is defined otherwise', async () => {
    const { place, ticket } = await approved();
    const redefined = OFFICE.map((tool) =>
      tool.name === 'delete_note' ? { ...tool, annotations: { ...tool.annotations, title: 'Delete' } } : tool,
    );
    const later = await place.again({ catalogue: catalogueOf(redefined) });
    expect(await later.gate.resume(ticket.ticket, call('delete_note', { id: '1' }))).toMatchObject({
      code: 'APPROVAL_VOID',
    });
  });

  it('for good once the tool was defined otherwise, though its old definition comes back', async () => {
    const redefined = OFFICE.map((tool) =>
      tool.name === 'delete_note' ? { ...tool, annotations: { ...tool.annotations, title: 'Delete' } } : tool,
    );
    let tools = OFFICE;
    const place = await office({
      catalogue: { find: (...what) => catalogueOf(tools).find(...what) },
    });
    const request = call('delete_note', { id: '1' });
    const ticket = await held(place, request);
    await vote(place, ticket);
    tools = redefined;
    await place.gate.redefined(request.server);
    tools = OFFICE;
    expect(await place.gate.resume(ticket.ticket, request)).toMatchObject({ state: 'withdrawn' });
  });

  it('once something else runs as the server', async () => {
    let identity = 'one command';
    const place = await office({ catalogue: { ...catalogueOf(), identity: () => identity } });
    const request = call('delete_note', { id: '1' });
    const ticket = await held(place, request);
    await vote(place, ticket);
    identity = 'another command';
    expect(await place.gate.resume(ticket.ticket, request)).toMatchObject({
      state: 'withdrawn',
      code: 'APPROVAL_VOID',
      reasons: ['The server’s command or URL changed since the approval'],
    });
  });

  it('once the policy is another one, and refused if that blocks it', async () => {
    const { place, ticket } = await approved();
    await place.gate.usePolicy(presetPolicy('intent'));
    expect(await place.gate.resume(ticket.ticket, call('delete_note', { id: '1' }))).toMatchObject({
      code: 'APPROVAL_VOID',
    });
    const other = await approved();
    await other.place.gate.usePolicy(
      policyText('extends: balanced\nrules: [{id: no, tools: delete_note, then: block, reason: closed}]'),
    );
    expect(
      await other.place.gate.resume(other.ticket.ticket, call('delete_note', { id: '1' })),
    ).toMatchObject({
      state: 'refused',
      code: 'POLICY_BLOCKS',
    });
  });

  it('once somebody who agreed may no longer agree', async () => {
    const place = await office({ people: team, policy: twoOfSecurity });
    const ticket = await held(place);
    await vote(place, ticket, 'approve', 'ann');
    await vote(place, ticket, 'approve', 'bob');
    const fewer = team.all.map((one) => (one.subject === 'bob' ? { ...one, groups: [] } : one));
    const later = await place.again({ people: { ...team, all: fewer } });
    expect(await later.gate.resume(ticket.ticket, call('delete_note', { id: '1' }))).toMatchObject({
      code: 'APPROVAL_VOID',
    });
  });
});

describe('people', () => {
  it('agree in the number and from the group that is asked for', async () => {
    const place = await office({ people: team, policy: twoOfSecurity });
    const ticket = await held(place);
    expect(await vote(place, ticket, 'approve', 'ann')).toMatchObject({ state: 'held' });
    expect(await vote(place, ticket, 'approve', 'ann')).toMatchObject({
      refusedBecause: { code: 'twice' },
    });
    expect(await vote(place, ticket, 'approve', 'old')).toMatchObject({
      refusedBecause: { code: 'forbidden' },
    });
    expect(await vote(place, ticket, 'approve', 'nobody')).toMatchObject({
      refusedBecause: { code: 'forbidden' },
    });
    expect(await vote(place, ticket, 'approve', 'bob')).toMatchObject({ state: 'approved' });
  });

  it('do not approve their own calls, nor those made on their behalf', async () => {
    const place = await office({ people: team });
    const own = await held(place, call('delete_note', { id: '1' }, { principal: person('ann') }));
    expect(await vote(place, own, 'approve', 'ann')).toMatchObject({ refusedBecause: { code: 'forbidden' } });
    const agent = { ...person('bot'), kind: 'service' as const, delegation: ['bob'] };
    const delegated = await held(place, call('delete_note', { id: '2' }, { principal: agent }));
    expect(await vote(place, delegated, 'approve', 'bob')).toMatchObject({
      refusedBecause: { code: 'forbidden' },
    });
    expect(await vote(place, delegated, 'approve', 'eve')).toMatchObject({ state: 'approved' });
  });

  it('are not asked where so many cannot agree: that blocks', async () => {
    const three = policyText(
      'extends: balanced\nrules: [{id: three, tools: delete_note, then: confirm, approvers: {count: 3, group: security}, reason: three}]',
    );
    const place = await office({ people: team, policy: three });
    expect(await place.gate.begin(call('delete_note', { id: '1' }))).toMatchObject({
      state: 'blocked',
      code: 'QUORUM_IMPOSSIBLE',
    });
    const nobody = await office({ people: { all: [], selfApproval: true } });
    expect(await nobody.gate.begin(call('delete_note'))).toMatchObject({ code: 'QUORUM_IMPOSSIBLE' });
  });

  it('decide about what they saw: a vote on anything else does not count', async () => {
    const place = await office();
    const ticket = await held(place);
    expect(await vote(place, ticket, 'approve', 'local', { binding: 'sha256:00' })).toMatchObject({
      refusedBecause: { code: 'changed' },
    });
  });

  it('open the whole arguments where the terms are strong', async () => {
    const strong = policyText(
      'extends: balanced\nrules: [{id: strong, tools: delete_note, then: confirm, terms: strong, reason: careful}]',
    );
    const place = await office({ policy: strong });
    const ticket = await held(place);
    expect(await vote(place, ticket, 'approve', 'local', { opened: false })).toMatchObject({
      refusedBecause: { code: 'notOpened' },
    });
    expect(await vote(place, ticket)).toMatchObject({ state: 'approved' });
  });

  it('approve alike calls with one word only if they can be undone in an unlabelled session', async () => {
    const place = await office({
      policy: policyText(
        'extends: balanced\nrules: [{id: ask, tools: "*_note", then: confirm, reason: ask}]',
      ),
    });
    const adds = [
      await held(place, call('add_note', { t: 1 })),
      await held(place, call('add_note', { t: 2 })),
    ];
    const deletes = [
      await held(place, call('delete_note', { id: '1' })),
      await held(place, call('delete_note', { id: '2' })),
    ];
    const votes = async (
      tickets: readonly PendingCall[],
    ): Promise<Parameters<Office['gate']['desk']['voteGroup']>[0]> =>
      await Promise.all(
        tickets.map(async (ticket) => ({
          call: ticket.call,
          subject: 'local',
          verdict: 'approve' as const,
          via: 'console' as const,
          binding: (await question(place, ticket)).binding,
          opened: true,
        })),
      );
    expect((await place.gate.desk.voteGroup(await votes(adds))).map(({ state }) => state)).toEqual([
      'approved',
      'approved',
    ]);
    await expect(place.gate.desk.voteGroup(await votes(deletes))).rejects.toMatchObject({
      code: 'GROUP_REFUSED',
    });
    expect(await place.store.read.inboxSize()).toBe(2);
  });

  it('may sit at a desk in another process', async () => {
    const place = await office();
    const { dispatch, sent } = recorder();
    const running = place.gate.run(call('delete_note', { id: '1' }), dispatch);
    await expect.poll(async () => await place.store.read.inboxSize()).toBe(1);
    const desk = createApprovalService({
      store: place.store,
      keys: place.keys,
      people: { all: [{ subject: 'local', groups: [], active: true }], selfApproval: true },
    });
    const [waiting] = (await desk.read.inbox({ limit: 1 })).items;
    const asked = await desk.question(waiting?.id ?? '');
    await desk.vote({
      call: asked?.call ?? '',
      subject: 'local',
      verdict: 'approve',
      via: 'command-line',
      binding: asked?.binding ?? '',
      opened: true,
    });
    await expect
      .poll(() => {
        place.clock.advance(100);
        return sent.length;
      })
      .toBe(1);
    expect((await running).state).toBe('done');
  });
});

describe('a channel', () => {
  const channel = (ask: ApprovalChannel['ask']): ApprovalChannel => ({ name: 'test', ask });

  it('gets a person’s word, and the call runs', async () => {
    const asked: ApprovalRequest[] = [];
    const place = await office({
      channels: [
        channel(async (what) => {
          asked.push(what);
          return { verdict: 'approve', subject: 'local', via: 'callback', opened: true };
        }),
      ],
    });
    const { dispatch } = recorder();
    const running = place.gate.run(call('delete_note', { id: '1' }), dispatch);
    await gathers(() => asked.length > 0, place);
    expect((await running).state).toBe('done');
    expect(asked).toMatchObject([{ target: 'delete_note', arguments: { id: '1' }, selfApproval: true }]);
  });

  it('that fails is an alert and no answer', async () => {
    const place = await office({
      channels: [
        channel(async () => {
          throw new Error('no terminal');
        }),
      ],
    });
    const leaving = new AbortController();
    const running = place.gate.run(call('delete_note', { id: '1' }), recorder().dispatch, {
      signal: leaving.signal,
    });
    await gathers(async () => (await place.store.read.alerts({ limit: 5 })).items.length === 1, place);
    expect(await place.store.read.inboxSize()).toBe(1);
    leaving.abort();
    await running;
  });

  it('is not asked any more once the call is settled otherwise', async () => {
    let asked = false;
    let ended = false;
    const place = await office({
      channels: [
        channel(
          (_, signal) =>
            new Promise((resolve) => {
              asked = true;
              signal.addEventListener('abort', () => {
                ended = true;
                resolve(null);
              });
            }),
        ),
      ],
    });
    const running = place.gate.run(call('delete_note', { id: '1' }), recorder().dispatch);
    await gathers(() => asked, place);
    const [waiting] = (await place.store.read.inbox({ limit: 1 })).items;
    await vote(place, { call: waiting?.id ?? '' }, 'refuse');
    expect((await running).state).toBe('refused');
    await expect.poll(() => ended).toBe(true);
  });
});

describe('a grant', () => {
  const granted = async (
    wish: NonNullable<Parameters<Office['gate']['desk']['vote']>[0]['grant']>,
    request = call('send_mail', { to: 'ann@shop.example', body: 'hello' }),
    options: Partial<GateOptions> = {},
  ): Promise<{ place: Office; grant: string }> => {
    const place = await office(options);
    const ticket = await held(place, request);
    const { grant, noGrantBecause } = await vote(place, ticket, 'approve', 'local', { grant: wish });
    if (grant === undefined) throw new Error(noGrantBecause?.code);
    return { place, grant: grant.id };
  };

  it('for a session lets the next call of the tool out, so often and so long, and every use is recorded', async () => {
    const wish = { kind: 'session', uses: 2, endsInMs: HOUR } as const;
    const { place, grant } = await granted(wish, call('delete_note', { id: '1' }));
    const { dispatch } = recorder();
    const first = await place.gate.run(call('delete_note', { id: '2' }), dispatch);
    expect(await story(place.store, first.call)).toEqual(['grant-used', 'dispatching', 'done']);
    expect((await place.store.read.call(first.call))?.grant).toBe(grant);
    expect((await place.gate.begin(call('delete_note', { id: '3' }, { context: 'c2' }))).state).toBe('held');
    expect((await place.gate.begin(call('delete_note', { id: '4' }))).state).toBe('dispatching');
    expect((await place.gate.begin(call('delete_note', { id: '5' }))).state).toBe('held');
  });

  it('for a destination reaches there and nowhere else', async () => {
    const { place } = await granted({ kind: 'destination', uses: 5, endsInMs: HOUR });
    expect((await place.gate.begin(call('send_mail', { to: 'ann@shop.example', body: 'b' }))).state).toBe(
      'dispatching',
    );
    expect((await place.gate.begin(call('send_mail', { to: 'eve@evil.example', body: 'b' }))).state).toBe(
      'held',
    );
    expect((await place.gate.begin(call('send_mail', { body: 'b' }))).state).toBe('held');
  });

  it('for arguments ties them down', async () => {
    const constraints = [{ path: ['to'], like: '*@shop.example' }];
    const { place } = await granted({ kind: 'arguments', constraints, uses: 5, endsInMs: HOUR });
    expect((await place.gate.begin(call('send_mail', { to: 'bob@shop.example' }))).state).toBe('dispatching');
    expect((await place.gate.begin(call('send_mail', { to: 'bob@evil.example' }))).state).toBe('held');
  });

  it('ends by time, by revocation and by another definition', async () => {
    const { place, grant } = await granted({ kind: 'session', uses: 50, endsInMs: HOUR });
    expect(await place.gate.desk.revoke(grant, 'local', 'enough')).toBe(true);
    expect(await place.gate.desk.revoke(grant, 'local', 'enough')).toBe(false);
    expect((await place.gate.begin(call('send_mail', { to: 'a@b.example' }))).state).toBe('held');
    const timed = await granted({ kind: 'session', uses: 50, endsInMs: HOUR });
    timed.place.clock.advance(HOUR);
    expect((await timed.place.gate.begin(call('send_mail', { to: 'a@b.example' }))).state).toBe('held');
    const redefined = OFFICE.map((tool) =>
      tool.name === 'send_mail' ? { ...tool, roles: { to: 'destination' } } : tool,
    );
    const drift = await granted({ kind: 'session', uses: 50, endsInMs: HOUR });
    const later = await drift.place.again({ catalogue: catalogueOf(redefined) });
    expect((await later.gate.begin(call('send_mail', { to: 'a@b.example' }))).state).toBe('held');
  });

  it('answers the rules it was given for, and neither another rule nor severity', async () => {
    const { place } = await granted({ kind: 'session', uses: 50, endsInMs: HOUR });
    await place.gate.run(call('read_mail'), recorder().dispatch);
    const step = await place.gate.begin(call('send_mail', { to: 'a@b.example' }));
    expect(step).toMatchObject({ state: 'held', decision: { obligations: { terms: 'strong' } } });
  });
});

describe('the budget for questions', () => {
  it('refuses what goes beyond it, with one summary, and asks again an hour later', async () => {
    const place = await office({ limits: { questionsAnHour: 3 } });
    const states: string[] = [];
    for (let id = 0; id < 6; id += 1)
      states.push((await place.gate.begin(call('delete_note', { id: String(id) }))).state);
    expect(states).toEqual(['held', 'held', 'held', 'blocked', 'blocked', 'blocked']);
    const { items } = await place.store.read.alerts({ limit: 10 });
    expect(items.map(({ code }) => code)).toEqual(['QUESTIONS_USED_UP']);
    place.clock.advance(HOUR + 1);
    expect((await place.gate.begin(call('delete_note', { id: '9' }))).state).toBe('held');
  });

  it('is one for each session, and there is a bound for each principal', async () => {
    const place = await office({ limits: { questionsAnHour: 1, pendingPerPrincipal: 3 } });
    const states: string[] = [];
    for (const context of ['a', 'b', 'c', 'd'])
      states.push((await place.gate.begin(call('delete_note', { context }, { context }))).state);
    expect(states).toEqual(['held', 'held', 'held', 'blocked']);
  });
});

it('figures of approvers show how often and how fast they agree', async () => {
  const place = await office();
  for (let id = 0; id < 3; id += 1) {
    const ticket = await held(place, call('delete_note', { id: String(id) }));
    place.clock.advance(1000);
    await vote(place, ticket, id === 0 ? 'refuse' : 'approve');
  }
  expect(await place.store.read.approvers(0)).toEqual([
    { subject: 'local', approved: 2, refused: 1, medianMs: 1000, hasty: 3 },
  ]);
});
