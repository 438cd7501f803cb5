import type { Decision, Json, JsonObject, TracedTool } from '@callgate/core';
import { CallgateError, canonical, display, isJsonObject } from '@callgate/core';
import { canonicalCached, digestCanonical } from '@callgate/core/receive';
import { dispatchMessages } from '@callgate/messages/dispatch';
import type { CallFault, CallRow } from '../record/call-row.ts';
import type { ResponseFilter, UpstreamResponse, DispatchResult, FinishedCall } from './upstream-response.ts';

/** A result as the record keeps it. */
export type CappedResult =
  /** Canonical text. */
  | { readonly type: 'whole'; readonly text: string; readonly bytes: number }
  | {
      readonly type: 'cut';
      /** `digest('result', …)` of the whole. */
      readonly digest: string;
      /** Length of the whole canonical text. */
      readonly bytes: number;
      /** Where the canonical text begins. Not JSON by itself. */
      readonly head: string;
    }
  /** Cannot be recorded, so it is not released either. */
  | { readonly type: 'refused'; readonly code: string; readonly message: string };

export const MAX_RESULT_BYTES: number = 16 * 1024 * 1024;

/** How much is kept of a result that is not kept whole. */
const HEAD_BYTES = 1024;

/** A result for the record: whole up to `resultBytes`, otherwise its digest, its length and its beginning. */
export const capResult = (result: Json, resultBytes: number): CappedResult => {
  let text: string;
  try {
    // the answer to the requester holds the same parts, and writes out none of them again
    if (isJsonObject(result))
      for (const part of Object.values(result))
        if (typeof part === 'object' && part !== null && Object.isFrozen(part)) canonicalCached(part);
    text = canonical(result);
  } catch (error) {
    return refusal(error);
  }
  // canonical text is ASCII: a character is a byte
  const bytes = text.length;
  if (bytes > MAX_RESULT_BYTES) {
    return {
      type: 'refused',
      code: 'RESULT_TOO_LARGE',
      message: dispatchMessages.resultTooLarge({ bytes, most: MAX_RESULT_BYTES }),
    };
  }
  if (bytes <= resultBytes) return { type: 'whole', text, bytes };
  // a slice would keep the whole text alive until it is recorded
  const head = Buffer.from(text.slice(0, Math.min(HEAD_BYTES, resultBytes)), 'latin1').toString('latin1');
  return { type: 'cut', digest: digestCanonical('result', text), bytes, head };
};

const refusal = (error: unknown): CappedResult => ({
  type: 'refused',
  code: 'RESULT_NOT_CANONICAL',
  message: dispatchMessages.resultUnrecordable({ problem: describeResultProblem(error) }),
});

const describeResultProblem = (error: unknown): string =>
  error instanceof CallgateError ? error.message : display(String(error), { max: 200 });

/** Not one byte of the call left. */
export const NOT_SENT = 'NOT_SENT';

/**
 * Believed on a ground to change nothing. Whatever came of such a call, nothing happened that a person would have to
 * look for: without an answer it has failed.
 */
export const isReadOnlyDecision = ({ facts }: Pick<Decision, 'facts'>): boolean => facts.mutates === 'no';

/** Of a call that only reads: no answer came, and nothing changed. */
export const NO_ANSWER = 'NO_ANSWER';
export const PROCESS_GONE = 'PROCESS_GONE';

/** It left, and was given up on before an answer came. */
export const isUnanswered = ({ state, fault }: Pick<CallRow, 'state' | 'fault'>): boolean =>
  state === 'indeterminate' ||
  (state === 'failed' && (fault?.code === NO_ANSWER || fault?.code === PROCESS_GONE));

/** What came of a call, and what of it is recorded. */
export interface AbsorbedResult extends Pick<FinishedCall, 'state' | 'answer'> {
  readonly fault: CallFault | null;
  /** What came from upstream; every byte of it counts as seen. */
  readonly seen: Json | undefined;
  readonly capped: Exclude<CappedResult, { type: 'refused' }> | undefined;
  /** The tool itself says that it failed. */
  readonly isError: boolean;
}

export interface AbsorbSettings {
  readonly decision: Decision;
  readonly tool: TracedTool;
  /** How much of a result is recorded whole. */
  readonly resultBytes: number;
  readonly absorb: ResponseFilter | undefined;
}

const MAX_MESSAGE = 2000;
/** How much of a result a full audit keeps. */
const FULL_RESULT_BYTES = 1_048_576;

const OWN_CODES: ReadonlySet<string> = new Set([NOT_SENT, NO_ANSWER, PROCESS_GONE]);

/** An upstream that calls its own error by our word is not believed. */
const foreign = (code: string): string => (OWN_CODES.has(code) ? `UPSTREAM_${code}` : code);

type UpstreamError = Extract<UpstreamResponse, { type: 'error' }>;

const failedWith = (fault: CallFault, answer: UpstreamError, seen: Json | undefined): AbsorbedResult => ({
  state: 'failed',
  fault,
  answer,
  seen,
  capped: undefined,
  isError: false,
});

const endOf = (result: DispatchResult, resultBytes: number, readOnly: boolean): AbsorbedResult => {
  if (
    result.type === 'unknown' ||
    result.type === 'not-sent' ||
    (result.type === 'error' && result.data === undefined)
  ) {
    const message = display(result.message, { max: MAX_MESSAGE });
    if (result.type === 'error') {
      const fault = { code: foreign(String(result.code)), message };
      // the message itself goes on: it was sent for the requester, and it has been seen
      return failedWith(fault, result, { error: fault });
    }
    if (result.type === 'not-sent' || readOnly) {
      const fault = { code: result.type === 'not-sent' ? NOT_SENT : NO_ANSWER, message };
      return failedWith(fault, { type: 'error', ...fault }, { error: fault });
    }
    const fault = { code: 'OUTCOME_UNKNOWN', message };
    // its words may be an upstream's, and the requester reads them
    return {
      ...failedWith(fault, { type: 'error', ...fault }, { error: fault }),
      state: 'indeterminate',
      answer: { type: 'unknown', ...fault },
    };
  }
  const seen = result.type === 'error' ? { error: errorData(result) } : result.result;
  const capped = capResult(seen, resultBytes);
  if (capped.type === 'refused') {
    const fault = { code: capped.code, message: capped.message };
    return { ...failedWith(fault, { type: 'error', ...fault }, undefined), isError: saysError(result) };
  }
  return { state: 'done', fault: null, answer: result, seen, capped, isError: saysError(result) };
};

const errorData = ({ code, message, data = null }: UpstreamError): JsonObject => ({ code, message, data });

const saysError = (answer: UpstreamResponse): boolean => answer.type === 'error' || answer.isError === true;

/** Takes in what came of a call, before any of it is recorded or released. */
export const absorbResult = (
  result: DispatchResult,
  { decision, tool, resultBytes, absorb }: AbsorbSettings,
): AbsorbedResult => {
  const isFull = decision.obligations.audit === 'full';
  const absorbed = endOf(result, isFull ? FULL_RESULT_BYTES : resultBytes, isReadOnlyDecision(decision));
  return absorb === undefined || absorbed.answer.type === 'unknown'
    ? absorbed
    : { ...absorbed, answer: absorb(absorbed.answer, tool) };
};
