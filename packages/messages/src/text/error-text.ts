/**
 * An error as a person reads it: its stable code, what happened, what to do. The message begins with a capital letter
 * and has no full stop at its end, because a place or the help may follow; the help is whole sentences.
 */
export interface ErrorText<Code extends string = string> {
  readonly code: Code;
  readonly message: string;
  readonly help?: string;
}

export const errorText = <Code extends string>(
  code: Code,
  message: string,
  help?: string,
): ErrorText<Code> => ({
  code,
  message,
  ...(help === undefined ? {} : { help }),
});

/** What happened and what to do, as one text. */
export const errorSentences = ({
  message,
  help,
}: Readonly<{ message: string; help?: string | undefined }>): string =>
  help === undefined ? message : `${message}. ${help}`;
