import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { Dispatcher, PendingCall } from '@callgate/gate';
import type { ApprovalRequest } from '@callgate/gate/confirm';
import type { CallRow } from '@callgate/gate/record';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { call } from '../../gate/test/control-office.ts';
import { announceConsole } from '../src/console/running-consoles.ts';
import { GateProcess, tempHome } from '../../operations/test/gate-processes.ts';
import type { GateHome } from './gate-home.ts';
import { RunningCommand, runCallgateIn, openGateHome } from './gate-home.ts';
import { ensureBuilt } from './fixtures/run-callgate.ts';

beforeAll(ensureBuilt);

const MAIL = call('send_mail', { to: 'bob@example.com', body: 'at ten' });

const held = async ({ gate }: GateHome, request = MAIL): Promise<PendingCall> =>
  (await gate.begin(request)) as PendingCall;

const questionOf = async ({ gate }: GateHome, id: string): Promise<ApprovalRequest> =>
  (await gate.desk.question(id)) as ApprovalRequest;

/** A call that somebody waits for, and what will have come of it. */
const running = async (
  home: GateHome,
  request = MAIL,
): Promise<{ readonly id: string; readonly finished: Promise<unknown> }> => {
  const waits = new Promise<string>((resolve) => {
    home.gate.onEvent((event) => event.type === 'held' && resolve(event.call));
  });
  const finished = home.gate.run(request, async (dispatchable) => {
    const { canonicalArguments } = dispatchable.take();
    return { type: 'result', result: { sent: canonicalArguments } };
  });
  return { id: await waits, finished };
};

const ITSELF = 'note: No gateway is running;';

describe('where nothing was ever gated', () => {
  it('says so, and makes nothing', async () => {
    const folder = tempHome();
    for (const args of [
      ['inbox'],
      ['status'],
      ['grants'],
      ['approve', 'x'],
      ['inbox', 'x', '--settle', 'happened', '--reason', 'r'],
    ]) {
      const { code, out, err } = await runCallgateIn(folder, args);
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(/^error\[HOME_EMPTY\]: No gateway is running, and there is no store at /);
    }
    expect(existsSync(`${folder}/callgate.db`)).toBe(false);
  });
});

describe('an id that no call can have', () => {
  it.each(['', 'x'.repeat(1000)])('is refused, and the command ends (%#)', async (id) => {
    const home = await openGateHome();
    for (const command of ['inbox', 'approve', 'deny']) {
      const { code, err } = await home.callgate(command, id);
      expect([code, err]).toEqual([1, expect.stringMatching(/^error/)]);
    }
  });
});

describe('the chain of delegation', () => {
  it('is in the list, in what is shown of a call, and in the JSON of both', async () => {
    const home = await openGateHome();
    const { principal } = MAIL;
    const { call: id } = await held(home, {
      ...MAIL,
      principal: { ...principal, delegation: ['planner', 'agent-7'] },
    });
    const chain = 'planner, then agent-7';
    expect((await home.callgate('inbox')).out).toContain(`for local (delegation: ${chain}) in `);
    expect((await home.callgate('inbox', id)).out).toContain(`  delegation: ${chain}\n`);
    const listed = JSON.parse((await home.callgate('inbox', '--json')).out) as { delegation: unknown };
    expect(listed.delegation).toEqual(['planner', 'agent-7']);
    const shown = JSON.parse((await home.callgate('inbox', id, '--json')).out) as {
      readonly call: { readonly delegation: unknown };
      readonly question: { readonly delegation: unknown };
    };
    expect([shown.call.delegation, shown.question.delegation]).toEqual([
      ['planner', 'agent-7'],
      ['planner', 'agent-7'],
    ]);
    const plain = await held(home, call('mystery', { x: '1' }));
    expect((await home.callgate('inbox', plain.call)).out).not.toContain('delegation');
  });
});

