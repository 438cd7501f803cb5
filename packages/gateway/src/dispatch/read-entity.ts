import { NO_ESCAPE, packEscape } from './packed-escape.ts';

/** Named entities of what can be typed: ASCII, and Latin-1 in the order of its codes. */
const ASCII: Readonly<Record<string, string>> = {
  Tab: '\t',
  NewLine: '\n',
  excl: '!',
  quot: '"',
  QUOT: '"',
  num: '#',
  dollar: '$',
  percnt: '%',
  amp: '&',
  AMP: '&',
  apos: "'",
  lpar: '(',
  rpar: ')',
  ast: '*',
  midast: '*',
  plus: '+',
  comma: ',',
  hyphen: '-',
  dash: '-',
  period: '.',
  sol: '/',
  colon: ':',
  semi: ';',
  lt: '<',
  LT: '<',
  equals: '=',
  gt: '>',
  GT: '>',
  quest: '?',
  commat: '@',
  lsqb: '[',
  lbrack: '[',
  bsol: '\\',
  rsqb: ']',
  rbrack: ']',
  Hat: '^',
  lowbar: '_',
  UnderBar: '_',
  grave: '`',
  DiacriticalGrave: '`',
  lcub: '{',
  lbrace: '{',
  verbar: '|',
  vert: '|',
  VerticalLine: '|',
  rcub: '}',
  rbrace: '}',
  euro: '€',
};

const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const LATIN_1_START = 0xa0;

const CODES: ReadonlyMap<string, number> = new Map([
  ...Object.entries(ASCII).map(([name, character]) => [name, character.charCodeAt(0)] as const),
  ...LATIN_1.split(' ').map((name, place) => [name, LATIN_1_START + place] as const),
]);

const LONGEST = Math.max(...[...CODES.keys()].map(({ length }) => length));
const OLD = ['quot', 'QUOT', 'amp', 'AMP', 'lt', 'LT', 'gt', 'GT', ...LATIN_1.split(' ')];
const LONGEST_OLD = Math.max(...OLD.map(({ length }) => length));
const OLD_CODES: ReadonlyMap<string, number> = new Map(OLD.map((name) => [name, CODES.get(name) ?? 0]));
const SEMICOLON = 0x3b;

const isInName = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39);

/** The named entity whose name begins there. */
export const readEntity = (text: string, at: number): number => {
  let end = at;
  while (end < at + LONGEST && isInName(text.charCodeAt(end))) end += 1;
  if (end === at) return NO_ESCAPE;
  const name = text.slice(at, end);
  const code = text.charCodeAt(end) === SEMICOLON ? CODES.get(name) : undefined;
  if (code !== undefined) return packEscape(code, end - at + 1);
  // old names count without their semicolon, and end where they end
  for (let length = Math.min(name.length, LONGEST_OLD); length >= 2; length -= 1) {
    const old = OLD_CODES.get(name.slice(0, length));
    if (old !== undefined) return packEscape(old, length);
  }
  return NO_ESCAPE;
};
