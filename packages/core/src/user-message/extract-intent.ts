import { asciiLower } from './address.ts';

/** A prompt is read this far; what comes later is content. */
export const MAX_PROMPT = 16_384;
/** A quotation longer than this is something that was pasted, not something the person says. */
export const MAX_QUOTATION = 160;
/** A paragraph longer than this is something that was pasted. */
export const MAX_PARAGRAPH = 1200;
/** Of a prompt longer than this only the first and the last paragraph count: the rest was pasted in between. */
export const MAX_INTENT = 3000;

/** Stands where content was, so that what is left and right of it never reads as one. */
const GAP = '\n\uFFFF\n';

const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;
const QUOTED_LINE = /^\s*>/;
/** Where a mail program begins the message that is answered or passed on. */
const FORWARDED: readonly RegExp[] = [
  /^\s*(?:begin forwarded message|original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message transféré|message d'origine|mensaje reenviado)\b/i,
  /^\s*(?:on|am|le|el) .{3,120} (?:wrote|schrieb|a écrit|escribió)\s?:\s*$/i,
];
/** `From: …`, `**Van:** …`: a short word, a colon and something. */
const HEADER = /^[\s>*_•-]{0,8}(\p{L}[\p{L} -]{0,24}\p{L})[*_]{0,3}\s?:[*_]{0,3}\s*\S/u;
const MAIL_HEADERS: ReadonlySet<string> = new Set(
  'from date sent received von gesendet datum de envoyé fecha enviado'.split(' '),
);
/** What a person who dictates a mail writes as well. */
const DICTATED: ReadonlySet<string> = new Set(
  'to cc bcc subject body text title an betreff à objet para asunto'.split(' '),
);

/** `----- Original Message -----`, in any language. A regular expression for it would be slow on a line of dashes. */
const isRuled = (line: string): boolean => {
  const rule = line.trim().replace(/^[\s>*_]+/, '');
  if (!rule.startsWith('--') || !rule.endsWith('--') || rule.length < 4) return false;
  let [start, end] = [2, rule.length - 2];
  while (rule[start] === '-') start++;
  while (end > start && rule[end - 1] === '-') end--;
  return end - start <= 80;
};

/** Whether two lines one after the other are the head of a mail: one says from whom or when, or is none that people dictate and holds an address. */
const isHead = (line: string, next: string): boolean => {
  const names = [line, next].map((each) => HEADER.exec(each)?.[1]?.toLowerCase());
  if (names.some((name) => name === undefined)) return false;
  if (names.some((name) => MAIL_HEADERS.has(name ?? ''))) return true;
  return (line + next).includes('@') && !names.every((name) => DICTATED.has(name ?? ''));
};

/** What closes a quotation, by what opens it. */
const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['»', '«'],
  ['‹', '›'],
  ['›', '‹'],
  ['‘', '’'],
  ['`', '`'],
  ['「', '」'],
  ['『', '』'],
  ['《', '》'],
]);
/** Marks that also stand for something else: alone they open nothing. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['"', '`', '‘', '»', '›']);

/** Blanks everything from the first fence to the last: a page that holds fences of its own does not end with them. */
export const withoutFenced = (lines: readonly string[]): readonly string[] => {
  const first = lines.findIndex((line) => FENCE.test(line));
  if (first === -1) return lines;
  const last = lines.findLastIndex((line) => FENCE.test(line));
  return [...lines.slice(0, first), '\uFFFF', ...(last === first ? [] : lines.slice(last + 1))];
};

/** Blanks fenced blocks, quoted lines, and passed-on mail to the end, because nobody marks where it ends. */
const withoutBlocks = (text: string): string => {
  const lines = withoutFenced(text.split(/\r\n|\r|\n|\u2028|\u2029/));
  const mail = lines.findIndex(
    (line, at) =>
      isRuled(line) || isHead(line, lines[at + 1] ?? '') || FORWARDED.some((sign) => sign.test(line)),
  );
  const own = mail === -1 ? lines : [...lines.slice(0, mail), '\uFFFF'];
  return own.map((line) => (QUOTED_LINE.test(line) ? '\uFFFF' : line)).join('\n');
};

/** Where each tag is closed for the last time. */
const closingsIn = (text: string): ReadonlyMap<string, number> => {
  const closings = new Map<string, number>();
  for (const { 1: name = '', index } of text.matchAll(/<\/([A-Za-z][\w.:-]{0,63})>/g))
    closings.set(asciiLower(name), index);
  return closings;
};

/** Blanks `<tag> … </tag>` where it spans lines or is long: a document handed over in a prompt. */
const withoutTagged = (text: string, cut: boolean): string => {
  let result = '';
  let at = 0;
  const opening = /<([A-Za-z][\w.:-]{0,63})(?:\s[^<>]{0,400})?>/g;
  const closings = closingsIn(text);
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const close = closings.get(asciiLower(found[1] ?? '')) ?? (cut ? text.length : -1);
    if (close < opening.lastIndex) continue;
    if (close - opening.lastIndex <= MAX_QUOTATION && !text.slice(opening.lastIndex, close).includes('\n'))
      continue;
    result += text.slice(at, found.index) + GAP;
    at = close;
    opening.lastIndex = close;
  }
  return result + text.slice(at);
};

const isLong = (quotation: string): boolean => quotation.length > MAX_QUOTATION || quotation.includes('\n');

/** Where the quotation that opens at `from` ends, or undefined where nothing opens. */
const endOfQuotation = (text: string, from: number, cut: boolean): number | undefined => {
  const open = text[from] ?? '';
  const mark = QUOTES.get(open);
  if (mark === undefined) return undefined;
  const end = text.indexOf(mark, from + 1);
  if (end === -1) return cut || !AMBIGUOUS.has(open) ? text.length : undefined;
  // A long one may hold marks of its own kind: it ends with the last of them.
  return isLong(text.slice(from + 1, end)) ? text.lastIndexOf(mark) : end;
};

const withoutLongQuotations = (text: string, cut: boolean): string => {
  let result = '';
  let at = 0;
  for (let from = 0; from < text.length; from++) {
    const end = endOfQuotation(text, from, cut);
    if (end === undefined) continue;
    if (isLong(text.slice(from + 1, end))) {
      result += text.slice(at, from) + GAP;
      at = end + 1;
    }
    from = end;
  }
  return result + text.slice(at);
};

const withoutLongParagraphs = (text: string): string => {
  // The items of a list are paragraphs, too: a long list of tasks is no paste.
  const paragraphs = text.split(/\n[\t ]*\n|\n(?=[\t ]{0,8}(?:[-*•]|\d{1,3}[.)]) )/);
  const many = text.length > MAX_INTENT;
  return paragraphs
    .filter((_, at) => !many || at === 0 || at === paragraphs.length - 1)
    .map((paragraph) => (paragraph.trim().length > MAX_PARAGRAPH ? '\uFFFF' : paragraph))
    .join('\n');
};

/**
 * What of a prompt is the person's intent. Quoted blocks, passed-on mail, tagged documents and long pastes are content:
 * they were written by another person, and a value in them is not a value the person named.
 */
export const extractIntent = (prompt: string): string => {
  // What is opened in the part that is left, and closed in one that is not, is open to its end.
  const isCut = (text: string): boolean => prompt.length > MAX_PROMPT || text.includes('\uFFFF');
  const blocks = withoutBlocks(prompt.slice(0, MAX_PROMPT));
  const text = withoutTagged(blocks, isCut(blocks));
  return withoutLongParagraphs(withoutLongQuotations(text, isCut(text)));
};