describe('callgate inbox', () => {
  it('lists what waits, longest waiting first, without its arguments', async () => {
    const home = await openGateHome();
    expect((await home.callgate('inbox')).out).toBe('No call waits for approval\n');
    const [first, second] = [await held(home), await held(home, call('mystery', { x: 'canary-value' }))];
    const { code, out, err } = await home.callgate('inbox');
    expect([code, err]).toEqual([0, '']);
    expect(out.indexOf(first.call)).toBeGreaterThan(0);
    expect(out.indexOf(second.call)).toBeGreaterThan(out.indexOf(first.call));
    expect(out).toContain('office/send_mail');
    expect(out).toContain('Changes data and reaches outside (outward-write)');
    expect(out).toMatch(/^2 calls wait\. /m);
    const json = await home.callgate('inbox', '--json');
    const calls = json.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(calls).toMatchObject([
      { id: first.call, state: 'held', principal: 'local', context: 'c1', outcome: 'confirm' },
      { id: second.call, target: 'mystery' },
    ]);
    for (const text of [out, json.out])
      for (const secret of ['canary-value', 'bob@example.com', first.ticket])
        expect(text).not.toContain(secret);
  });

  it('is read from the store where no gate runs, and says so in one line', async () => {
    const home = await openGateHome();
    const { call: id } = await held(home);
    await home.close();
    const { code, out, err } = await home.callgate('inbox', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ id });
    expect(err).toBe(`${ITSELF} reading the database directly (${home.database})\n`);
  });

  it('goes on with --watch, also when the gate that answered ends', async () => {
    const folder = tempHome();
    const home = await openGateHome('balanced', folder);
    const watch = new RunningCommand(folder, ['inbox', '--watch', '--json'], false);
    const first = await held(home);
    await watch.shows(first.call);
    await home.callgate('deny', first.call);
    await watch.shows('"state":"refused"');
    await home.close();
    const again = await openGateHome('balanced', folder);
    const second = await held(again, call('delete_note', { id: 'n1' }));
    await watch.shows(second.call);
    expect(
      watch.out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { type: 'waits', call: { id: first.call } },
      { type: 'over', call: first.call, state: 'refused' },
      { type: 'waits', call: { id: second.call } },
    ]);
  });
});

