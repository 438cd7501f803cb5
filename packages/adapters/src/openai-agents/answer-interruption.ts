import { CallgateError } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import type { VoteResult } from '@callgate/gate/confirm';
import type { WaitingApproval, Word } from '../host/approvals.ts';
import { castWord, verdictOf, waitingApproval } from '../host/approvals.ts';
import type { Who } from '../host/host.ts';
import type { InterruptionLike, StateLike } from './shapes.ts';

const textAt = (value: object, key: string): string | undefined => {
  const member = (value as Readonly<Record<string, unknown>>)[key];
  return typeof member === 'string' ? member : undefined;
};

/** The id under which the gate holds what has interrupted a run. */
export const callIdOf = ({ rawItem }: InterruptionLike): string => {
  const id = textAt(rawItem, 'callId');
  if (id !== undefined) return id;
  throw new CallgateError('NOT_OF_THE_GATE', 'this interruption is not that of a function tool', {
    help: 'interruptions of hosted tools do not come here: give the tool `onApproval`',
  });
};

/** What waits at the gate for this interruption, in whichever process it was held. */
export const waitingInterruption = async (
  gate: Gate,
  who: Who,
  interruption: InterruptionLike,
): Promise<WaitingApproval | undefined> => await waitingApproval(gate, who, callIdOf(interruption));

/**
 * Casts a person's vote at the gate, the only place where it counts, and tells the run's state. False while the word of
 * others is missing: then nothing was told, and the run stays as it is.
 */
export const answerInterruption = async <I extends InterruptionLike>(
  gate: Gate,
  state: StateLike<I>,
  interruption: I,
  word: Word,
): Promise<{ readonly vote: VoteResult; readonly goesOn: boolean }> => {
  const vote = await castWord(gate, word);
  const verdict = verdictOf(vote, word.reason);
  if (verdict === undefined) return { vote, goesOn: false };
  if (verdict.approved) state.approve(interruption);
  else state.reject(interruption, { message: `not run: ${verdict.reason ?? 'it was refused'}` });
  return { vote, goesOn: true };
};
