import { expect, it } from 'vitest';
import { agentTools, host, openGate, statesOf, who } from '../../test/conversation.ts';
import { requestOf } from '../host/host-options.ts';
import type { ApprovingAgent } from './index.ts';
import { answerApproval, findPendingApproval } from './index.ts';

const MAIL = requestOf(host, 'send_mail', { to: 'bob@example.com', text: 'hello' }, 'mail-1');
const PAUSED = { runId: 'run-1', toolCallId: 'mail-1' };

const waiting = async () => {
  const gate = await openGate(agentTools([]));
  await gate.begin(MAIL);
  const question = (await findPendingApproval(gate, who, 'mail-1'))?.question;
  if (question === undefined) throw new Error('nobody is asked');
  const agent: ApprovingAgent<unknown> = {
    approveToolCall: async (call) => ({ approved: call }),
    declineToolCall: async (call) => ({ declined: call }),
  };
  return { gate, agent, word: { question, subject: 'local', opened: true } };
};

it('votes at the gate and sends the run on', async () => {
  const { gate, agent, word } = await waiting();
  const { stream } = await answerApproval(gate, agent, PAUSED, { ...word, approved: true });
  expect(stream).toEqual({ approved: PAUSED });
  expect(await statesOf(gate)).toEqual(['send_mail approved']);
});

it('declines with the reason of the person', async () => {
  const { gate, agent, word } = await waiting();
  const { stream } = await answerApproval(gate, agent, PAUSED, {
    ...word,
    approved: false,
    reason: 'wrong bob',
  });
  expect(stream).toEqual({ declined: { ...PAUSED, reason: 'wrong bob' } });
  expect(await statesOf(gate)).toEqual(['send_mail refused']);
});

it('leaves the run paused where the vote does not count', async () => {
  const { gate, agent, word } = await waiting();
  const other = { call: word.question.call, binding: 'that of another question' };
  const vote = await answerApproval(gate, agent, PAUSED, { ...word, question: other, approved: true });
  expect(vote.stream).toBeUndefined();
  expect(await statesOf(gate)).toEqual(['send_mail held']);
});
