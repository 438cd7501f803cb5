import { CallgateError, canonical, display } from '@callgate/core';
import type { Json } from '@callgate/core';
import { digestAscii } from '../record/digest-ascii.ts';

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
  | { readonly type: 'refused'; readonly code: string; readonly message: string; readonly help: string };

export const MAX_RESULT_BYTES: number = 16 * 1024 * 1024;

/** How much is kept of a result that is not kept whole. */
const HEAD_BYTES = 1024;

/** A result for the record: whole up to `resultBytes`, otherwise its digest, its length and its beginning. */
export const capResult = (result: Json, resultBytes: number): CappedResult => {
  let text: string;
  try {
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
      message: `the result has ${bytes} bytes, more than ${MAX_RESULT_BYTES}`,
      help: 'ask the tool for less at once',
    };
  }
  if (bytes <= resultBytes) return { type: 'whole', text, bytes };
  const head = text.slice(0, Math.min(HEAD_BYTES, resultBytes));
  return { type: 'cut', digest: digestAscii('result', text), bytes, head };
};

const refusal = (error: unknown): CappedResult => ({
  type: 'refused',
  code: 'RESULT_NOT_CANONICAL',
  message: `the result cannot be recorded: ${whatIsWrong(error)}`,
  help: 'the upstream must answer with JSON that has one reading; its answer is withheld',
});

const whatIsWrong = (error: unknown): string =>
  error instanceof CallgateError ? error.message : display(String(error), { max: 200 });
