import type { JsonObject } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import { GUARD_KEY } from './keys.ts';

/** Why a call does not run. Models read the text, programs the code. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly text: string;
}

export type RefusalCode =
  | 'NOT_DECLARED'
  | 'BAD_ARGUMENTS'
  | 'BEYOND_DECLARED'
  | 'FLOW_REFUSED'
  | 'NOBODY_TO_ASK'
  | 'PERSON_REFUSED'
  | 'NO_ANSWER'
  | 'CANCELLED'
  | 'STATE_INVALID'
  | 'KEY_REUSED'
  | 'NOT_RECORDED'
  | 'OUTSIDE_GUARD';

export const refusal = (code: RefusalCode, text: string): Refusal => ({ code, text });

export const refusalResult = ({ code, text }: Refusal): JsonObject => ({
  isError: true,
  content: [{ type: 'text', text }],
  _meta: { [GUARD_KEY]: { outcome: 'refused', code } },
});

export const beyondRefusal = (error: CallgateError): Refusal => refusal('BEYOND_DECLARED', error.message);

export const unrecorded = (error: unknown): Refusal =>
  refusal(
    'NOT_RECORDED',
    error instanceof CallgateError ? error.message : 'the record could not be written, so nothing runs',
  );
