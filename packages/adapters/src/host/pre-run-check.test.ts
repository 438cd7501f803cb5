import { CallgateError } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { describe, expect, it } from 'vitest';
import { agentTools, host, openGate, policyFrom, statesOf, who } from '../../test/conversation.ts';
import { castPersonVote, findPendingApproval } from './approvals.ts';
import { PreRunCheck } from './pre-run-check.ts';
import { requestOf } from './host-options.ts';
import { endTurn } from './unstarted-calls.ts';

const READ = requestOf(host, 'read_notes', { about: 'food' }, 'read-1');
const MAIL = requestOf(host, 'send_mail', { to: 'bob@example.com', text: 'hello' }, 'mail-1');
const WIPE = requestOf(host, 'wipe_notes', {}, 'wipe-1');

const opened = async (): Promise<{ readonly gate: Gate; readonly first: PreRunCheck }> => {
  const gate = await openGate(agentTools([]));
  return { gate, first: new PreRunCheck(gate, host) };
};

const agree = async (gate: Gate, id: string): Promise<void> => {
  const question = (await findPendingApproval(gate, who, id))?.question;
  if (question === undefined) throw new Error('nobody is asked');
  await castPersonVote(gate, { question, approved: true, subject: 'local', opened: true });
};

describe('a call that may run', () => {
  it('is let out when the framework asks, and handed over once', async () => {
    const { gate, first } = await opened();
    expect(await first.ask(READ)).toBe('run');
    expect(await statesOf(gate)).toEqual(['read_notes dispatching']);
    const dispatchable = await first.enter(READ, undefined);
    expect(dispatchable.target).toBe('read_notes');
    await expect(first.enter(READ, undefined)).rejects.toMatchObject({ code: 'CALL_TWICE' });
    await gate.settle(dispatchable, { type: 'result', result: null });
  });

  it('is not handed over to other arguments', async () => {
    const { gate, first } = await opened();
    await first.ask(READ);
    const other = { ...READ, arguments: { about: 'money' } };
    await expect(first.enter(other, undefined)).rejects.toMatchObject({ code: 'KEY_REUSED' });
    expect(await endTurn(gate, who)).toBe(1);
  });

  it('is asked about when it is to run where it has no id', async () => {
    const { gate, first } = await opened();
    const { key: _, ...nameless } = READ;
    expect(await first.ask(nameless)).toBe('run');
    expect(await statesOf(gate)).toEqual([]);
    const dispatchable = await first.enter(nameless, undefined);
    await gate.settle(dispatchable, { type: 'result', result: null });
    expect(await statesOf(gate)).toEqual(['read_notes done']);
  });
});

describe('a call that must not run', () => {
  it('throws the reason of the policy where it would run', async () => {
    const { first } = await opened();
    expect(await first.ask(WIPE)).toBe('run');
    await expect(first.enter(WIPE, undefined)).rejects.toThrow('notes are not wiped by agents');
    await expect(first.enter(WIPE, undefined)).rejects.toMatchObject({ code: 'CALL_TWICE' });
  });
});

describe('a call that could not be asked about', () => {
  const busyOnce = async (): Promise<{ readonly gate: Gate; readonly first: PreRunCheck }> => {
    let busy = true;
    const gate = await openGate(agentTools([]), {
      failpoint: (name) => {
        if (name !== 'begin:before-commit' || !busy) return;
        busy = false;
        throw new CallgateError('STORE_BUSY', 'the store is busy');
      },
    });
    return { gate, first: new PreRunCheck(gate, host) };
  };

  it('enters where it was asked about again and may run', async () => {
    const { gate, first } = await busyOnce();
    expect(await first.ask(READ)).toBe('run');
    expect(await first.ask(READ)).toBe('run');
    const dispatchable = await first.enter(READ, undefined);
    await gate.settle(dispatchable, { type: 'result', result: null });
    expect(await statesOf(gate)).toEqual(['read_notes done']);
  });

  it.each([
    ['another call of the same id', async () => {}, { ...READ, arguments: { about: 'money' } }],
    ['the next turn', async (gate: Gate) => void (await endTurn(gate, who)), READ],
  ])('says nothing about %s', async (_, between, request) => {
    const { gate, first } = await busyOnce();
    await first.ask(READ);
    await between(gate);
    const dispatchable = await first.enter(request, undefined);
    await gate.settle(dispatchable, { type: 'result', result: null });
    expect(await statesOf(gate)).toEqual(['read_notes done']);
  });
});

describe('a call that needs people', () => {
  it('pauses, does not enter, and runs when it is asked about again after they agreed', async () => {
    const { gate, first } = await opened();
    expect(await first.ask(MAIL)).toBe('pause');
    await expect(first.enter(MAIL, undefined)).rejects.toMatchObject({ code: 'CALL_HELD' });
    expect(await first.ask(MAIL)).toBe('pause');
    await agree(gate, 'mail-1');
    expect(await new PreRunCheck(gate, host).ask(MAIL)).toBe('run');
    const dispatchable = await first.enter(MAIL, undefined);
    await gate.settle(dispatchable, { type: 'result', result: null });
  });

  it('can be one that somebody else wants approved', async () => {
    const { gate, first } = await opened();
    expect(await first.ask(READ, true)).toBe('pause');
    await expect(first.enter(READ, undefined)).rejects.toMatchObject({ code: 'CALL_HELD' });
    await agree(gate, 'read-1');
    const dispatchable = await first.enter(READ, undefined);
    await gate.settle(dispatchable, { type: 'result', result: null });
  });

  it('pauses for somebody else where the policy only observes, and runs then', async () => {
    const policy = policyFrom('extends: balanced\nmode: observe\n');
    const gate = await openGate(agentTools([]), { policy });
    const first = new PreRunCheck(gate, host);
    expect(await first.ask(READ, true)).toBe('pause');
    const dispatchable = await first.enter(READ, undefined);
    await gate.settle(dispatchable, { type: 'result', result: null });
  });
});
