import type { JsonObject } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import { guardMessages } from '@callgate/messages/guard';
import { GUARD_KEY } from './keys.ts';

/** Why a call does not run. Models read the text, programs the code. */
export interface GuardRefusal {
  readonly code: RefusalCode;
  readonly text: string;
}

export type RefusalCode =
  | 'NOT_DECLARED'
  | 'BAD_ARGUMENTS'
  | 'BEYOND_DECLARED'
  | 'FLOW_REFUSED'
  | 'NOBODY_TO_ASK'
  | 'TOO_LONG_TO_ASK'
  | 'PERSON_REFUSED'
  | 'NO_ANSWER'
  | 'CANCELLED'
  | 'STATE_INVALID'
  | 'KEY_REUSED'
  | 'KEY_UNREADABLE'
  | 'NOT_RECORDED'
  | 'OUTSIDE_GUARD'
  | 'GUARD_FAILED';

export const refusal = (code: RefusalCode, text: string): GuardRefusal => ({ code, text });

export const refusalResult = ({ code, text }: GuardRefusal): JsonObject => ({
  isError: true,
  content: [{ type: 'text', text }],
  _meta: { [GUARD_KEY]: { outcome: 'refused', code } },
});

export const beyondDeclaredRefusal = (error: CallgateError): GuardRefusal =>
  refusal('BEYOND_DECLARED', error.message);

const causeText = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof CallgateError
    ? ` (${cause.code}${cause.help === undefined ? '' : `: ${cause.help}`})`
    : '';
};

export const notRecordedRefusal = (error: unknown): GuardRefusal =>
  refusal('NOT_RECORDED', guardMessages.refusals.auditUnwritable({ cause: causeText(error) }));
