import { join } from 'node:path';
import { memoryKeys } from '@callgate/gate';
import { describe, expect, it } from 'vitest';
import { folder, host, statesOf, who } from '../../test/conversation.ts';
import { openDefinedGate } from '../../test/definitions.ts';
import { castPersonVote, findPendingApproval, withdrawCall } from './approvals.ts';
import { admitOrWait, runWithApproval } from './run-with-approval.ts';

const MAIL = { name: 'send_mail', input: { to: 'bob@example.com', text: 'hello' } };
const SHORT = { ...host, waitMs: 1 };

const held = async (gate: Awaited<ReturnType<typeof openDefinedGate>>, id: string): Promise<void> => {
  await expect(runWithApproval(gate, SHORT, { ...MAIL, id }, () => 'sent')).rejects.toMatchObject({
    code: 'CALL_HELD',
  });
};

describe('a call that is the same as one that waits', () => {
  it('is found by its own id, and the question is one', async () => {
    const gate = await openDefinedGate();
    await held(gate, 'a');
    await held(gate, 'b');
    const first = await findPendingApproval(gate, who, 'a');
    const second = await findPendingApproval(gate, who, 'b');
    expect(second?.question).toBeDefined();
    expect(second?.call).toBe(first?.call);
    expect(await findPendingApproval(gate, { ...who, context: 'another' }, 'b')).toBeUndefined();
  });

  it('runs when a person has agreed by its id, and the other one is asked about anew', async () => {
    const gate = await openDefinedGate();
    await held(gate, 'a');
    await held(gate, 'b');
    const question = (await findPendingApproval(gate, who, 'b'))?.question;
    if (question === undefined) throw new Error('nobody is asked');
    await castPersonVote(gate, { question, approved: true, subject: 'local', opened: true });
    expect(await runWithApproval(gate, SHORT, { ...MAIL, id: 'a' }, () => 'sent')).toBe('sent');
    expect(await findPendingApproval(gate, who, 'b')).toBeUndefined();
    await held(gate, 'b');
    expect((await statesOf(gate)).toSorted()).toEqual(['send_mail done', 'send_mail held']);
  });

  it('is found by what it is in another process', async () => {
    const place = { path: join(folder(), 'gate.db'), keys: memoryKeys() };
    const one = await openDefinedGate(place);
    await held(one, 'a');
    await held(one, 'b');
    const two = await openDefinedGate(place);
    expect(await findPendingApproval(two, who, 'b')).toBeUndefined();
    const found = await findPendingApproval(two, who, 'b', MAIL);
    expect(found?.call).toBe((await findPendingApproval(two, who, 'a'))?.call);
    const other = { ...MAIL, input: { ...MAIL.input, text: 'bye' } };
    expect(await findPendingApproval(two, who, 'b', other)).toBeUndefined();
    expect(await findPendingApproval(two, who, 'b', { ...MAIL, input: { n: 2 ** 53 + 2 } })).toBeUndefined();
  });

  it('can be given up and leaves the other one waiting', async () => {
    const gate = await openDefinedGate();
    await held(gate, 'a');
    await held(gate, 'b');
    expect(await withdrawCall(gate, who, 'b', 'no longer needed')).toBe(true);
    expect(await withdrawCall(gate, who, 'b', 'no longer needed')).toBe(false);
    expect(await statesOf(gate)).toEqual(['send_mail held']);
    expect(await withdrawCall(gate, who, 'a', 'no longer needed')).toBe(true);
    expect(await statesOf(gate)).toEqual(['send_mail withdrawn']);
  });
});

describe('a call that waits inside a turn', () => {
  it('stays held when the gate closes, and runs in another process after a person agreed', async () => {
    const place = { path: join(folder(), 'gate.db'), keys: memoryKeys() };
    const one = await openDefinedGate(place);
    const waiting = runWithApproval(one, host, { ...MAIL, id: 'a' }, () => 'sent');
    waiting.catch(() => {});
    await expect.poll(() => statesOf(one)).toEqual(['send_mail held']);
    await one.close();
    await expect(waiting).rejects.toMatchObject({ code: 'CALL_HELD' });
    const two = await openDefinedGate(place);
    const question = (await findPendingApproval(two, who, 'a'))?.question;
    if (question === undefined) throw new Error('nobody is asked');
    await castPersonVote(two, { question, approved: true, subject: 'local', opened: true });
    expect(await runWithApproval(two, host, { ...MAIL, id: 'a' }, () => 'sent')).toBe('sent');
    expect(await statesOf(two)).toEqual(['send_mail done']);
  });

  it('is withdrawn when the host leaves, also by a signal of another class', async () => {
    const gate = await openDefinedGate();
    const signal = Object.assign(new EventTarget(), { aborted: false });
    const waiting = admitOrWait(
      gate,
      host,
      {
        kind: 'tool',
        server: 'app',
        authenticated: true,
        ...who,
        name: MAIL.name,
        arguments: MAIL.input,
        key: 'a',
      },
      { signal: signal as unknown as AbortSignal },
    );
    await expect.poll(() => statesOf(gate)).toEqual(['send_mail held']);
    signal.dispatchEvent(new Event('abort'));
    expect((await waiting).state).toBe('withdrawn');
    expect(await statesOf(gate)).toEqual(['send_mail withdrawn']);
  });
});
