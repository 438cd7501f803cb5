import { createGate } from '@callgate/gate';
import { openSqliteStore } from '@callgate/gate/sqlite';
import { describe, expect, it } from 'vitest';
import { afterTest, call, catalogueOf, office, person, policyText } from '../../../gate/test/office.ts';
import { LOCAL, inboxOf, inboxOperationsOf } from '../../test/inbox-office.ts';

const MANY = { questionsAnHour: 100_000, pendingPerPrincipal: 100_000, sweepMs: null };

describe('the list of calls that wait', () => {
  it('has the most urgent first, in pages that neither repeat nor skip', async () => {
    const place = await office({ limits: MANY });
    const asked: string[] = [];
    for (let at = 0; at < 25; at++) {
      const held = await place.gate.hold(call('delete_note', { id: String(at) }));
      asked.push(held.call);
      place.clock.advance(1000);
    }
    const list = inboxOf(place)['inbox.list'];
    for (const filter of [{}, { target: 'delete_note' }]) {
      const found: string[] = [];
      const ends: number[] = [];
      let after: string | undefined;
      do {
        const page = await list({ limit: 10, filter, ...(after === undefined ? {} : { after }) }, LOCAL);
        expect(page).toMatchObject({ waiting: 25, fitting: 25 });
        found.push(...page.items.map((row) => row.id));
        ends.push(...page.items.map(({ expiresAt }) => expiresAt ?? 0));
        after = page.next ?? undefined;
      } while (after !== undefined);
      expect(found).toEqual(asked);
      expect(ends).toEqual(ends.toSorted((a, b) => a - b));
    }
  });

  it('filters by names, marks and parts of text, and follows what comes and goes', async () => {
    const place = await office({ limits: MANY });
    const first = await place.gate.hold(call('delete_note', { id: '1' }, { principal: person('Ana') }));
    await place.gate.hold(call('send_mail', { to: 'bob@example.org', body: 'x' }));
    const list = inboxOf(place)['inbox.list'];
    const targets = async (filter: object): Promise<readonly string[]> =>
      (await list({ limit: 10, filter }, LOCAL)).items.map(({ target }) => target);
    expect(await targets({ text: 'aNA' })).toEqual(['delete_note']);
    expect(await targets({ text: 'office/SEND' })).toEqual(['send_mail']);
    expect(await targets({ mark: 'destructive' })).toEqual(['delete_note']);
    expect(await targets({ mark: 'outward', principal: 'local' })).toEqual(['send_mail']);
    expect(await targets({ server: 'stranger' })).toEqual([]);
    const third = await place.gate.hold(call('mystery'));
    expect(await targets({ server: 'stranger' })).toEqual(['mystery']);
    expect(await targets({ mark: 'undescribed' })).toEqual(['mystery']);
    if (first.state !== 'held' || third.state !== 'held') throw new Error('not held');
    await place.gate.withdraw(third.ticket, 'no longer wanted');
    expect(await targets({ server: 'stranger' })).toEqual([]);
  });

  it('sees what other processes hold and let go, with and without a filter', async () => {
    const place = await office({ limits: MANY });
    const store = await openSqliteStore({
      path: place.path,
      keys: place.keys,
      clock: place.clock,
      durable: false,
    });
    afterTest(() => store.close());
    const other = await createGate({
      policy: place.gate.policy,
      catalogue: catalogueOf(),
      store,
      keys: place.keys,
      clock: place.clock,
      limits: MANY,
    });
    afterTest(() => other.close());
    const list = inboxOf(place)['inbox.list'];
    const calls = async (filter: object): Promise<readonly string[]> =>
      (await list({ limit: 10, filter }, LOCAL)).items.map((row) => row.id);
    expect(await calls({ target: 'mystery' })).toEqual([]);
    const held = await other.hold(call('mystery'));
    if (held.state !== 'held') throw new Error('not held');
    expect(await calls({})).toEqual([held.call]);
    await expect.poll(() => calls({ target: 'mystery' })).toEqual([held.call]);
    await other.withdraw(held.ticket, 'no longer wanted');
    expect(await calls({})).toEqual([]);
    expect(await calls({ target: 'mystery' })).toEqual([]);
  });

  it('is not kept waiting by a first walk through all that waits', async () => {
    const place = await office({ limits: MANY });
    const handlers = inboxOf(place);
    const held = Array.from({ length: 300 }, (_, at) =>
      place.gate.hold(call('delete_note', { id: String(at) })),
    );
    await Promise.all(held);
    const answered: string[] = [];
    const groups = handlers['inbox.groups']({}, LOCAL).finally(() => answered.push('groups'));
    const list = handlers['inbox.list']({ limit: 10 }, LOCAL).finally(() => answered.push('list'));
    expect((await list).items).toHaveLength(10);
    expect(await groups).toMatchObject([{ target: 'delete_note', count: 300 }]);
    expect(answered).toEqual(['list', 'groups']);
  });

  it('says how many have agreed where one is not enough', async () => {
    const people = {
      all: ['ana', 'ben', 'cem'].map((subject) => ({ subject, groups: [], active: true })),
      selfApproval: false,
    };
    const policy = policyText(
      'extends: balanced\nrules:\n  - {id: two, tools: office/delete_note, then: confirm, approvers: 2, reason: two people look}\n',
    );
    const place = await office({ people, policy });
    const { call: id } = await place.gate.hold(call('delete_note', { id: '1' }));
    const handlers = inboxOf(place, people);
    const { question } = await handlers['inbox.question'](
      { call: id },
      { subject: 'ana', role: 'approver', groups: [] },
    );
    const voted = await handlers['inbox.vote'](
      { call: id, binding: question.binding, verdict: 'approve', opened: true },
      { subject: 'ana', role: 'approver', groups: [] },
    );
    expect(voted).toMatchObject({ state: 'held', missing: [{ code: 'moreNeeded', count: 1 }] });
    const { items } = await handlers['inbox.list']({ limit: 10 }, LOCAL);
    expect(items).toMatchObject([{ agreed: 1, approvers: [{ count: 2 }] }]);
    const seen = await handlers['inbox.question']({ call: id }, LOCAL);
    expect(seen.votes).toMatchObject([{ subject: 'ana', verdict: 'approve', via: 'console' }]);
  });
});

