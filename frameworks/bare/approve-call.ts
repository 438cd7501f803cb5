import { answerApproval, findPendingApproval } from '@callgate/adapters/openai';
import type { ConversationRef } from '@callgate/adapters/openai';
import { displayJson } from '@callgate/core/receive';
import type { Gate } from '@callgate/gate';
import { say } from '../example/two-processes.ts';

/** A person reads the whole call and agrees at the gate. */
export const approveCall = async (gate: Gate, who: ConversationRef, id: string): Promise<void> => {
  const waiting = await findPendingApproval(gate, who, id);
  if (waiting?.question === undefined) throw new Error('nobody is asked');
  say(displayJson(waiting.question.arguments).replaceAll(/^/gm, '  '));
  await answerApproval(gate, { question: waiting.question, approved: true, subject: 'local', opened: true });
};
