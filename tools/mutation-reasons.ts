/** What a survivor is judged by: the file, the line it is in and what was replaced. */
export interface Judged {
  readonly file: string;
  readonly text: string;
  readonly from: string;
  readonly to: string;
}

const SPEED = 'Only speed or memory differs: the slower way gives the same';
const UNREACHABLE = 'The types demand it, no value reaches it';
const UNREAD = 'Nothing reads the value that was changed';
const SAME = 'The changed condition decides the same for every value that can occur';
const WORDS = 'Words inside an error that is caught on the way';

const REASONS: readonly { readonly file: RegExp; readonly text: RegExp; readonly reason: string }[] = [];

/** Why a mutant is not caught. */
export const reasonFor = (mutant: Judged): string =>
  REASONS.find(({ file, text }) => file.test(mutant.file) && text.test(mutant.text))?.reason ??
  'Not examined';

export const KNOWN_REASONS: readonly string[] = [SPEED, UNREACHABLE, UNREAD, SAME, WORDS];
