import type { JsonObject, Session } from '@callgate/core';
import { applyEvent, judgeCall, startSession } from '@callgate/core';
import type { Origins, SessionEvent } from '@callgate/core/label';
import { describe, expect, it } from 'vitest';
import { READS_MAIL, SENDS, WRITES, makeTracedTool, textResult } from '../../test/make-traced-tool.ts';
import { listProvenValues } from './judge-call.ts';
import { MAX_APPROVED, dropEvidence } from './session.ts';

const text = { type: 'string' };
const sending = {
  annotations: SENDS,
  roles: { to: 'destination', cc: 'destination', body: 'payload' },
  properties: { to: text, cc: text, body: text },
  settings: { identities: ['me@corp.example'] },
};
const send = makeTracedTool('send_message', sending);
const search = makeTracedTool('search_web', { annotations: SENDS, properties: { query: text } });
const readMail = makeTracedTool('list_messages', { annotations: READS_MAIL });

const SEEN: readonly SessionEvent[] = [
  { type: 'user', text: 'Answer my mail' },
  { type: 'call', id: 'c0', tool: readMail },
  { type: 'result', id: 'c0', tool: readMail, args: {}, result: textResult('The code is 7QX-4411-ZULU.') },
];
const play = (...events: readonly SessionEvent[]): Session =>
  [...SEEN, ...events].reduce(applyEvent, startSession('ctx'));
const approved = (args: JsonObject, tool = send, id = 'a1'): SessionEvent => ({
  type: 'call',
  id,
  tool,
  approved: args,
});
const judge = (session: Session, args: JsonObject, tool = send): Origins =>
  judgeCall(session, tool, args).origins;