describe('callgate approve', () => {
  it('shows the whole question and decides nothing where there is nobody to ask', async () => {
    const home = await openGateHome();
    const { call: id } = await held(home);
    const { binding } = await questionOf(home, id);
    const { code, out, err } = await home.callgate('approve', id);
    expect(code).toBe(1);
    expect(out).toContain('"to": "bob@example.com"');
    expect(out).toContain('You may approve your own calls on this machine');
    expect(err).toContain('error[APPROVE_TERMINAL]');
    expect(err).toContain(`--yes --binding ${binding}`);
    const json = await home.callgate('approve', id, '--json');
    expect(JSON.parse(json.out)).toMatchObject({ call: id, binding, arguments: { to: 'bob@example.com' } });
    expect((await home.store.read.call(id))?.state).toBe('held');
    expect(await home.store.read.votes(id)).toEqual([]);
  });

  it('wakes the call that waits in the process of the gate', async () => {
    const home = await openGateHome();
    const { id, finished } = await running(home);
    const { binding } = await questionOf(home, id);
    const { code, out, err } = await home.callgate(
      'approve',
      id,
      '--yes',
      '--binding',
      binding,
      '--reason',
      'I know him',
    );
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`approved: office/send_mail  ${id}\n`);
    expect(await finished).toMatchObject({ state: 'done' });
    expect(await home.store.read.votes(id)).toMatchObject([
      { subject: 'local', via: 'command-line', opened: true, reason: 'I know him' },
    ]);
  });

  it('does nothing by --yes alone, and nothing for a digest of something else', async () => {
    const home = await openGateHome();
    const { call: id } = await held(home);
    expect(await home.callgate('approve', id, '--yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining('--yes needs --binding'),
    });
    const other = await questionOf(home, (await held(home, call('delete_note', { id: 'n1' }))).call);
    expect(await home.callgate('approve', id, '--yes', '--binding', other.binding)).toMatchObject({
      code: 2,
      err: 'not counted: the question is not the one that --binding names\n',
    });
    expect(await home.store.read.votes(id)).toEqual([]);
  });

  it('exits with 2 where the word does not count any more, and with 1 for a call that is not there', async () => {
    const home = await openGateHome();
    const { call: id } = await held(home);
    const { binding } = await questionOf(home, id);
    expect(await home.callgate('deny', id, '--reason', 'not today')).toMatchObject({
      code: 0,
      out: `denied: office/send_mail  ${id}\n`,
    });
    expect(await home.callgate('approve', id, '--yes', '--binding', binding)).toMatchObject({
      code: 2,
      err: 'not counted: The call is denied\n',
    });
    expect(await home.callgate('deny', id)).toMatchObject({ code: 2 });
    expect(await home.callgate('approve', 'nobody')).toMatchObject({
      code: 1,
      err: expect.stringContaining('error[CALL_UNKNOWN]'),
    });
    expect(await home.gate.desk.read.call(id)).toMatchObject({
      fault: { message: expect.stringContaining('not today') },
    });
  });

  it('counts without a gate, for a gate that comes later', async () => {
    const folder = tempHome();
    const before = await GateProcess.start(folder);
    const { call: id, ticket } = await before.ask('begin', 'mail', MAIL);
    await before.leave();
    const seen = await runCallgateIn(folder, ['approve', String(id), '--json']);
    const { binding }: ApprovalRequest = JSON.parse(seen.out);
    const { code, out, err } = await runCallgateIn(folder, [
      'approve',
      String(id),
      '--yes',
      '--binding',
      binding,
    ]);
    expect([code, err]).toEqual([0, `${ITSELF} writing to the database directly (${folder}/callgate.db)\n`]);
    expect(out).toContain(`approved: office/send_mail  ${String(id)}`);
    const after = await GateProcess.start(folder);
    expect(
      await after.ask('resume', 'resumed', call('send_mail', { to: 'eve@evil.example' }), String(ticket)),
    ).toMatchObject({
      state: 'blocked',
      code: 'APPROVAL_VOID',
    });
    expect(await after.ask('resume', 'again', MAIL, String(ticket))).toMatchObject({
      state: 'dispatching',
      call: id,
    });
  });
});

