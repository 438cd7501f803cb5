import type { JsonObject } from '@callgate/core';
import type { PendingCall, StoppedCall } from '@callgate/gate';
import type { ApprovalRequest } from '@callgate/gate/confirm';
import { promptText } from '@callgate/gate/confirm';
import { approvalMessages } from '@callgate/messages/approval';
import type { PendingCallDetails } from '../confirm/gate-results.ts';
import { pendingResult, stoppedResult } from '../confirm/gate-results.ts';

/** What a host shows in its own question without hiding the end of it. */
const MAX_SHOWN = 4000;

/** What a person reads in the host's question, and whether all of the call is in it. */
export interface HostQuestionText {
  readonly text: string;
  readonly whole: boolean;
}

/** At most twelve lines, however much is in them. */
export const hostQuestionText = (question: ApprovalRequest): HostQuestionText => {
  const { lines, isWhole } = promptText(question);
  const text = approvalMessages.prompt.inHost({ lines });
  if (isWhole) return { text, whole: true };
  const { lines: open } = promptText(question, { allArguments: true });
  const all = approvalMessages.prompt.inHost({ lines: open });
  return all.length <= MAX_SHOWN ? { text: all, whole: true } : { text, whole: false };
};

const firstText = (result: JsonObject): string => {
  const { content } = result;
  const first = Array.isArray(content) ? content[0] : undefined;
  return typeof first === 'object' && first !== null && 'text' in first && typeof first.text === 'string'
    ? first.text
    : '';
};

/** For the model: why the call does not run, and what it may do instead. */
export const stoppedText = (stopped: StoppedCall): string => firstText(stoppedResult(stopped));

/** For the model: the call waits, and how to come back for it. */
export const pendingText = (held: PendingCall, words: PendingCallDetails): string =>
  firstText(pendingResult(held, words));