describe('an approved call', () => {
  const to = 'kari@skerry.example';

  it('proves its values for the same argument of the same tool', () => {
    const session = play(approved({ to, body: 'see https://skerry.example/a' }));
    expect(judge(session, { to, body: 'more' }).proven).toBe('yes');
    expect(judge(session, { to, body: 'again https://skerry.example/a' }).proven).toBe('yes');
    expect(listProvenValues(session, send, { to })).toMatchObject([{ proof: 'approved', text: to }]);
    for (const args of [{ cc: to }, { to: `x${to}` }, { to, body: 'see https://skerry.example/b' }])
      expect(judge(session, args).proven).toBe('no');
    const other = makeTracedTool('send_letter', sending);
    expect(judge(session, { to }, other).proven).toBe('no');
    const changed = makeTracedTool('send_message', { ...sending, directory: true });
    expect(judge(session, { to }, changed).proven).toBe('no');
  });

  it('proves a value for the place it stood in alone', () => {
    const account = { type: 'object', properties: { account: text } };
    const move = makeTracedTool('move_money', {
      annotations: SENDS,
      properties: { from: account, to: account },
    });
    const args = { from: { account: 'A-77120' }, to: { account: 'B-90002' } };
    const session = play(approved(args, move));
    expect(judge(session, args, move).unproven).toEqual([]);
    expect(judge(session, { from: args.to, to: args.from }, move).unproven).toHaveLength(2);
  });

  it('lets the same text go to the same place again, and no other', () => {
    const query = 'what is 7QX-4411-ZULU';
    const session = play(approved({ query }, search));
    expect(judge(session, { query }, search).destination).toBe('yes');
    expect(judge(session, { query: `${query}?` }, search).destination).toBe('no');
  });

  it('proves the person’s own address, which nothing else does', () => {
    expect(judge(play(), { to: 'me@corp.example' }).proven).toBe('no');
    expect(judge(play(approved({ to: 'me@corp.example' })), { to: 'me@corp.example' }).proven).toBe('yes');
  });

  it('proves their own address beside what was approved with it', () => {
    const mine = 'me@corp.example';
    const session = play(approved({ to: 'a@skerry.example' }), approved({ to: mine }, send, 'a2'));
    expect(judge(session, { to: mine }).proven).toBe('yes');
    expect(judge(session, { to: 'a@skerry.example', cc: mine }).proven).toBe('yes');
  });

  it('makes what it makes the person’s', () => {
    const create = makeTracedTool('create_file', { annotations: WRITES, properties: { content: text } });
    const append = makeTracedTool('append_file', {
      annotations: WRITES,
      properties: { file_id: text, content: text },
    });
    const args = { content: 'x' };
    const result: SessionEvent = {
      type: 'result',
      id: 'a1',
      tool: create,
      args,
      result: textResult('{"id": "f-91827"}'),
    };
    const change = { file_id: 'f-91827', content: 'y' };
    expect(judge(play(approved(args, create), result), change, append).proven).toBe('yes');
    expect(judge(play({ type: 'call', id: 'a1', tool: create }, result), change, append).proven).toBe('no');
  });

  it('counts for the task, once, and as long as what was said before it', () => {
    const said = (n: number): SessionEvent => ({ type: 'user', text: `Read mail ${n}` });
    const once = play(approved({ to }), approved({ to }));
    expect(once.approved).toHaveLength(1);
    const seven = Array.from({ length: 7 }, (_, n) => said(n)).reduce(applyEvent, once);
    expect(judge(seven, { to }).proven).toBe('yes');
    expect(applyEvent(seven, said(8)).approved).toBeUndefined();
    expect(applyEvent(once, { type: 'end' }).approved).toBeUndefined();
    expect(dropEvidence(once).approved).toBeUndefined();
    const declared = startSession('ctx');
    const early = applyEvent(declared, approved({ to }));
    const task: SessionEvent = { type: 'user', text: 'Other', via: 'task', vouched: true };
    expect(applyEvent(early, task).approved).toBeDefined();
    const clean = makeTracedTool('add_note', { annotations: WRITES });
    const trusted = applyEvent(declared, approved({ to }, clean));
    expect(applyEvent(trusted, task).approved).toBeUndefined();
  });

  it('is forgotten where there is too much', () => {
    const many = Array.from({ length: MAX_APPROVED + 1 }, (_, n) =>
      approved({ to: `${n}@skerry.example` }, send, `a${n}`),
    );
    const session = play(...many);
    expect(session.approved).toHaveLength(MAX_APPROVED);
    expect(judge(session, { to: '0@skerry.example' }).proven).toBe('no');
    const long = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`to${n}`, `${n}@skerry.example`]));
    expect(play(approved(long)).approved?.[0]?.values).toEqual([]);
    expect(play(approved({ to: 'half a pair \ud800' })).approved?.[0]?.values).toEqual([]);
  });

  it('is not put together with another', () => {
    const pay = makeTracedTool('pay_invoice', {
      annotations: SENDS,
      roles: { account: 'destination', amount: 'critical', note: 'payload' },
      properties: { account: text, amount: { type: 'number' }, note: text },
    });
    const [a, b] = ['GB29NWBK60161331926819', 'DE89370400440532013000'];
    const session = play(
      approved({ account: a, amount: 80 }, pay, 'a1'),
      approved({ account: b, amount: 9500, note: 'see https://skerry.example/b' }, pay, 'a2'),
    );
    expect(judge(session, { account: a, amount: 80 }, pay).proven).toBe('yes');
    expect(judge(session, { account: b, amount: 9500 }, pay).proven).toBe('yes');
    expect(judge(session, { account: a, amount: 9500 }, pay).proven).toBe('no');
    const noted = { amount: 80, note: 'see https://skerry.example/b' };
    expect(judge(session, { account: a, ...noted }, pay).proven).toBe('no');
    expect(judge(session, { account: b, amount: 9500, note: noted.note }, pay).proven).toBe('yes');
  });

  it('proves paths below what it names or makes, where the request asks to make or change something', () => {
    const path = { properties: { path: text }, annotations: WRITES };
    const make = makeTracedTool('create_folder', path);
    const write = makeTracedTool('write_file', path);
    const asked: SessionEvent = { type: 'user', text: 'Write the reports and create what is needed' };
    const result: SessionEvent = {
      type: 'result',
      id: 'a1',
      tool: make,
      args: { path: '/srv/reports' },
      result: textResult('ok'),
    };
    const session = play(asked, approved({ path: '/srv/reports' }, make), result);
    const proofs = (of: Session, tool: typeof make, value: string): readonly unknown[] =>
      listProvenValues(of, tool, { path: value }).map(({ proof }) => proof);
    expect(proofs(session, make, '/srv/reports/march')).toEqual(['below']);
    expect(proofs(session, write, '/srv/reports/march/a.txt')).toEqual(['below']);
    expect(proofs(session, write, '/srv/reports-old/a.txt')).toEqual([]);
    const unmade = play(asked, approved({ path: '/srv/reports' }, make));
    expect(proofs(unmade, make, '/srv/reports/march')).toEqual(['below']);
    expect(proofs(unmade, write, '/srv/reports/march')).toEqual([]);
    const unasked = play(approved({ path: '/srv/reports' }, make), result);
    expect(proofs(unasked, make, '/srv/reports/march')).toEqual([]);
    const two = play(asked, approved({ path: '/srv/a' }, make), approved({ path: '/srv/b/c' }, make, 'a2'));
    expect(proofs(two, make, '/srv/b/c/d')).toEqual(['below']);
    expect(proofs(play(asked, approved({ path: '/srv' }, make)), make, '/srv/a')).toEqual([]);
  });
});
