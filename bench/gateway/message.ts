/** How much of either end of a message is searched for its id; the rest of a long one is never read. */
const EDGE = 96;

const ID = /"id":\s?(\d+)(?=[,}\s])/;

export interface MessageIdPosition {
  readonly id: number;
  /** Where its digits begin and end. */
  readonly from: number;
  readonly to: number;
}

const findIdWithin = (text: string, offset: number): MessageIdPosition | undefined => {
  const match = ID.exec(text);
  const digits = match?.[1];
  if (match === null || digits === undefined) return undefined;
  const to = offset + match.index + match[0].length;
  return { id: Number(digits), from: to - digits.length, to };
};

/** The id of a message that has it near its beginning or its end, as all that are benched write it. */
export const findId = (message: string): MessageIdPosition | undefined => {
  const { length } = message;
  if (length <= 2 * EDGE) return findIdWithin(message, 0);
  return findIdWithin(message.slice(0, EDGE), 0) ?? findIdWithin(message.slice(length - EDGE), length - EDGE);
};

/** The same message under another id, which is JSON. */
export const withId = (message: string, found: MessageIdPosition, id: string): string =>
  message.slice(0, found.from) + id + message.slice(found.to);

/** Lines out of text that arrives in pieces. The pieces of a long line are joined once. */
export class LineSplitter {
  #pieces: string[] = [];

  take(chunk: string): string[] {
    this.#pieces.push(chunk);
    if (!chunk.includes('\n')) return [];
    const lines = this.#pieces.join('').split('\n');
    this.#pieces = [lines.pop() ?? ''];
    return lines;
  }
}

/** What a line of an event stream carries; undefined for a line that carries nothing. */
export const eventData = (line: string): string | undefined => {
  if (!line.startsWith('data:')) return undefined;
  const data = line.slice(5).trim();
  return data === '' ? undefined : data;
};

/** The messages in the body of an answer, be it JSON or an event stream. */
export const messagesIn = (contentType: string, body: string): string[] =>
  contentType.startsWith('text/event-stream')
    ? body
        .split('\n')
        .map(eventData)
        .filter((data) => data !== undefined)
    : [body];
