import type { Json } from '../../receive/json.ts';
import { findNumberFault } from '../../receive/json.ts';

/** What the reader does not know, it refuses: a record read wrongly would vouch for a thing nobody named. */
export class UnsupportedYaml extends Error {}

const NUMBER = /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,17})?$/;
/** What some reader of YAML takes for a number. */
const LIKE_NUMBER =
  /^[-+]?(?:\.\d+|\d[\d_]*(?:\.[\d_]*)?)(?:e[-+]?\d+)?$|^0[box][\da-f_]+$|^[-+]?\.(?:inf|nan)$/i;
const LIKE_WORD = /^(?:~|null|true|false)$/i;
/** At the beginning of a plain scalar these mean something this reader does not know. */
const SPECIAL = /^[[\]{}&*!|>%@`#?,:"']|^-(?: |$|--)/;
const INNER_SPECIAL = /: |:$|(?:^| )#/;

const refuse = (): never => {
  throw new UnsupportedYaml();
};

const exactNumber = (text: string): number => {
  const value = Number(text);
  return NUMBER.test(text) && findNumberFault(text, value) === undefined ? value : refuse();
};

/** A plain scalar on one line. */
export const parsePlainScalar = (text: string): Json => {
  if (text === '~' || text === 'null') return null;
  if (text === 'true') return true;
  if (text === 'false') return false;
  if (text === '[]') return [];
  if (text === '{}') return Object.create(null);
  if (LIKE_WORD.test(text)) return refuse();
  return LIKE_NUMBER.test(text) ? exactNumber(text) : checkPlainLine(text, true);
};

/** One line of a plain scalar, refused where it is more than text. */
export const checkPlainLine = (line: string, first: boolean): string =>
  (first && SPECIAL.test(line)) || INNER_SPECIAL.test(line) ? refuse() : line;

/** The text of a key, without its quotation marks. */
export const parseYamlKey = (written: string): string => {
  if (/^['"]/.test(written)) return written.slice(1, -1);
  if (LIKE_WORD.test(written)) return refuse();
  return LIKE_NUMBER.test(written) && String(exactNumber(written)) !== written ? refuse() : written;
};

/** Whether a line ends in the backslash that joins it with the next. */
export const hasLineContinuation = (line: string): boolean => {
  let at = line.length;
  while (line[at - 1] === '\\') at--;
  return (line.length - at) % 2 === 1;
};

/** Lines of a flow scalar as one text: a line break is a space, and each empty line after it a line break. */
export const foldFlow = (lines: readonly string[], escapes: boolean): string => {
  let result = '';
  let between = '';
  let empty = 0;
  for (const [index, line] of lines.entries()) {
    const last = index === lines.length - 1;
    if (line === '' && index > 0 && !last) {
      empty++;
      continue;
    }
    // Readers differ in what an empty line after a joined one means.
    if (empty > 0 && between === '') return refuse();
    result += empty === 0 ? between : '\n'.repeat(empty);
    const joined = escapes && !last && hasLineContinuation(line);
    result += joined ? line.slice(0, -1) : line;
    between = joined ? '' : ' ';
    empty = 0;
  }
  return result;
};

const ESCAPES: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\u0007',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\u001B',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
  N: '\u0085',
  _: '\u00A0',
  L: '\u2028',
  P: '\u2029',
};

const ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([^]))/g;

const codePoint = (hex: string): string => {
  const code = Number.parseInt(hex, 16);
  // Half a pair is no character: the strict parser refuses it in JSON, too.
  if (code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xdf_ff)) return refuse();
  return String.fromCodePoint(code);
};

export const unescapeYaml = (text: string): string =>
  text.replace(ESCAPE, (_, x?: string, u?: string, long?: string, mark = '') => {
    const hex = x ?? u ?? long;
    if (hex !== undefined) return codePoint(hex);
    return (Object.hasOwn(ESCAPES, mark) ? ESCAPES[mark] : undefined) ?? refuse();
  });
