const SENTENCE = 'The minutes of the meeting say that "nothing" was decided.\n';
const END = 'That is the end of it.';

/** A text of exactly so many bytes, with what a JSON writer has to escape in it. */
export const makePayload = (bytes: number): string =>
  SENTENCE.repeat(Math.ceil(bytes / SENTENCE.length)).slice(0, bytes - END.length) + END;

/** Whether a message brings back a payload of so many bytes, and not words about why it does not. */
export const hasPayload = (message: string, bytes: number): boolean =>
  message.includes(END, bytes - END.length);
