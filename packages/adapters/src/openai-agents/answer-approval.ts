import { CallgateError } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import type { VoteResult } from '@callgate/gate/confirm';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import { adapterMessages } from '@callgate/messages/adapter';
import type { PendingApproval, PersonVote } from '../host/approvals.ts';
import { castPersonVote, verdictOf, findPendingApproval } from '../host/approvals.ts';
import type { ConversationRef } from '../host/host-options.ts';
import type { InterruptionLike, RunStateLike } from './shapes.ts';

const textAt = (value: object, key: string): string | undefined => {
  const member = (value as Readonly<Record<string, unknown>>)[key];
  return typeof member === 'string' ? member : undefined;
};

/** The id under which the gate holds what has interrupted a run. */
export const callIdOf = ({ rawItem }: InterruptionLike): string => {
  const id = textAt(rawItem, 'callId');
  if (id !== undefined) return id;
  throw new CallgateError(adapterErrors.notFunctionTool());
};

/** What waits at the gate for this interruption, in whichever process it was held. */
export const findPendingInterruption = async (
  gate: Gate,
  who: ConversationRef,
  interruption: InterruptionLike,
): Promise<PendingApproval | undefined> => await findPendingApproval(gate, who, callIdOf(interruption));

/**
 * Casts a person's vote at the gate, the only place where it counts, and tells the run's state. False while the word of
 * others is missing: then nothing was told, and the run stays as it is.
 */
export const answerApproval = async <I extends InterruptionLike>(
  gate: Gate,
  state: RunStateLike<I>,
  interruption: I,
  word: PersonVote,
): Promise<{ readonly vote: VoteResult; readonly goesOn: boolean }> => {
  const vote = await castPersonVote(gate, word);
  const verdict = verdictOf(vote, word.reason);
  if (verdict === undefined) return { vote, goesOn: false };
  if (verdict.approved) state.approve(interruption);
  else
    state.reject(interruption, {
      message: adapterMessages.notRun({ reason: verdict.reason ?? adapterMessages.answers.denied }),
    });
  return { vote, goesOn: true };
};
