import type { ErrorText } from '@callgate/messages/text/error-text';
import type { CallgateErrorCode } from './error-code.ts';

/** Any text, without hiding the known codes from editors. */
type OtherCode = string & Record<never, never>;

/** Where in a file something is wrong; lines and columns count from 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Every error Callgate raises on purpose: a stable code, what happened, where, and what to do about it. */
export class CallgateError extends Error {
  override readonly name: string = 'CallgateError';
  /** What servers and tools call their own errors passes through. */
  readonly code: CallgateErrorCode | OtherCode;
  readonly help: string | undefined;
  readonly position: Position | undefined;

  constructor(text: ErrorText, more?: { position?: Position; cause?: unknown });
  constructor(
    code: CallgateErrorCode | OtherCode,
    message: string,
    more?: { help?: string; position?: Position; cause?: unknown },
  );
  constructor(
    first: ErrorText | CallgateErrorCode | OtherCode,
    second?: string | { position?: Position; cause?: unknown },
    third: { help?: string; position?: Position; cause?: unknown } = {},
  ) {
    const text = typeof first === 'string' ? { ...third, code: first, message: String(second) } : first;
    const more = typeof second === 'object' ? second : third;
    super(text.message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = text.code;
    this.help = text.help;
    this.position = more.position;
  }
}
