import type { JsonObject } from '@callgate/core';
import { Engine } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import type { ContextName } from '@callgate/gate/host';
import { isDispatchable, verifyAuditLog } from '@callgate/gate';
import { parseEntry } from '@callgate/gate/record';
import { replayAuditLog } from '@callgate/gate/replay';
import { describe, expect, it } from 'vitest';
import { CountTrack } from '../src/audit/count-track.ts';
import { DecisionRebuilder } from '../src/audit/decision-rebuilder.ts';
import type { OracleCounter } from './count-oracle.ts';
import { countByLog } from './count-oracle.ts';
import type { Office } from './office.ts';
import { OFFICE, call, catalogueOf, office, person, policyText, story } from './office.ts';
import { Random, seedOf } from './random.ts';

const DAY = 86_400_000;
const MANY = { questionsAnHour: 1e9, pendingPerPrincipal: 1e9 };

const budget = (then: string, more = ''): string => `
extends: balanced
rules:
  - id: daily-budget
    tools: office/add_note
    when: sum(args.amount, "office/add_note", "1d", "all") > 1000
    then: ${then}
    reason: More than 1,000 a day${more}`;

const SUM: OracleCounter = {
  name: 'sum(args.amount, "office/add_note", "1d", "all")',
  tools: /^office\/add_note$/,
  windowMs: DAY,
  per: 'all',
  amount: 'amount',
};

const pay = (gate: Gate, amount: unknown, text: string, who = 'local'): ReturnType<Gate['begin']> =>
  gate.begin(
    call('add_note', { amount, text } as JsonObject, { principal: person(who), context: `c-${who}` }),
  );

const states = async (begun: readonly ReturnType<Gate['begin']>[]): Promise<readonly string[]> =>
  (await Promise.all(begun)).map(({ state }) => state);

const finish = async (gate: Gate, begun: Awaited<ReturnType<Gate['begin']>>): Promise<void> => {
  if (!isDispatchable(begun)) throw new Error(begun.state);
  begun.take();
  await gate.settle(begun, { type: 'result', result: { content: [] } });
};

const vote = async ({ gate }: Office, id: string, verdict: 'approve' | 'refuse'): Promise<void> => {
  const question = await gate.desk.question(id);
  const binding = question?.binding ?? '';
  await gate.desk.vote({ call: id, subject: 'local', verdict, via: 'console', binding, opened: true });
};

