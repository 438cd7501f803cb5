import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { Gateway } from '../src/gateway.ts';

/** Approves a held call as a person at the console does. False where nothing is asked about it. */
export const approveCall = async ({ gate }: Gateway, call: string): Promise<boolean> => {
  const question = await gate.desk.question(call);
  if (question === undefined) return false;
  await gate.desk.vote({
    call,
    subject: LOCAL_PRINCIPAL.subject,
    verdict: 'approve',
    via: 'console',
    opened: true,
    binding: question.binding,
  });
  return true;
};
