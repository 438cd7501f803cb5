/** A prompt is read this far; what comes later is content. */
export const MAX_PROMPT = 16_384;
/** A quotation longer than this is something that was pasted, not something the person says. */
export const MAX_QUOTATION = 160;
/** A paragraph longer than this is something that was pasted. */
export const MAX_PARAGRAPH = 1200;

/** Stands where content was, so that what is left and right of it never reads as one. */
const GAP = '\n\uFFFF\n';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const QUOTED_LINE = /^\s*>/;
/** Where a mail program begins the message that is answered or passed on. */
const FORWARDED = [
  /^[\s>*_]*-{2,}.{0,80}-{2,}\s*$/,
  /^\s*(?:begin forwarded message|original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message transféré|message d'origine|mensaje reenviado)\b/i,
  /^\s*(?:on|am|le|el) .{3,120} (?:wrote|schrieb|a écrit|escribió)\s?:\s*$/i,
];
const HEADER = /^\s*(?:from|to|cc|subject|date|sent|von|an|betreff|datum|de|à|objet|para|asunto)\s?:\s*\S/i;

const QUOTES: readonly (readonly [open: string, close: string])[] = [
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['`', '`'],
  ['「', '」'],
];

/** Blanks fenced blocks, quoted lines, passed-on mail and the rest after an unclosed fence. */
const withoutBlocks = (text: string): string => {
  const kept: string[] = [];
  let fence: string | undefined;
  let headers = 0;
  for (const line of text.split(/\r\n|\r|\n|\u2028|\u2029/)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark !== undefined && mark.startsWith(fence) && line.trim() === mark) fence = undefined;
      kept.push('\uFFFF');
      continue;
    }
    if (mark !== undefined) {
      fence = mark;
      kept.push('\uFFFF');
      continue;
    }
    headers = HEADER.test(line) ? headers + 1 : 0;
    // What follows is the passed-on message: nobody marks where it ends.
    if (headers === 2 || FORWARDED.some((sign) => sign.test(line))) {
      if (headers === 2) kept.pop();
      kept.push('\uFFFF');
      break;
    }
    kept.push(QUOTED_LINE.test(line) ? '\uFFFF' : line);
  }
  return kept.join('\n');
};

/** Blanks `<tag> … </tag>` where it spans lines or is long: a document handed over in a prompt. */
const withoutTagged = (text: string): string => {
  let result = '';
  let at = 0;
  const opening = /<([A-Za-z][\w.:-]{0,63})(?:\s[^<>]{0,400})?>/g;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const close = text.toLowerCase().lastIndexOf(`</${(found[1] ?? '').toLowerCase()}>`);
    if (close < opening.lastIndex) continue;
    const inner = text.slice(opening.lastIndex, close);
    if (inner.length <= MAX_QUOTATION && !inner.includes('\n')) continue;
    result += text.slice(at, found.index) + GAP;
    at = close;
    opening.lastIndex = close;
  }
  return result + text.slice(at);
};

const withoutLongQuotations = (text: string): string => {
  let result = '';
  let at = 0;
  for (let from = 0; from < text.length; from++) {
    const pair = QUOTES.find(([open]) => text.startsWith(open, from));
    if (pair === undefined) continue;
    const end = text.indexOf(pair[1], from + 1);
    if (end === -1) continue;
    if (end - from - 1 > MAX_QUOTATION || text.slice(from, end).includes('\n')) {
      result += text.slice(at, from) + GAP;
      at = end + 1;
    }
    from = end;
  }
  return result + text.slice(at);
};

const withoutLongParagraphs = (text: string): string =>
  text
    .split(/\n[\t ]*\n/)
    .map((paragraph) => (paragraph.trim().length > MAX_PARAGRAPH ? '\uFFFF' : paragraph))
    .join('\n\n');

/**
 * What of a prompt is the person's intent. Quoted blocks, passed-on mail, tagged documents and long pastes are content:
 * they were written by somebody else, and a value in them is not a value the person named.
 */
export const intentOf = (prompt: string): string =>
  withoutLongParagraphs(withoutLongQuotations(withoutTagged(withoutBlocks(prompt.slice(0, MAX_PROMPT)))));