describe('callgate inbox', () => {
  it('is the same under its earlier names, which say the new one unless JSON is wanted', async () => {
    const home = await openGateHome();
    const { call: id } = await held(home);
    const [now, long, bare] = await Promise.all([
      home.callgate('inbox', '--json'),
      home.callgate('approvals', 'list', '--json'),
      home.callgate('approvals', '--json'),
    ]);
    expect(JSON.parse(now?.out ?? '')).toMatchObject({ id });
    expect([long, bare]).toEqual([now, now]);
    expect((await home.callgate('approvals', '--help')).out).toContain('callgate inbox');
    const refused = await home.callgate('refuse', id);
    expect(refused.err).toMatch(/^note: callgate refuse is now callgate deny\n/);
    expect(refused.code).toBe(0);
  });

  it('shows a call whole, with who said what, also when it is over', async () => {
    const home = await openGateHome();
    const { call: id } = await held(home);
    const before = await home.callgate('inbox', id);
    expect(before.code).toBe(0);
    expect(before.out).toContain('"to": "bob@example.com"');
    expect(before.out).toContain('It waits for approval.\nNobody has voted yet.\n');
    expect((await home.store.read.call(id))?.state).toBe('held');
    await home.callgate('deny', id, '--reason', 'not today');
    const after = await home.callgate('inbox', id);
    expect(after.out).toMatch(/It is denied: .*not today/);
    expect(after.out).toMatch(/local denied \(command-line\): not today/);
    const json: unknown = JSON.parse((await home.callgate('inbox', id, '--json')).out);
    expect(json).toMatchObject({
      call: { id, state: 'refused' },
      question: { arguments: { to: 'bob@example.com' } },
      votes: [{ subject: 'local', verdict: 'refuse' }],
    });
    expect(await home.callgate('inbox', 'nobody')).toMatchObject({
      code: 1,
      err: expect.stringContaining('error[CALL_UNKNOWN]'),
    });
  });

  it('refuses several calls with one word, and tells of each', async () => {
    const home = await openGateHome();
    const ids = [(await held(home)).call, (await held(home, call('delete_note', { id: 'n1' }))).call];
    const { code, out } = await home.callgate('deny', ...ids, '--reason', 'not now');
    expect(code).toBe(0);
    expect(out).toBe(`denied: office/send_mail  ${ids[0]}\ndenied: office/delete_note  ${ids[1]}\n`);
    expect(await home.callgate('deny', ...ids)).toMatchObject({ code: 2, out: '' });
  });

  it('approves several calls with one word only where that is allowed', async () => {
    const home = await openGateHome();
    const hold = async (name: string, text: string): Promise<ApprovalRequest> => {
      const { call: id } = await home.gate.hold(call(name, { text }));
      return await questionOf(home, id);
    };
    const vote = (questions: readonly ApprovalRequest[]) =>
      home.callgate(
        'approve',
        ...questions.map((question) => question.call),
        '--yes',
        '--binding',
        questions.map(({ binding }) => binding).join(','),
        '--json',
      );
    const notes = [await hold('add_note', 'a'), await hold('add_note', 'b')];
    const approved = await vote(notes);
    expect(approved.code).toBe(0);
    expect(
      approved.out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject(notes.map((note) => ({ call: note.call, state: 'approved' })));
    const others = [await hold('delete_note', 'a'), await hold('delete_note', 'b')];
    expect(await vote(others)).toMatchObject({
      code: 1,
      err: expect.stringContaining('error[GROUP_REFUSED]'),
    });
    expect(await vote(others.toReversed().concat(notes))).toMatchObject({ code: 2 });
  });
});

describe.skipIf(process.platform !== 'linux')('at a terminal', () => {
  it('y approves, and only once the question stands there', async () => {
    const home = await openGateHome();
    const { id, finished } = await running(home);
    const terminal = new RunningCommand(home.folder, ['approve', id], true);
    // typed before there is anything to answer
    terminal.type('y\n');
    await terminal.shows('n = leave it > ');
    expect(await home.store.read.votes(id)).toEqual([]);
    terminal.type('perhaps\n');
    await terminal.shows('n = leave it > ', 2);
    terminal.type('y\n');
    expect(await terminal.ended).toBe(0);
    expect(await finished).toMatchObject({ state: 'done' });
  });

  it('n leaves it as it is, and so does enter', async () => {
    const home = await openGateHome();
    const { call: id } = await held(home);
    for (const typed of ['n\n', '\n']) {
      const terminal = new RunningCommand(home.folder, ['approve', id], true);
      await terminal.shows('n = leave it > ');
      terminal.type(typed);
      expect(await terminal.ended).toBe(2);
      expect(terminal.out).toContain('nothing was decided');
    }
    expect((await home.store.read.call(id))?.state).toBe('held');
  });

  it('strong terms want the name of the tool', async () => {
    const home = await openGateHome();
    const { call: id } = await held(home, call('open_vault', { password: 'sesame' }));
    const terminal = new RunningCommand(home.folder, ['approve', id], true);
    await terminal.shows('Type open_vault to approve');
    terminal.type('y\n');
    await terminal.shows('Type open_vault to approve', 2);
    expect(await home.store.read.votes(id)).toEqual([]);
    terminal.type('open_vault\n');
    expect(await terminal.ended).toBe(0);
    expect((await home.store.read.call(id))?.state).toBe('approved');
  });
});

describe('grants', () => {
  it('are given with a yes, shown with their true scope, and taken back', async () => {
    const home = await openGateHome();
    const { call: id } = await held(home);
    const { binding } = await questionOf(home, id);
    const approve = ['approve', id, '--yes', '--binding', binding];
    expect(await home.callgate(...approve, '--grant', 'always')).toMatchObject({ code: 1 });
    expect(await home.callgate(...approve, '--uses', '3')).toMatchObject({ code: 1 });
    expect(await home.callgate(...approve, '--grant', 'session', '--for', 'ever')).toMatchObject({ code: 1 });
    expect((await home.callgate('grants')).out).toBe('No grants in force\n');
    const given = await home.callgate(...approve, '--grant', 'destination', '--uses', '3', '--for', '30m');
    expect(given.code).toBe(0);
    expect(given.out).toContain(
      'your approval also allows up to 3 later calls of this tool to the same destinations',
    );
    const [grant] = (await home.store.read.grants({ limit: 1 }, { live: true, now: Date.now() })).items;
    expect(grant).toMatchObject({
      uses: 3,
      by: ['local'],
      scope: { kind: 'destination', destinations: ['bob@example.com'] },
    });
    const listed = await home.callgate('grants');
    expect(listed.out).toContain('only to “bob@example.com”');
    expect(
      await home.gate.begin(call('send_mail', { to: 'bob@example.com', body: 'at noon' })),
    ).toMatchObject({
      state: 'dispatching',
    });
    const revoke = ['grants', '--revoke', grant?.id ?? ''];
    expect(await home.callgate(...revoke)).toMatchObject({
      code: 1,
      err: expect.stringContaining('--reason is required'),
    });
    expect(await home.callgate(...revoke, '--reason', 'he left')).toMatchObject({
      code: 0,
      out: `Revoked: ${grant?.id}\n`,
    });
    expect(await home.callgate(...revoke, '--reason', 'he left')).toMatchObject({
      code: 1,
      err: expect.stringContaining('error[GRANT_OVER]'),
    });
    expect((await home.callgate('grants')).out).toBe('No grants in force\n');
    expect((await home.callgate('grants', '--all')).out).toContain('revoked by local');
    expect(await home.gate.begin(call('send_mail', { to: 'bob@example.com', body: 'at one' }))).toMatchObject(
      {
        state: 'held',
      },
    );
  });

  it('are tied to arguments as they are in the call', async () => {
    const home = await openGateHome();
    const { call: id } = await held(home);
    const { binding } = await questionOf(home, id);
    const approve = ['approve', id, '--yes', '--binding', binding, '--grant', 'arguments'];
    expect(await home.callgate(...approve)).toMatchObject({
      code: 1,
      err: expect.stringContaining('needs --tie'),
    });
    expect(await home.callgate(...approve, '--tie', 'cc')).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no argument `cc`'),
    });
    const given = await home.callgate(...approve, '--tie', 'body');
    expect(given.code).toBe(0);
    expect(given.out).toContain('of this tool where body is "at ten", with any other arguments');
    const [grant] = (await home.store.read.grants({ limit: 1 }, { live: true, now: Date.now() })).items;
    expect(grant?.scope).toEqual({ kind: 'arguments', constraints: [{ path: ['body'], equals: 'at ten' }] });
  });

  it('are not given without a running gate, and nothing is decided then', async () => {
    const home = await openGateHome();
    const { call: id } = await held(home);
    const { binding } = await questionOf(home, id);
    await home.close();
    const approve = ['approve', id, '--yes', '--binding', binding];
    const wished = await home.callgate(...approve, '--grant', 'session');
    expect(wished.code).toBe(1);
    expect(wished.err).toContain('error[GRANT_WITHOUT_GATEWAY]');
    const chosen = await home.callgate(...approve, '--for', 'always');
    expect(chosen.code).toBe(1);
    expect(chosen.err).toContain('Use --for with one of: once. Only a running gateway gives grants.');
    expect((await home.callgate(...approve, '--for', 'once')).code).toBe(0);
  });

  it('are given as the question offers them', async () => {
    const home = await openGateHome();
    const { call: id } = await held(home);
    const { binding } = await questionOf(home, id);
    const approve = ['approve', id, '--yes', '--binding', binding];
    expect(await home.callgate(...approve, '--for', 'folder')).toMatchObject({
      code: 1,
      err: expect.stringContaining('This call cannot be allowed for `folder`'),
    });
    expect(await home.callgate(...approve, '--for', 'always', '--uses', '3')).toMatchObject({ code: 1 });
    const given = await home.callgate(...approve, '--for', 'always');
    expect(given).toMatchObject({ code: 0, out: expect.stringContaining('with any arguments, for 30 days') });
    const [grant] = (await home.store.read.grants({ limit: 1 }, { live: true, now: Date.now() })).items;
    expect(grant).toMatchObject({ scope: { kind: 'tool' }, uses: 1000 });
    const next = await home.gate.begin(call('send_mail', { to: 'eve@example.com', body: 'hi' }));
    expect(next.state).toBe('dispatching');
    expect((await home.callgate('audit')).out).toContain(`allowed by grant ${grant?.id}`);
  });
});

