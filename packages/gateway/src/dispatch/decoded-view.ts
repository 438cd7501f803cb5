import { readEscape, isEscapeMark } from './read-escape.ts';
import { NO_ESCAPE, escapeCode, escapeLength } from './packed-escape.ts';

/** A text as a reader would see it who undoes some of its spelling, and where in the text each part of it stands. */
export interface DecodedView {
  readonly text: string;
  /** The place in the original where what begins there begins. */
  start(at: number): number;
  /** The place in the original where what ends there ends. */
  end(at: number): number;
}

/** Which characters can be part of what is looked for. */
export type CharacterTest = (code: number) => boolean;

/** From here on the places of a view go with those of its text. */
export interface ViewAnchor {
  readonly inView: number;
  readonly inText: number;
}

const START: ViewAnchor = { inView: 0, inText: 0 };

/** By the last anchor that is not behind it. */
const textPosition = (anchors: readonly ViewAnchor[], at: number): number => {
  let low = 0;
  for (let high = anchors.length - 1; low < high;) {
    const middle = Math.ceil((low + high) / 2);
    if ((anchors[middle]?.inView ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  const { inView, inText } = anchors[low] ?? START;
  return inText + at - inView;
};

/** A view of pieces of the text. What ends with a piece ends there, not where the next begins. */
export const createPieceView = (text: string, anchors: readonly ViewAnchor[]): DecodedView => ({
  text,
  start: (at) => textPosition(anchors, at),
  end: (at) => (at === 0 ? 0 : textPosition(anchors, at - 1) + 1),
});

/** The text itself. */
export const plainView = (text: string): DecodedView => ({ text, start: (at) => at, end: (at) => at });

/** A view of a view. */
export const composeViews = (outer: DecodedView, inner: DecodedView): DecodedView => ({
  text: inner.text,
  start: (at) => outer.start(inner.start(at)),
  end: (at) => outer.end(inner.end(at)),
});

const MARKS: readonly string[] = ['\\', '%', '&'];
/** Escapes inside escapes are looked for so deep. */
const MAX_INSIDE = 3;

/** Whether undoing an escape can show a secret: it gives a character of one, or the mark of an escape that does. */
const canRevealSecret = (
  escape: number,
  text: string,
  end: number,
  alphabet: CharacterTest,
  left: number,
): boolean => {
  const code = escapeCode(escape);
  if (alphabet(code)) return true;
  if (left === 0 || !isEscapeMark(code)) return false;
  const inner = readEscape(code, text, end);
  return inner !== NO_ESCAPE && canRevealSecret(inner, text, end + escapeLength(inner), alphabet, left - 1);
};

const canRevealSecretAt = (escape: number, text: string, at: number, alphabet: CharacterTest): boolean =>
  canRevealSecret(escape, text, at + 1 + escapeLength(escape), alphabet, MAX_INSIDE);

/** The place of the first escape that matters. */
const firstEscape = (text: string, alphabet: CharacterTest): number | undefined => {
  let first: number | undefined;
  for (const mark of MARKS) {
    const code = mark.charCodeAt(0);
    for (let at = text.indexOf(mark); at !== -1 && (first === undefined || at < first);) {
      const escape = readEscape(code, text, at + 1);
      if (escape !== NO_ESCAPE && canRevealSecretAt(escape, text, at, alphabet)) first = at;
      else at = text.indexOf(mark, at + 1 + escapeLength(escape));
    }
  }
  return first;
};

/**
 * The text with the escapes undone, once, that can show something of the alphabet. Undefined where it has none: what
 * cannot be part of a secret costs next to nothing.
 */
export const unescapedView = (text: string, alphabet: CharacterTest): DecodedView | undefined => {
  const first = firstEscape(text, alphabet);
  if (first === undefined) return undefined;
  const codes = new Uint16Array(text.length - first);
  const anchors: ViewAnchor[] = [START];
  let length = 0;
  for (let at = first; at < text.length;) {
    const plain = text.charCodeAt(at);
    const escape = isEscapeMark(plain) ? readEscape(plain, text, at + 1) : NO_ESCAPE;
    const end = at + 1 + escapeLength(escape);
    if (escape === NO_ESCAPE || !canRevealSecretAt(escape, text, at, alphabet)) {
      for (; at < end; at += 1) codes[length++] = text.charCodeAt(at);
      continue;
    }
    const code = escapeCode(escape);
    // an escape is longer than what it stands for
    if (code > 0xffff) codes[length++] = 0xd800 + ((code - 0x10000) >> 10);
    codes[length++] = code > 0xffff ? 0xdc00 + (code & 0x3ff) : code;
    at = end;
    anchors.push({ inView: first + length, inText: at });
  }
  const view = text.slice(0, first) + Buffer.from(codes.buffer, 0, length * 2).toString('utf16le');
  const place = (at: number): number => textPosition(anchors, at);
  return { text: view, start: place, end: place };
};
