import type { ErrorText } from '@callgate/messages/text/error-text';

/** A condition that cannot be used; the offset counts characters of the condition's text. */
export class ConditionError extends Error {
  readonly code: string;
  readonly offset: number;
  readonly help: string | undefined;

  constructor({ code, message, help }: ErrorText, offset: number) {
    super(message);
    this.code = code;
    this.offset = offset;
    this.help = help;
  }
}
