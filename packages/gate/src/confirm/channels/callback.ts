import { CallgateError } from '@callgate/core';
import { approvalErrors } from '@callgate/messages/errors/approval';
import * as z from 'zod';
import type { AllowChoice } from '../allow-offers.ts';
import { ALLOW_CHOICES } from '../allow-offers.ts';
import type { ApprovalChannel, ChannelAnswer, ApprovalRequest, GroupedRequest } from '../approval-channel.ts';
import { runUnlessAborted } from './run-unless-aborted.ts';
import { whenAllAborted } from './when-all-aborted.ts';

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

/** The same, about one of several calls. */
export interface GroupCallbackAnswer extends CallbackAnswer {
  /** `call` of its question. */
  readonly call: string;
}

export interface CallbackOptions {
  /** Stands in alerts; `callback` where absent. */
  readonly name?: string;
  /** Asks a person; null: they decide elsewhere. Texts of the question are raw, so show them through `display`. */
  readonly ask: (question: ApprovalRequest, signal: AbortSignal) => Promise<CallbackAnswer | null>;
  /**
   * Asks about calls that came together, as one question with each listed; each answer is about one call, and a call
   * without one goes on waiting. `signal` ends it when all are settled otherwise. Absent: one `ask` for each.
   */
  readonly askTogether?: (
    questions: readonly ApprovalRequest[],
    signal: AbortSignal,
  ) => Promise<readonly GroupCallbackAnswer[] | null>;
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

const GROUP_ANSWERS = z.array(ANSWER.extend({ call: z.string() }));

const readGroupAnswers = (
  given: unknown,
  group: readonly GroupedRequest[],
): readonly (readonly [call: string, answer: ChannelAnswer])[] => {
  const { success, data } = GROUP_ANSWERS.safeParse(given);
  const calls = new Set(group.map(({ question }) => question.call));
  // one for another call, or a second one for the same, is plainly no answer
  if (!success || !data.every(({ call }) => calls.delete(call)))
    throw new CallgateError(approvalErrors.callbackAnswers());
  return data.map(({ call, ...answer }) => [call, readAnswer(answer)]);
};

const askGroup =
  (askTogether: NonNullable<CallbackOptions['askTogether']>): NonNullable<ApprovalChannel['askTogether']> =>
  async (group, answer) => {
    const signal = whenAllAborted(group.map((request) => request.signal));
    const answers = await runUnlessAborted(signal, async () => {
      const given: unknown = await askTogether(
        group.map(({ question }) => question),
        signal,
      );
      return given === null ? null : readGroupAnswers(given, group);
    });
    for (const [call, each] of answers ?? []) answer(call, each);
  };

/** Asks by a function of the host. Whatever is not plainly an answer throws. */
export const callbackChannel = ({
  name = 'callback',
  ask,
  askTogether,
}: CallbackOptions): ApprovalChannel => ({
  name,
  ...(askTogether === undefined ? {} : { askTogether: askGroup(askTogether) }),
  ask: (question, signal) =>
    runUnlessAborted(signal, async () => {
      const given: unknown = await ask(question, signal);
      return given === null ? null : readAnswer(given);
    }),
});