describe('what nobody knows', () => {
  it('is shown by status, and settled by a person', async () => {
    const folder = tempHome();
    const gate = await GateProcess.start(folder);
    const { call: id } = await gate.ask('begin', 'note', call('add_note', { text: 'milk' }));
    await gate.kill();
    const home = await openGateHome('balanced', folder);
    const status = await home.callgate('status');
    expect(status.code).toBe(0);
    expect(status.out).toContain(
      '  1 call: record a result with callgate inbox CALL --settle happened|did-not-happen --reason WHY',
    );
    expect(status.out).toContain(`office/add_note  ${String(id)}`);
    expect(status.out).toContain('PROCESS_GONE');
    expect((await home.store.read.call(String(id)))?.fault?.message).toBe(
      'The process that sent the call does not answer: it ended, or is paused',
    );
    const settle = ['inbox', String(id), '--reason', 'the note is there'];
    expect(await home.callgate(...settle)).toMatchObject({
      code: 1,
      err: expect.stringContaining('--reason needs --settle'),
    });
    expect(await home.callgate(...settle, '--settle', 'maybe')).toMatchObject({ code: 1 });
    expect(await home.callgate(...settle, '--settle', 'happened')).toMatchObject({ code: 0 });
    expect((await home.store.read.call(String(id)))?.settled).toMatchObject({
      as: 'happened',
      by: 'local',
      reason: 'the note is there',
    });
    expect(await home.callgate(...settle, '--settle', 'happened')).toMatchObject({
      code: 1,
      err: expect.stringContaining('error[CALL_SETTLED]'),
    });
  });
});

