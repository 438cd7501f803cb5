import { join } from 'node:path';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { Gate, People } from '@callgate/gate';
import { memoryKeys } from '@callgate/gate';
import { generateText, isStepCount } from 'ai';
import { describe, expect, it } from 'vitest';
import type { ToolEffect } from '../../test/conversation.ts';
import {
  agentTools,
  userMessages,
  folder,
  host,
  openGate,
  policyFrom,
  statesOf,
  who,
} from '../../test/conversation.ts';
import { requestOf } from '../host/host-options.ts';
import { approvalIdOf, callsTurn, textTurn, createScript } from '../../test/scripted-model.ts';
import { answerApproval, gatedTools, toolApproval, findPendingApproval } from './index.ts';

const MAIL = { id: 'mail-1', tool: 'send_mail', input: { to: 'bob@example.com', text: 'hello' } };

const person = (subject: string) => ({ subject, groups: [], active: true });
const OFFICE: People = { all: ['ann', 'ben', 'local'].map(person), selfApproval: false };
const TWO = policyFrom(`
extends: balanced
rules:
  - id: two-for-mail
    tools: ["app/send_mail"]
    then: confirm
    approvers: 2
    reason: mail needs two people
`);

const holdMail = async (gate: Gate, done: ToolEffect[]) => {
  const { responseMessages } = await generateText({
    model: createScript([callsTurn([MAIL])]).model,
    tools: gatedTools(gate, agentTools(done), host),
    toolApproval: toolApproval(gate),
    messages: userMessages('write to bob'),
  });
  return [...userMessages('write to bob'), ...responseMessages];
};

const questionOf = async (gate: Gate) => {
  const waiting = await findPendingApproval(gate, who, 'mail-1');
  if (waiting?.question === undefined) throw new Error('nobody is asked');
  return waiting.question;
};

describe('asking', () => {
  it('shows the whole arguments and what the vote is bound to', async () => {
    const done: ToolEffect[] = [];
    const gate = await openGate(agentTools(done));
    await holdMail(gate, done);
    expect(await questionOf(gate)).toMatchObject({
      target: 'send_mail',
      arguments: MAIL.input,
      binding: expect.stringMatching(/./),
      selfApproval: true,
    });
    expect(await findPendingApproval(gate, who, 'mail-2')).toBeUndefined();
    expect(await findPendingApproval(gate, { ...who, context: 'another' }, 'mail-1')).toBeUndefined();
  });

  it('is not needed again for a call of a plan that was approved', async () => {
    const done: ToolEffect[] = [];
    const gate = await openGate(agentTools(done));
    const [listed] = await gate.plan([requestOf(host, MAIL.tool, MAIL.input, undefined)]);
    const call = listed?.state === 'held' ? listed.call : '';
    const { binding = '' } = (await gate.desk.question(call)) ?? {};
    const yes = { call, binding, subject: 'local', verdict: 'approve', via: 'console' } as const;
    expect((await gate.desk.vote({ ...yes, opened: true })).state).toBe('approved');
    await generateText({
      model: createScript([callsTurn([MAIL]), textTurn('sent')]).model,
      tools: gatedTools(gate, agentTools(done), host),
      toolApproval: toolApproval(gate),
      messages: userMessages('write to bob'),
      stopWhen: isStepCount(3),
    });
    expect(done).toHaveLength(1);
  });

  it('goes on only when everybody who must agree has', async () => {
    const done: ToolEffect[] = [];
    const gate = await openGate(agentTools(done), { policy: TWO, people: OFFICE });
    const history = await holdMail(gate, done);
    const question = await questionOf(gate);
    const answer = { approvalId: approvalIdOf(history, 'mail-1'), question, approved: true, opened: true };
    expect((await answerApproval(gate, { ...answer, subject: 'ann' })).response).toBeUndefined();
    expect((await answerApproval(gate, { ...answer, subject: 'ann' })).response).toBeUndefined();
    expect((await answerApproval(gate, { ...answer, subject: 'local' })).vote.refusedBecause).toMatchObject({
      code: 'forbidden',
    });
    expect((await answerApproval(gate, { ...answer, subject: 'ben' })).response).toEqual({
      type: 'tool-approval-response',
      approvalId: answer.approvalId,
      approved: true,
    });
  });

  it('does not count a word on something that the person did not see', async () => {
    const done: ToolEffect[] = [];
    const gate = await openGate(agentTools(done));
    const history = await holdMail(gate, done);
    const { call } = await questionOf(gate);
    const { vote, response } = await answerApproval(gate, {
      approvalId: approvalIdOf(history, 'mail-1'),
      question: { call, binding: 'something else' },
      approved: true,
      subject: 'local',
      opened: true,
    });
    expect(response).toBeUndefined();
    expect(vote.refusedBecause).toEqual({ code: 'changed' });
    expect(await statesOf(gate)).toEqual(['send_mail held']);
  });

  it('says why to the SDK where a person refused', async () => {
    const done: ToolEffect[] = [];
    const gate = await openGate(agentTools(done));
    const history = await holdMail(gate, done);
    const { response } = await answerApproval(gate, {
      approvalId: approvalIdOf(history, 'mail-1'),
      question: await questionOf(gate),
      approved: false,
      subject: 'local',
      opened: false,
      reason: 'wrong bob',
    });
    expect(response).toMatchObject({ approved: false, reason: 'wrong bob' });
  });
});

describe('coming back', () => {
  it('works from another opener of the same store, by nothing but the messages', async () => {
    const path = join(folder(), 'gate.db');
    const keys = memoryKeys();
    const done: ToolEffect[] = [];
    const first = await openGate(agentTools(done), { path, keys });
    const history = await holdMail(first, done);
    await first.close();

    const second = await openGate(agentTools(done), { path, keys });
    const { response } = await answerApproval(second, {
      approvalId: approvalIdOf(history, 'mail-1'),
      question: await questionOf(second),
      approved: true,
      subject: LOCAL_PRINCIPAL.subject,
      opened: true,
    });
    if (response === undefined) throw new Error('it still waits');
    await generateText({
      model: createScript([textTurn('sent')]).model,
      tools: gatedTools(second, agentTools(done), host),
      toolApproval: toolApproval(second),
      messages: [...history, { role: 'tool', content: [response] }],
      stopWhen: isStepCount(2),
    });
    expect(done).toEqual([{ tool: 'send_mail', input: MAIL.input }]);
    expect(await statesOf(second)).toEqual(['send_mail done']);
  });

  it('does not help where a tool has changed since it was approved', async () => {
    const path = join(folder(), 'gate.db');
    const keys = memoryKeys();
    const done: ToolEffect[] = [];
    const first = await openGate(agentTools(done), { path, keys });
    const history = await holdMail(first, done);
    const { response } = await answerApproval(first, {
      approvalId: approvalIdOf(history, 'mail-1'),
      question: await questionOf(first),
      approved: true,
      subject: 'local',
      opened: true,
    });
    if (response === undefined) throw new Error('it still waits');

    const changed = agentTools(done);
    Object.assign(changed.send_mail, { description: 'Send a mail, and a copy to eve' });
    const second = await openGate(changed, { path, keys });
    await generateText({
      model: createScript([textTurn('hm')]).model,
      tools: gatedTools(second, changed, host),
      toolApproval: toolApproval(second),
      messages: [...history, { role: 'tool', content: [response] }],
      stopWhen: isStepCount(2),
    });
    expect(done).toEqual([]);
    expect(await statesOf(second)).toEqual(['send_mail withdrawn']);
  });
});