describe('what the page may ask', () => {
  it('lets viewers read and nothing more, and operators alone settle and revoke', async () => {
    const roles = Object.fromEntries(
      Object.entries(inboxOperationsOf(await office())).map(([name, { kind, role }]) => [
        name,
        `${kind} ${role}`,
      ]),
    );
    expect(roles).toEqual({
      'inbox.list': 'read viewer',
      'inbox.show': 'read viewer',
      'inbox.prompt': 'read approver',
      'inbox.groups': 'read viewer',
      'inbox.question': 'read viewer',
      'inbox.together': 'read viewer',
      'inbox.scope': 'read approver',
      'inbox.vote': 'change approver',
      'inbox.group': 'read viewer',
      'inbox.voteGroup': 'change approver',
      'inbox.grants': 'read viewer',
      'inbox.revoke': 'change operator',
      'inbox.unsettled': 'read viewer',
      'inbox.settle': 'change operator',
      'inbox.alerts': 'read viewer',
      'inbox.activity': 'read viewer',
    });
  });

  it('takes nothing but what has the form of it', async () => {
    const { params } = inboxOperationsOf(await office())['inbox.vote'];
    const vote = { call: 'c', binding: 'b', verdict: 'approve', opened: true };
    expect(params.safeParse(vote).success).toBe(true);
    for (const wrong of [
      { subject: 'ana' },
      { via: 'terminal' },
      { verdict: 'yes' },
      { opened: 1 },
      { reason: ' ' },
    ])
      expect(params.safeParse({ ...vote, ...wrong }).success).toBe(false);
  });
});