describe('callgate sessions --declassify', () => {
  it('takes one label from one context, in the name of whoever does it', async () => {
    const home = await openGateHome();
    const context = { principal: 'local', context: 'c1', authenticated: true };
    await home.gate.run(call('read_mail'), async (dispatchable) => {
      dispatchable.take();
      return { type: 'result', result: {} };
    });
    expect((await home.gate.session(context)).labels).toMatchObject({
      private: { strength: 'known' },
      untrusted: { strength: 'known' },
    });
    const args = [
      'sessions',
      '--principal',
      'local',
      '--declassify',
      'untrusted',
      '--reason',
      'I wrote these mails',
    ];
    expect(await home.callgate(...args, '--context', 'c2')).toMatchObject({
      code: 1,
      err: expect.stringContaining('error[CONTEXT_UNKNOWN]'),
    });
    expect(await home.callgate(...args, '--context', 'c1')).toMatchObject({ code: 0 });
    const session = await home.gate.session(context);
    expect(session.labels).toMatchObject({ private: { strength: 'known' }, untrusted: { strength: 'none' } });
    expect(session.declassifications).toMatchObject([
      { label: 'untrusted', by: 'local', reason: 'I wrote these mails' },
    ]);
  });

  it('takes what was written into a store, which other contexts would read back', async () => {
    const home = await openGateHome();
    const dispatch: Dispatcher = async (dispatchable) => {
      dispatchable.take();
      return { type: 'result', result: {} };
    };
    await home.gate.report(call('read_mail'), { type: 'result', result: {} });
    await home.gate.report(call('add_note', { text: 'copied' }), { type: 'result', result: {} });
    const args = ['sessions', '--store', 'server office', '--declassify', 'private', '--reason', 'a test'];
    expect(await home.callgate(...args)).toMatchObject({ code: 0, out: 'Label private removed\n' });
    expect(await home.callgate(...args)).toMatchObject({
      code: 1,
      err: expect.stringContaining('error[STORE_UNLABELLED]'),
    });
    await home.gate.run(call('read_note', {}, { context: 'c9' }), dispatch);
    const { labels } = await home.gate.session({ principal: 'local', context: 'c9', authenticated: true });
    expect(labels.private.strength).toBe('none');
  });

  it('without a context means all that only a client names', async () => {
    const home = await openGateHome();
    const unnamed = { context: 'whatever', authenticated: false } as const;
    await home.gate.run(call('read_mail', {}, unnamed), async (dispatchable) => {
      dispatchable.take();
      return { type: 'result', result: {} };
    });
    const args = ['sessions', '--principal', 'local', '--declassify', 'private', '--reason', 'nothing in it'];
    expect(await home.callgate(...args)).toMatchObject({ code: 0, out: 'Label private removed\n' });
    const session = await home.gate.session({ principal: 'local', context: 'another', authenticated: false });
    expect(session.labels.private.strength).toBe('none');
    expect(
      await home.callgate('sessions', '--principal', 'local', '--declassify', 'secret', '--reason', 'r'),
    ).toMatchObject({
      code: 1,
      err: expect.stringContaining('has the label secret'),
    });
  });
});

