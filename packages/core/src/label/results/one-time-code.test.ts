import type { Session, TracedTool } from '@callgate/core';
import { applyEvent, judgeCall, startSession } from '@callgate/core';
import type { SessionEvent } from '@callgate/core/label';
import { describe, expect, it } from 'vitest';
import { READS_MAIL, SENDS, WRITES, makeTracedTool, textResult } from '../../../test/make-traced-tool.ts';
import { listProvenValues } from '../judge-call.ts';
import { MAX_CHANGED } from '../session.ts';

const text = { type: 'string' };
const begin = makeTracedTool('start_sign_in', { annotations: WRITES });
const confirming = (name: string, annotations = WRITES, type = 'string'): TracedTool =>
  makeTracedTool('confirm_sign_in', { annotations, properties: { [name]: { type } } });
const readMail = makeTracedTool('list_messages', { annotations: READS_MAIL });
const mail = (id: string, ...texts: readonly string[]): readonly SessionEvent[] => [
  { type: 'call', id, tool: readMail },
  { type: 'result', id, tool: readMail, args: {}, result: textResult(texts.join(' ')) },
];
const change = (id: string, intended: boolean): readonly SessionEvent[] => [
  { type: 'call', id, tool: begin },
  { type: 'result', id, tool: begin, args: {}, result: textResult('sent'), intended },
];
const play = (...events: readonly (readonly SessionEvent[])[]): Session =>
  [
    { type: 'user', text: 'Please sign me in to the bank portal' } satisfies SessionEvent,
    ...events.flat(),
  ].reduce(applyEvent, startSession('ctx'));
const isProven = (session: Session, name: string, value: string | number, tool = confirming(name)): boolean =>
  judgeCall(session, tool, { [name]: value }).origins.proven === 'yes';

describe('a one-time code', () => {
  const own = play(mail('m1', 'Hello'), change('c1', true), mail('m2', 'Your code is 482913 or KX-771 now'));

  it('is proven by a result after the person’s own change on the server', () => {
    expect(isProven(own, 'verification_code', '482913')).toBe(true);
    expect(isProven(own, 'otp', 'KX-771')).toBe(true);
    expect(isProven(own, 'otp', 482_913, confirming('otp', WRITES, 'integer'))).toBe(true);
    expect(listProvenValues(own, confirming('otp'), { otp: '482913' })).toMatchObject([
      { proof: 'oneTimeCode' },
    ]);
  });

  it.each([
    ['discount_code', '482913'],
    ['password', '482913'],
    ['verification_code', '48291'],
    ['verification_code', 'Hello'],
    ['verification_code', 'code'],
  ])('is not what %s holds as %s', (name, value) => {
    expect(isProven(own, name, value)).toBe(false);
  });

  it('is none where anybody else changed something last, or nothing came after', () => {
    const code = mail('m2', 'Your code is 482913.');
    expect(isProven(play(mail('m1', 'Hello'), change('c1', false), code), 'otp', '482913')).toBe(false);
    expect(isProven(play(code, change('c1', true)), 'otp', '482913')).toBe(false);
    expect(isProven(play(mail('m1', 'Hello'), code), 'otp', '482913')).toBe(false);
    const later: readonly SessionEvent[] = [{ type: 'call', id: 'c9', tool: begin }];
    expect(isProven([...later].reduce(applyEvent, own), 'otp', '482913')).toBe(false);
    expect(applyEvent(own, { type: 'end' }).changes).toBeUndefined();
  });

  it('is none for a tool that reaches outside, or where others of the person’s sessions saw untrusted content', () => {
    const sends = makeTracedTool('confirm_sign_in', { annotations: SENDS, properties: { otp: text } });
    expect(isProven(own, 'otp', '482913', sends)).toBe(false);
    const joined = applyEvent(own, { type: 'join', labels: own.labels });
    expect(isProven(joined, 'otp', '482913')).toBe(false);
  });

  it('is looked for after the last change of each of so many servers', () => {
    const at = (server: string): TracedTool => makeTracedTool('add_note', { annotations: WRITES, server });
    const calls = Array.from({ length: MAX_CHANGED + 1 }, (_, n): readonly SessionEvent[] => [
      { type: 'call', id: `n${n}`, tool: at(`s${n}`) },
    ]);
    const { changes } = play(...calls);
    expect(changes).toHaveLength(MAX_CHANGED);
    expect(changes?.[0]).toEqual({ server: 's1', call: 'n1', own: false });
    expect(play(change('c1', true), change('c2', false)).changes).toEqual([
      { server: begin.tool.server.name, call: 'c2', own: false },
    ]);
  });
});