describe('a sum over all calls', () => {
  it('is exact when two gates take 100 parallel calls of several people', async () => {
    const one = await office({ policy: policyText(budget('block')), limits: MANY });
    const other = await one.beside();
    const random = new Random(seedOf('counted calls'));
    const amounts = Array.from({ length: 100 }, () => random.between(1, 60) + random.between(0, 99) / 100);
    const made = await Promise.all(
      amounts.map((amount, at) =>
        pay((at % 2 === 0 ? one : other).gate, amount, String(at), ['ann', 'bob', 'cy'][at % 3]),
      ),
    );
    const sent = made.flatMap(({ state }, at) => (state === 'dispatching' ? [amounts[at] ?? 0] : []));
    const cents = sent.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
    expect(cents).toBeLessThanOrEqual(100_000);
    expect(sent.length).toBeLessThan(100);
    const counted = await countByLog(one.store, SUM);
    expect(counted).toHaveLength(100);
    for (const { read, expected } of counted) expect(read).toBe(expected);
    for (const { call: id, outcome, read } of counted) {
      const at = made.findIndex((each) => each.call === id);
      const isMore = Math.round((read ?? 0) * 100) + Math.round((amounts[at] ?? 0) * 100) > 100_000;
      expect(outcome).toBe(isMore ? 'block' : 'auto');
    }
  });

  it('counts payments that wait, and a denied one gives its share back', async () => {
    const here = await office({ policy: policyText(budget('confirm')), limits: MANY });
    const { gate, clock } = here;
    const made = await Promise.all(Array.from({ length: 10 }, (_, at) => pay(gate, 999, `ten ${at}`)));
    expect(made.map(({ state }) => state).toSorted()).toEqual(['dispatching', ...Array(9).fill('held')]);
    const held = made.flatMap((each) => (each.state === 'held' ? [each.call] : []));
    for (const id of held.slice(1)) await vote(here, id, 'refuse');
    expect(await states([pay(gate, 1, 'while one waits')])).toEqual(['held']);
    await vote(here, held[0] ?? '', 'refuse');
    const waiting = await pay(gate, 1, 'while one waits');
    if (waiting.state === 'held') await vote(here, waiting.call, 'refuse');
    expect(await states([pay(gate, 1, 'to the limit')])).toEqual(['dispatching']);
    expect(await states([pay(gate, 0.01, 'over it')])).toEqual(['held']);
    clock.advance(DAY + 1);
    const { read } = (await countByLog(here.store, SUM)).at(-1) ?? {};
    expect(read).toBe(1000);
    expect(await states([pay(gate, 0, 'a day later')])).toEqual(['dispatching']);
    for (const each of await countByLog(here.store, SUM)) expect(each.read).toBe(each.expected);
  });

  it('keeps the share of a call whose outcome nobody knows, and of one that was approved', async () => {
    const here = await office({ policy: policyText(budget('confirm')), limits: MANY });
    const { gate } = here;
    const first = await pay(gate, 900, 'unknown');
    if (!isDispatchable(first)) throw new Error(first.state);
    first.take();
    await gate.settle(first, { type: 'unknown', message: 'gone' });
    const request = call(
      'add_note',
      { amount: 500, text: 'second' },
      { principal: person('local'), context: 'c-local' },
    );
    const held = await gate.begin(request);
    if (held.state !== 'held') throw new Error(held.state);
    const question = await gate.desk.question(held.call);
    expect(question?.operatorReason).toBe('More than 1,000 a day (1,400 of 1,000 in 1d)');
    await vote(here, held.call, 'approve');
    const out = await gate.resume(held.ticket, request);
    if (!('take' in out)) throw new Error(out.state);
    await finish(gate, out);
    expect(await states([pay(gate, 1, 'third')])).toEqual(['held']);
    const counted = await countByLog(here.store, SUM);
    expect(counted.map(({ event, read }) => [event, read])).toEqual([
      ['dispatching', 0],
      ['held', 900],
      ['dispatching', 900],
      ['held', 1400],
    ]);
  });

  it('asks where an amount is none, and from then on for a day', async () => {
    const { gate } = await office({ policy: policyText(budget('confirm')), limits: MANY });
    const odd = await pay(gate, 'much', 'odd');
    expect(odd.state).toBe('held');
    expect(await states([pay(gate, 1, 'after it')])).toEqual(['held']);
  });

  it('survives the gate', async () => {
    const here = await office({ policy: policyText(budget('block')), limits: MANY });
    expect(await states([pay(here.gate, 600, 'first')])).toEqual(['dispatching']);
    const later = await here.again();
    expect(await states([pay(later.gate, 600, 'second')])).toEqual(['blocked']);
    expect(await states([pay(later.gate, 400, 'third')])).toEqual(['dispatching']);
  });
});