describe('callgate status', () => {
  it('tells of consoles that answer, and not of those that are gone', async () => {
    const home = await openGateHome();
    expect((await home.callgate('status')).out).toContain('Consoles\n  none\n');
    const server = createServer((_, response) => response.end());
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const run = join(home.folder, 'run');
    const local = `http://127.0.0.1:${port}`;
    const url = 'https://callgate.example.org/\u001B[2J';
    const leave = announceConsole(run, { id: 'a', url, local, shared: false, pid: process.pid, since: 0 });
    onTestFinished(leave);
    const silent = 'http://127.0.0.1:1';
    onTestFinished(
      announceConsole(run, {
        id: 'b',
        url: silent,
        local: silent,
        shared: false,
        pid: process.pid,
        since: 0,
      }),
    );
    const { out } = await home.callgate('status');
    expect(out).toContain(`  pid ${process.pid}  https://callgate.example.org/⟦U+001B⟧[2J  since 1970`);
    expect(out).not.toContain(silent);
    const json: unknown = JSON.parse((await home.callgate('status', '--json')).out);
    expect(json).toMatchObject({ consoles: [{ url, pid: process.pid, since: 0 }] });
    leave();
    expect((await home.callgate('status')).out).toContain('Consoles\n  none\n');
  });

  it('tells of every gate that runs, of what waits, who decided and what was alarming', async () => {
    const home = await openGateHome();
    const other = await openGateHome('observe', home.folder);
    const { call: id, ticket } = await held(home);
    await held(home, call('delete_note', { id: 'n1' }));
    await home.callgate('deny', id);
    await home.gate.resume(ticket, call('send_mail', { to: 'eve@evil.example' }));
    const { code, out, err } = await home.callgate('status');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(home.store.instance);
    expect(out).toContain('policy observe, OBSERVING ONLY');
    expect(out).toContain('  1 call: run callgate inbox');
    expect(out).toContain('local voted once, approved 0 %');
    expect(out).toContain('RESUMED_OTHERWISE');
    const json: Record<string, readonly Record<string, unknown>[]> = JSON.parse(
      (await home.callgate('status', '--json')).out,
    );
    expect(json).toMatchObject({ folder: home.folder, waiting: 1, unsettled: { count: 0, more: false } });
    expect(new Set(json['processes']?.map(({ instance }) => instance))).toEqual(
      new Set([home.store.instance, other.store.instance]),
    );
  });
});

