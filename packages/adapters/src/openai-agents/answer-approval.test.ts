import type { People } from '@callgate/gate';
import { describe, expect, it } from 'vitest';
import type { OpenOptions } from '../../test/conversation.ts';
import { agentTools, host, openGate, policyFrom, statesOf, who } from '../../test/conversation.ts';
import { requestOf } from '../host/host-options.ts';
import { answerApproval, findPendingInterruption } from './index.ts';

const ITEM = { rawItem: { type: 'function_call', callId: 'mail-1' } };
const MAIL = requestOf(host, 'send_mail', { to: 'bob@example.com', text: 'hello' }, 'mail-1');

const OFFICE: People = {
  all: ['ann', 'ben'].map((subject) => ({ subject, groups: [], active: true })),
  selfApproval: false,
};
const TWO = policyFrom(`
extends: balanced
rules:
  - id: two-for-mail
    tools: ["app/send_mail"]
    then: confirm
    approvers: 2
    reason: mail needs two people
`);

const waiting = async (options: OpenOptions = {}) => {
  const gate = await openGate(agentTools([]), options);
  await gate.begin(MAIL);
  const question = (await findPendingInterruption(gate, who, ITEM))?.question;
  if (question === undefined) throw new Error('nobody is asked');
  const told: unknown[] = [];
  const state = {
    approve: (item: typeof ITEM) => void told.push(['approve', item]),
    reject: (item: typeof ITEM, why?: { message?: string }) => void told.push(['reject', item, why]),
  };
  return { gate, question, told, state };
};

describe('an interruption', () => {
  it('is answered at the gate first, and then the state is told', async () => {
    const { gate, question, told, state } = await waiting();
    const word = { question, approved: true, subject: 'local', opened: true };
    expect(await answerApproval(gate, state, ITEM, word)).toMatchObject({ goesOn: true });
    expect(told).toEqual([['approve', ITEM]]);
    expect(await statesOf(gate)).toEqual(['send_mail approved']);
  });

  it('is rejected with the reason of the person', async () => {
    const { gate, question, told, state } = await waiting();
    const word = { question, approved: false, subject: 'local', opened: true, reason: 'wrong bob' };
    await answerApproval(gate, state, ITEM, word);
    expect(told).toEqual([['reject', ITEM, { message: 'Not run: wrong bob' }]]);
    expect(await statesOf(gate)).toEqual(['send_mail refused']);
  });

  it('is not told to the state as long as others must agree', async () => {
    const { gate, question, told, state } = await waiting({ policy: TWO, people: OFFICE });
    const word = { question, approved: true, opened: true };
    const first = await answerApproval(gate, state, ITEM, { ...word, subject: 'ann' });
    expect(first.goesOn).toBe(false);
    expect(told).toEqual([]);
    await answerApproval(gate, state, ITEM, { ...word, subject: 'ben' });
    expect(told).toEqual([['approve', ITEM]]);
  });

  it('of a hosted tool is not for the gate', async () => {
    const { gate } = await waiting();
    const hosted = { rawItem: { type: 'hosted_tool_call', id: 'request-1' } };
    await expect(findPendingInterruption(gate, who, hosted)).rejects.toMatchObject({
      code: 'NOT_OF_THE_GATE',
    });
  });
});