describe('limits and labels', () => {
  it('tell a call that is too early when to come again, and let it then', async () => {
    const policy = policyText(`
extends: balanced
rules:
  - id: pace
    tools: office/add_note
    limit: { calls: 2, window: 1m, per: principal, edge: slow }
    reason: Two notes a minute`);
    const { gate, clock } = await office({ policy, limits: MANY });
    expect(await states([pay(gate, 1, 'a'), pay(gate, 1, 'b', 'ann')])).toEqual([
      'dispatching',
      'dispatching',
    ]);
    clock.advance(20_000);
    expect(await states([pay(gate, 1, 'c')])).toEqual(['dispatching']);
    const early = await pay(gate, 1, 'd');
    expect(early.state === 'blocked' && [early.code, ...early.reasons.slice(0, 2)]).toEqual([
      'RATE_LIMITED',
      'Two notes a minute (3 of 2 in 1m)',
      'Try again in 40 s',
    ]);
    clock.advance(40_000);
    expect(await states([pay(gate, 1, 'd')])).toEqual(['dispatching']);
  });

  it('counts calls that use AI, whatever their tool', async () => {
    const policy = policyText(`
extends: balanced
rules:
  - id: ai-budget
    limit: { ai: 1, window: 1d, per: all, edge: block }
    reason: One AI call a day`);
    const reads = OFFICE.find(({ name }) => name === 'read_note');
    if (reads === undefined) throw new Error('no read_note');
    const plain = {
      ...reads,
      name: 'read_plain',
      annotations: { ...reads.annotations, aiProcessingHint: false },
    };
    const catalogue = catalogueOf([...OFFICE, plain]);
    const { gate } = await office({ policy, limits: MANY, catalogue });
    const begun = (name: string, text: string): ReturnType<Gate['begin']> => gate.begin(call(name, { text }));
    expect(await states([begun('read_plain', 'a')])).toEqual(['dispatching']);
    expect(await states([begun('summarise', 'a')])).toEqual(['dispatching']);
    expect(await states([begun('summarise', 'b')])).toEqual(['blocked']);
    expect(await states([begun('read_plain', 'b')])).toEqual(['dispatching']);
    // nobody says whether it uses AI
    expect(await states([begun('read_note', 'a')])).toEqual(['blocked']);
    const other = await office({ policy, limits: MANY, catalogue });
    expect(await states([other.gate.begin(call('read_note'))])).toEqual(['dispatching']);
    expect(await states([other.gate.begin(call('summarise'))])).toEqual(['blocked']);
  });

  it('hold what goes out after customer data, in that session and also after a restart', async () => {
    const policy = policyText(`
extends: balanced
rules:
  - id: customers
    tools: office/read_note
    raise: customer-data
    reason: Customer records were read
  - id: nothing-outward
    when: tool.outward == yes && "customer-data" in session.labels
    then: block
    reason: Nothing outward after customer data`);
    const here = await office({ policy, limits: MANY });
    const web = (gate: Gate, context: string, q: string): ReturnType<Gate['begin']> =>
      gate.begin(call('search_web', { q }, { context }));
    expect(await states([web(here.gate, 'c1', 'a')])).toEqual(['dispatching']);
    expect(await states([here.gate.begin(call('read_note', {}, { context: 'c1' }))])).toEqual([
      'dispatching',
    ]);
    expect(await states([web(here.gate, 'c1', 'b'), web(here.gate, 'c2', 'b')])).toEqual([
      'blocked',
      'dispatching',
    ]);
    const later = await here.again();
    expect(await states([web(later.gate, 'c1', 'c')])).toEqual(['blocked']);
  });

  it('travel through the store that a labelled session writes, and end where a person takes them away', async () => {
    const policy = policyText(`
rules:
  - {id: all, when: tool.described == yes, then: auto, reason: These tools are known}
  - {id: customers, tools: office/read_salary, raise: customer-data, reason: Customer records were read}
  - id: nothing-outward
    tools: office/search_web
    when: '"customer-data" in session.labels'
    then: block
    reason: Nothing outward after customer data`);
    const here = await office({ policy, limits: MANY });
    const { gate, clock, keys } = here;
    const begun = async (name: string, context: string, n: number): Promise<string> => {
      clock.advance(1);
      return (await gate.begin(call(name, { n }, { context }))).state;
    };
    const web = (context: string, n: number): Promise<string> => begun('search_web', context, n);
    await begun('read_salary', 'a', 1);
    expect([await web('a', 1), await web('b', 1)]).toEqual(['blocked', 'dispatching']);
    // nothing was written yet
    await begun('read_note', 'b', 1);
    expect(await web('b', 2)).toBe('dispatching');
    await begun('add_note', 'a', 1);
    await begun('read_note', 'b', 2);
    expect(await web('b', 3)).toBe('blocked');
    // what it wrote there itself carries it on as well
    const later = await here.again();
    const again = (name: string, context: string, n: number): ReturnType<Gate['begin']> =>
      later.gate.begin(call(name, { n }, { context }));
    await again('read_note', 'c', 1);
    expect(await states([again('search_web', 'c', 4)])).toEqual(['blocked']);

    const word = { label: 'customer-data', by: 'ada', reason: 'it was made anonymous' };
    const context = { principal: 'local', context: 'b', authenticated: true };
    clock.advance(1);
    expect(await later.gate.desk.declassify({ ...context, ...word })).toBe(true);
    expect(await later.gate.desk.declassify({ ...context, ...word })).toBe(false);
    expect(await later.gate.desk.declassify({ ...context, ...word, label: 'other' })).toBe(false);
    expect(await states([again('search_web', 'b', 5), again('search_web', 'c', 5)])).toEqual([
      'dispatching',
      'blocked',
    ]);
    // the store still has it
    clock.advance(1);
    await again('read_note', 'b', 6);
    clock.advance(1);
    expect(await states([again('search_web', 'b', 6)])).toEqual(['blocked']);
    clock.advance(1);
    expect(await later.gate.desk.declassifyStore({ store: 'server office', ...word })).toBe(true);
    expect(await later.gate.desk.declassifyStore({ store: 'server office', ...word })).toBe(false);
    clock.advance(1);
    await again('read_note', 'd', 1);
    expect(await states([again('search_web', 'd', 7)])).toEqual(['dispatching']);
    // every reading comes out again
    expect((await verifyAuditLog(later.store.read, { keys })).problems).toEqual([]);
    for await (const each of replayAuditLog({ read: later.store.read, keys }, new Engine(policy)))
      expect(each.type === 'decided' ? each.differs : each.because).toEqual([]);
  });

  it('taken away from one session of a host are still there for another', async () => {
    const policy = policyText(`
rules:
  - {id: all, when: tool.described == yes, then: auto, reason: These tools are known}
  - {id: customers, tools: office/read_salary, raise: customer-data, reason: Customer records were read}
  - {id: no-web, tools: office/search_web, when: '"customer-data" in session.labels', then: block, reason: No}`);
    const { gate, clock } = await office({ policy, limits: MANY });
    const named = (context: string): ContextName => ({ principal: 'local', context, authenticated: true });
    await gate.enterHost('local', ['host:m:7:1']);
    for (const context of ['b', 'c']) await gate.joinHost(named(context), ['host:m:7:1']);
    const web = (context: string, n: number): ReturnType<Gate['begin']> =>
      gate.begin(call('search_web', { n }, { context }));
    for (const context of ['b', 'c']) {
      clock.advance(1);
      await gate.begin(call('read_salary', { context }, { context }));
    }
    expect(await states([web('host:m:7:1', 1)])).toEqual(['blocked']);
    clock.advance(1);
    await gate.desk.declassify({ ...named('c'), label: 'customer-data', by: 'ada', reason: 'anonymous' });
    expect(await states([web('c', 2), web('b', 2), web('host:m:7:1', 2)])).toEqual([
      'dispatching',
      'blocked',
      'blocked',
    ]);
  });

  it('reads after and since of calls that left; an exception does not count one that waits', async () => {
    const policy = policyText(`
extends: balanced
rules:
  - id: mail-first
    tools: office/add_note
    when: since("office/add_note", "all") < 60
    then: block
    reason: One note a minute
  - id: ask-first
    tools: office/put_key
    then: confirm
    reason: Delete the note first
exceptions:
  - id: was-deleted
    rule: ask-first
    unless: after("office/delete_note")
    reason: It was deleted
    until: 2090-01-01`);
    const { gate, clock, store } = await office({ policy, limits: MANY });
    const key = (text: string): ReturnType<Gate['begin']> => gate.begin(call('put_key', { text }));
    expect(await states([pay(gate, 1, 'a')])).toEqual(['dispatching']);
    expect(await states([pay(gate, 1, 'b', 'ann')])).toEqual(['blocked']);
    clock.advance(60_000);
    expect(await states([pay(gate, 1, 'c')])).toEqual(['dispatching']);
    const held = await gate.begin(call('delete_note', { id: '1' }));
    expect(held.state).toBe('held');
    expect(await states([key('a')])).toEqual(['held']);
    expect(await story(store, held.call)).toEqual(['held']);
  });
});