describe('whatever others wrote', () => {
  const HOSTILE = 'x\u001B]0;gone\u0007\u001B[2J\u202Eevil\u2066\u200B\u{E0041}\u0085\u2028\r\nforged: line';
  // what acts on a terminal, hides, turns text around or breaks lines
  const ACTS = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\n]]/v;

  it('never reaches a terminal as it is, be it a name, an argument, a reason or an alert', async () => {
    const home = await openGateHome();
    const principal = { ...LOCAL_PRINCIPAL, subject: `local${HOSTILE}` };
    const request = call(
      'send_mail',
      { [`to${HOSTILE}`]: HOSTILE, to: 'bob@example.com', body: HOSTILE },
      { principal },
    );
    const { call: id } = await held(home, request);
    const row = (await home.store.read.call(id)) as CallRow;
    // names like these are refused at the door; somebody else may have written them into the store
    const forged: CallRow = {
      ...row,
      id: `forged${HOSTILE}`,
      server: HOSTILE,
      target: HOSTILE,
      context: HOSTILE,
      ticket: 'tk_forged',
      decision: {
        ...row.decision,
        reasons: [HOSTILE],
        rules: [{ id: HOSTILE, layer: 'user', outcome: 'confirm', reason: HOSTILE, counted: 'matches' }],
      },
      twin: HOSTILE,
    };
    const unknown: CallRow = {
      ...forged,
      id: `unknown${HOSTILE}`,
      ticket: null,
      state: 'indeterminate',
      waiting: null,
      fault: { code: HOSTILE, message: HOSTILE },
    };
    await home.store.transact(async (tx) => {
      await tx.insertCall(forged);
      await tx.insertCall(unknown);
      await tx.addAlert({ id: HOSTILE, at: 0, code: HOSTILE, message: HOSTILE, call: HOSTILE, to: [] });
      await tx.addVote({
        call: id,
        subject: HOSTILE,
        verdict: 'approve',
        via: 'terminal',
        at: 0,
        opened: true,
        reason: HOSTILE,
      });
      await tx.insertGrant({
        id: HOSTILE,
        principal: HOSTILE,
        server: HOSTILE,
        target: HOSTILE,
        definition: HOSTILE,
        policy: HOSTILE,
        scope: { kind: 'destination', destinations: [HOSTILE] },
        rules: [HOSTILE],
        by: [HOSTILE],
        call: HOSTILE,
        givenAt: 0,
        endsAt: Date.now() + 1_000_000,
        uses: 1,
        usesLeft: 1,
        revoked: null,
      });
    });
    const commands = [
      ['inbox'],
      ['inbox', '--json'],
      ['status'],
      ['status', '--json'],
      ['grants'],
      ['grants', '--json'],
      ['approve', id],
      ['approve', id, '--json'],
      ['approve', forged.id],
      ['approve', HOSTILE],
      ['deny', unknown.id],
      ['inbox', HOSTILE, '--settle', HOSTILE, '--reason', HOSTILE],
      ['inbox', HOSTILE, '--settle', 'happened', '--reason', HOSTILE],
      ['grants', '--revoke', `${HOSTILE}2`, '--reason', HOSTILE],
      [
        'sessions',
        '--principal',
        HOSTILE,
        '--context',
        HOSTILE,
        '--declassify',
        'private',
        '--reason',
        HOSTILE,
      ],
    ];
    const look = async (): Promise<string> => {
      let all = '';
      for (const args of commands) {
        const { out, err } = await home.callgate(...args);
        expect(`${args.join(' ')}: ${ACTS.exec(out + err)?.[0] ?? 'nothing acts'}`).toBe(
          `${args.join(' ')}: nothing acts`,
        );
        expect(out + err).not.toMatch(/^forged: line/m);
        all += out;
      }
      return all;
    };
    const live = await look();
    expect(live).toContain('⟦U+001B⟧]0;gone⟦U+0007⟧');
    await home.close();
    const itself = await look();
    expect(itself).toContain('⟦U+202E⟧evil');
  });
});
