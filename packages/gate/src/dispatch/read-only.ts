import type { Decision } from '@callgate/core';
import type { CallRow } from '../store/call-row.ts';

/**
 * Believed on a ground to change nothing. Whatever came of such a call, nothing happened that a person would have to
 * look for: without an answer it has failed.
 */
export const isReadOnly = ({ facts }: Pick<Decision, 'facts'>): boolean => facts.mutates === 'no';

/** Of a call that only reads: no answer came, and nothing changed. */
export const NO_ANSWER = 'NO_ANSWER';
export const PROCESS_GONE = 'PROCESS_GONE';

/** It left, and was given up on before an answer came. */
export const hasNoAnswer = ({ state, fault }: Pick<CallRow, 'state' | 'fault'>): boolean =>
  state === 'indeterminate' ||
  (state === 'failed' && (fault?.code === NO_ANSWER || fault?.code === PROCESS_GONE));
