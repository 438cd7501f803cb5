import type { Gate } from '@callgate/gate';
import type { VoteResult } from '@callgate/gate/confirm';
import type { PersonVote } from '../host/approvals.ts';
import { castPersonVote, verdictOf } from '../host/approvals.ts';
import type { FunctionResponsePart } from './genai-shapes.ts';
import { isObject } from '../host/host-options.ts';

const REQUEST = 'adk_request_confirmation';

/** A call for which ADK has ended the turn. */
export interface ConfirmationRequest {
  /** Of the confirmation. */
  readonly id: string;
  /** Of the call that waits: `findPendingApproval` takes it. */
  readonly functionCallId: string;
}

/** The confirmations that an event of ADK asks for. */
export const confirmationsOf = (event: { readonly content?: unknown }): readonly ConfirmationRequest[] => {
  const parts: unknown = isObject(event.content) ? event.content['parts'] : undefined;
  return (Array.isArray(parts) ? (parts as readonly unknown[]) : []).flatMap((part) => {
    const call = isObject(part) ? part['functionCall'] : undefined;
    if (!isObject(call) || call['name'] !== REQUEST || typeof call['id'] !== 'string') return [];
    const original = isObject(call['args']) ? call['args']['originalFunctionCall'] : undefined;
    const functionCallId = isObject(original) ? original['id'] : undefined;
    return typeof functionCallId === 'string' ? [{ id: call['id'], functionCallId }] : [];
  });
};

export interface ConfirmationAnswer extends PersonVote {
  readonly confirmation: ConfirmationRequest;
}

export interface ConfirmationOutcome {
  readonly vote: VoteResult;
  /** A part of the next message to the runner. Absent as long as the word of others is missing. */
  readonly part: FunctionResponsePart | undefined;
}

/** Casts a person's vote at the gate, the only place where it counts, and says what to tell ADK. */
export const answerConfirmation = async (
  gate: Gate,
  answer: ConfirmationAnswer,
): Promise<ConfirmationOutcome> => {
  const vote = await castPersonVote(gate, answer);
  const verdict = verdictOf(vote, answer.reason);
  if (verdict === undefined) return { vote, part: undefined };
  const response = { confirmed: verdict.approved };
  return { vote, part: { functionResponse: { id: answer.confirmation.id, name: REQUEST, response } } };
};