describe('a log of counted calls', () => {
  it('is verified and replayed: every count comes out again, and one that was changed is found', async () => {
    const here = await office({ policy: policyText(budget('confirm')), limits: MANY });
    const { gate, store, keys } = here;
    await states([pay(gate, 600, 'a'), pay(gate, 600, 'b'), pay(gate, 'x', 'c'), pay(gate, 1, 'd', 'ann')]);
    const [held] = (await gate.desk.read.inbox({ limit: 1 })).items;
    await vote(here, held?.id ?? '', 'refuse');
    await states([pay(gate, 5, 'e')]);
    expect((await verifyAuditLog(store.read, { keys })).problems).toEqual([]);
    const engine = new Engine(policyText(budget('confirm')));
    const replayed = [];
    for await (const each of replayAuditLog({ read: store.read, keys }, engine)) replayed.push(each);
    expect(replayed.map((each) => (each.type === 'decided' ? each.differs : each.because))).toEqual(
      replayed.map(() => []),
    );
    expect(replayed).toHaveLength(5);
    // as if an earlier call had never been written
    const rebuilding = new DecisionRebuilder(store.read, keys);
    const track = new CountTrack(rebuilding);
    const rows = await store.read.rows(1, 1000);
    const wrong: string[] = [];
    for (const row of rows.filter(
      ({ call: id }) => id !== rows.find(({ event }) => event === 'dispatching')?.call,
    ))
      wrong.push(...(await track.follow(parseEntry(row.bytes))));
    expect(wrong).toContain(SUM.name);
  });
});
