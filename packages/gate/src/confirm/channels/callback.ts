import { CallgateError } from '@callgate/core';
import { approvalErrors } from '@callgate/messages/errors/approval';
import * as z from 'zod';
import type { AllowChoice } from '../allow-offers.ts';
import { ALLOW_CHOICES } from '../allow-offers.ts';
import type { ApprovalChannel, ChannelAnswer, ApprovalRequest } from '../approval-channel.ts';
import { runUnlessAborted } from './run-unless-aborted.ts';

/** A person's word as a host brings it. The host vouches for who that is. */
export interface CallbackAnswer {
  readonly verdict: 'approve' | 'refuse';
  readonly subject: string;
  /** The person saw the whole arguments. */
  readonly opened: boolean;
  readonly reason?: string;
  /** One of `question.offers`; absent: this call. */
  readonly allow?: AllowChoice;
}

export interface CallbackOptions {
  /** Stands in alerts; `callback` where absent. */
  readonly name?: string;
  /** Asks a person; null: they decide elsewhere. Texts of the question are raw, so show them through `display`. */
  readonly ask: (question: ApprovalRequest, signal: AbortSignal) => Promise<CallbackAnswer | null>;
}

const ANSWER = z.object({
  verdict: z.enum(['approve', 'refuse']),
  subject: z.string().min(1),
  opened: z.boolean(),
  reason: z.string().optional(),
  allow: z.enum(ALLOW_CHOICES).optional(),
});

const readAnswer = (given: unknown): ChannelAnswer => {
  const { success, data } = ANSWER.safeParse(given);
  if (!success) throw new CallgateError(approvalErrors.callbackAnswer());
  const { verdict, subject, opened, reason, allow } = data;
  return {
    verdict,
    subject,
    opened,
    via: 'callback',
    ...(reason === undefined ? {} : { reason }),
    ...(allow === undefined ? {} : { allow }),
  };
};

/** Asks by a function of the host. Whatever is not plainly an answer throws. */
export const callbackChannel = ({ name = 'callback', ask }: CallbackOptions): ApprovalChannel => ({
  name,
  ask: (question, signal) =>
    runUnlessAborted(signal, async () => {
      const given: unknown = await ask(question, signal);
      return given === null ? null : readAnswer(given);
    }),
});
