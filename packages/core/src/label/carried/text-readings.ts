import { decodeHiddenTexts } from './hidden-characters.ts';
import { decodeUtf8 } from './utf8.ts';

/** Of so many characters all readings are made; a longer text is not compared. */
export const MAX_COMPARED_TEXT = 16_384;
/** So many encodings inside each other are undone. */
const MAX_DEPTH = 2;
/** A decoded text shorter than this says nothing distinctive. */
const MIN_DECODED = 6;
/** So much of what was decoded has to be text: other words read as base64 are noise. */
const TEXT_SHARE = 0.7;

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Letters as emoji: regional indicators, squared and circled capitals. */
const EMOJI_LETTER = /[\u{1F130}-\u{1F149}\u{1F150}-\u{1F169}\u{1F170}-\u{1F189}\u{1F1E6}-\u{1F1FF}]/gu;
const EMOJI_ALPHABETS: readonly number[] = [0x1f1e6, 0x1f170, 0x1f150, 0x1f130];
const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/gu;

const letterOf = (emoji: string): string => {
  const code = emoji.codePointAt(0) ?? 0;
  const first = EMOJI_ALPHABETS.find((each) => code >= each) ?? code;
  return String.fromCharCode(65 + code - first);
};

/** The value of a digit of any script: the digits of a script follow each other from zero. */
const digitOf = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
};

/** No language puts an accent on a digit: there it only hides what it stands on. */
const ACCENTED_DIGIT = /[0-9]\p{Mn}/u;

const withoutAccents = (text: string): string =>
  ACCENTED_DIGIT.test(text) ? text.normalize('NFD').replace(/\p{Mn}/gu, '') : text;

/** A text without invisible characters and look-alike forms of plain ones. */
export const toPlainText = (text: string): string =>
  withoutAccents(text.normalize('NFKC').replace(INVISIBLE, ''))
    .replace(FOREIGN_DIGIT, digitOf)
    .replace(EMOJI_LETTER, letterOf);

const isControl = (code: number): boolean => (code < 32 && code !== 10 && code !== 9) || code === 127;

/** UTF-16 of plain letters has a zero beside every one. */
const withoutZeros = (bytes: Uint8Array): Uint8Array => {
  const plain = bytes.filter((byte) => byte !== 0);
  return plain.length * 3 < bytes.length * 2 ? plain : bytes;
};

/** Bytes as a text, or nothing where they are none. */
const textIn = (raw: Uint8Array): string => {
  const bytes = withoutZeros(raw);
  const text = decodeUtf8(bytes)
    // eslint-disable-next-line no-control-regex
    .split(/[\uFFFD\u0000-\u0008\u000B-\u001F\u007F]+/)
    .filter((part) => part.length >= MIN_DECODED)
    .join(' ');
  // a character beyond ASCII is two bytes or more
  const size = text.length + (text.match(/[^ -~\s]/gu) ?? []).length;
  return size >= bytes.length * TEXT_SHARE ? text : '';
};

const valuesOf = (alphabet: string): Uint8Array => {
  const values = new Uint8Array(128);
  for (let at = 0; at < alphabet.length; at++) values[alphabet.charCodeAt(at)] = at;
  return values;
};

interface EncodingAlphabet {
  readonly values: Uint8Array;
  readonly bits: number;
  /** So many signs are a whole number of bytes. */
  readonly group: number;
}

const BASE64: EncodingAlphabet = {
  values: valuesOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'),
  bits: 6,
  group: 4,
};
const BASE32: EncodingAlphabet = { values: valuesOf('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'), bits: 5, group: 8 };

/** Reads signs of an alphabet as bits, from the left; what is left over is dropped. */
const fromAlphabet = (signs: string, from: number, { values, bits }: EncodingAlphabet): Uint8Array => {
  const bytes = new Uint8Array(Math.floor(((signs.length - from) * bits) / 8));
  let [buffer, held, size] = [0, 0, 0];
  for (let at = from; at < signs.length; at++) {
    buffer = ((buffer << bits) | (values[signs.charCodeAt(at)] ?? 0)) & 0xffff;
    held += bits;
    if (held < 8) continue;
    held -= 8;
    bytes[size++] = (buffer >> held) & 0xff;
  }
  return bytes;
};

/** Words may stand before the encoded part, so every place at which a group of signs can begin is tried. */
const shifted = (runs: readonly string[], alphabet: EncodingAlphabet): string =>
  runs
    .flatMap((signs) =>
      Array.from({ length: alphabet.group }, (_, from) => textIn(fromAlphabet(signs, from, alphabet))),
    )
    .filter((text) => text !== '')
    .join(' ');

/** Runs of neighbours that are pieces of something encoded, put together, whatever stands between them. */
const joinedPieces = (pieces: readonly string[], isPiece: (piece: string) => boolean): readonly string[] => {
  const fits = pieces.map(isPiece);
  const runs: string[] = [];
  let run = '';
  for (const [at, piece] of pieces.entries()) {
    // letters of one case between two pieces may be one by chance
    if (fits[at] === true || (piece.length <= 4 && fits[at - 1] === true && fits[at + 1] === true)) {
      run += piece;
      continue;
    }
    if (run !== '') runs.push(run);
    run = '';
  }
  return [...runs, run].filter((each) => each.length >= FEWEST_SIGNS);
};

const FEWEST_SIGNS = 8;

/** No plain word: short, with a digit or a sign, or with capitals inside. */
const isBase64Piece = (piece: string): boolean =>
  piece.length <= 2 || /[\d+/]/.test(piece) || /[a-z][A-Z]|[A-Z]{2}/.test(piece);

const base64Runs = (text: string): readonly string[] => {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/');
  const runs = [text, standard].flatMap((each) => each.match(/[A-Za-z0-9+/]{8,}/g) ?? []);
  const joined = joinedPieces(text.match(/[A-Za-z0-9+/]+/g) ?? [], isBase64Piece);
  return [...new Set([...runs, ...joined])];
};

const unbase64 = (text: string): string => shifted(base64Runs(text), BASE64);

const isBase32Piece = (piece: string): boolean => /^[A-Z2-7]+$/.test(piece);

const base32Runs = (text: string, run: RegExp): readonly string[] => {
  const runs = (text.match(run) ?? []).map((each) => each.toUpperCase());
  const joined = joinedPieces(text.match(/[A-Za-z0-9]+/g) ?? [], isBase32Piece);
  return [...new Set([...runs, ...joined])];
};

const unbase32 = (text: string): string => shifted(base32Runs(text, /[A-Z2-7]{8,}/gi), BASE32);

const HEX_PIECE = /^(?:0?x|u00)?([0-9a-f]+?)h?$/i;

const fromHex = (digits: string): Uint8Array =>
  Uint8Array.from((digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));

/** `37 51 58`, `x37 x51`, `37h 51h`, `3 7 5 1`, `375158`: pairs of digits, whatever stands between them. */
const unhex = (text: string): string => {
  const pieces = (text.match(/[A-Za-z0-9]+/g) ?? []).map((piece) => HEX_PIECE.exec(piece)?.[1] ?? ' ');
  return pieces
    .join('')
    .split(/ +/)
    .filter((digits) => digits.length >= 2 * MIN_DECODED - 2)
    .flatMap((digits) => [digits, digits.slice(1)].map((each) => textIn(fromHex(each))))
    .join(' ');
};

const unpercent = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => decodeUtf8(fromHex(run.replaceAll('%', ''))));

/** `=41=4B`, and line ends that the code of mail puts into long lines. */
const unquotedPrintable = (text: string): string =>
  text
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (run) => decodeUtf8(fromHex(run.replaceAll('=', ''))));

const FEWEST_CODES = 5;
/** So many letters between two numbers may be a word that separates them. */
const MAX_BETWEEN = 12;

/** Characters by their numbers in a base, whatever stands between them. */
const uncodeIn = (text: string, base: 8 | 10): string => {
  const found: string[] = [];
  let run = '';
  let end = 0;
  const close = (): void => {
    if (run.length >= FEWEST_CODES) found.push(run);
    run = '';
  };
  for (const match of text.matchAll(/\d+/g)) {
    const [digits] = match;
    const code = digits.length > 7 || (base === 8 && /[89]/.test(digits)) ? 0 : Number.parseInt(digits, base);
    if (match.index - end > MAX_BETWEEN || code < 32 || code > 255 || isControl(code)) close();
    if (code >= 32 && code < 256 && !isControl(code)) run += String.fromCharCode(code);
    end = match.index + digits.length;
  }
  close();
  return found.join(' ');
};

/** `115 107 45`, `115 and 107 and 45`, and the same in octal: `163 153 55`. */
const uncode = (text: string): string => `${uncodeIn(text, 10)} ${uncodeIn(text, 8)}`.trim();

/** Characters by their names, as pages write them: signs, letters, and a letter with an accent. */
const ENTITIES: ReadonlyMap<string, string> = new Map(
  `amp & lt < gt > quot " apos ' num # dollar $ percnt % excl ! lpar ( rpar ) ast * plus + comma , period . sol / colon :
  semi ; equals = quest ? commat @ lsqb [ lbrack [ bsol \\ rsqb ] rbrack ] Hat ^ lowbar _ UnderBar _ grave \` lcub { lbrace {
  verbar | vert | rcub } rbrace } hyphen - dash - ndash – mdash — szlig ß aelig æ AElig Æ oelig œ OElig Œ oslash ø Oslash Ø
  eth ð ETH Ð thorn þ THORN Þ lstrok ł Lstrok Ł dstrok đ Dstrok Đ imath ı inodot ı euro € pound £ yen ¥ sect §`
    .split(/\s+/)
    .flatMap((name, at, all) => (at % 2 === 0 ? [[name, all[at + 1] ?? ''] as const] : [])),
);
const ACCENTS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  macr: '\u0304',
  breve: '\u0306',
  dot: '\u0307',
  uml: '\u0308',
  ring: '\u030A',
  dblac: '\u030B',
  caron: '\u030C',
  cedil: '\u0327',
  ogon: '\u0328',
};
const NAMED = /&([a-zA-Z]{2,8});/g;
const BLANKS: ReadonlySet<string> = new Set(['nbsp', 'Tab', 'NewLine', 'ensp', 'emsp', 'thinsp']);

const accented = (name: string): string | undefined => {
  if (BLANKS.has(name)) return ' ';
  const accent = Object.hasOwn(ACCENTS, name.slice(1)) ? ACCENTS[name.slice(1)] : undefined;
  return accent === undefined ? undefined : `${name.charAt(0)}${accent}`.normalize('NFC');
};

const unentity = (text: string): string =>
  text.includes('&')
    ? text.replace(NAMED, (written, name: string) => ENTITIES.get(name) ?? accented(name) ?? written)
    : text;

/** Characters by their numbers, as programs and pages write them. */
const ESCAPES: readonly (readonly [RegExp, number])[] = [
  [/\\u\{0*([0-9a-f]{1,6})\}/gi, 16],
  [/\\u([0-9a-f]{4})/gi, 16],
  [/\\U([0-9a-f]{8})/g, 16],
  [/\\x\{?([0-9a-f]{2})\}?/gi, 16],
  [/U\+0*([0-9a-f]{2,6})(?![0-9a-f])/gi, 16],
  [/&#x0{0,32}([0-9a-f]{1,6});?/gi, 16],
  [/&#0{0,32}(\d{1,7});?/g, 10],
  [/(?:chr|char|charcode)\s?\(\s?0{0,8}(\d{1,7})\s?\)/gi, 10],
  [/(?:chr|char|charcode)\s?\(\s?0x0{0,8}([0-9a-f]{1,6})\s?\)/gi, 16],
  [/\\([0-7]{2,3})/g, 8],
  // numbers stand apart, which is none of the text
  [/(?<![\p{L}\p{N}])0o([0-7]{2,3})(?![\p{L}\p{N}])(?:[\s,;]{1,4}(?=0o))?/giu, 8],
  [
    /(?<![\p{L}\p{N}])(?:0b)?([01]{8})(?![\p{L}\p{N}])(?:[\s,;]{1,4}(?=(?:0b)?[01]{8}(?![\p{L}\p{N}])))?/giu,
    2,
  ],
];

const unescape = (text: string): string =>
  unentity(
    ESCAPES.reduce(
      (read, [form, base]) =>
        read.replace(form, (written, digits: string) => {
          const code = Number.parseInt(digits, base);
          return code <= 0x10ffff ? String.fromCodePoint(code) : written;
        }),
      text,
    ),
  );

const unrotate = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

const reversed = (text: string): string => [...text].toReversed().join('');

const DECODERS: readonly ((text: string) => string)[] = [
  unpercent,
  unescape,
  unquotedPrintable,
  unhex,
  uncode,
  unbase64,
  unbase32,
];
const SCRAMBLERS: readonly ((text: string) => string)[] = [reversed, unrotate];

export interface TextReading {
  readonly text: string;
  /** Its letters were put elsewhere or exchanged: of a plain text nothing but noise is left, so its words do not count. */
  readonly isScrambled: boolean;
}

/**
 * A text and what it may be an encoding of: base64 (both alphabets), base32, hex, percent, escapes, character numbers,
 * entities, quoted-printable, invisible characters, reversed, rot13, and two of these inside each other.
 */
export const listTextReadings = (text: string): readonly TextReading[] => {
  const found = new Map<string, boolean>();
  let layer: readonly (readonly [string, boolean])[] = [toPlainText(text), ...decodeHiddenTexts(text)].map(
    (each) => [each, false] as const,
  );
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    const fresh: (readonly [string, boolean])[] = [];
    for (const [reading, isScrambled] of layer) {
      if ((depth > 0 && reading.length < MIN_DECODED) || found.has(reading)) continue;
      found.set(reading, isScrambled);
      fresh.push([reading, isScrambled]);
    }
    if (depth === MAX_DEPTH) break;
    layer = fresh.flatMap(([each, isScrambled]) => [
      ...DECODERS.map((decode) => [toPlainText(decode(each)), isScrambled] as const),
      ...SCRAMBLERS.map((unscramble) => [unscramble(each), true] as const),
    ]);
  }
  return [...found].map(([each, isScrambled]) => ({ text: each, isScrambled }));
};

/** Written in one case: words of a language seldom are, or have no digit. */
const KEPT_BASE32 = /(?<![A-Za-z0-9])(?:[A-Z2-7]{8,}|(?=[a-z]*[2-7])[a-z2-7]{8,})(?![A-Za-z0-9])/g;

/**
 * What stands encoded in a text that is kept: the same encodings as in what goes out, one of them deep. Plain words are
 * not tried, so that it takes no more than a few readings of the text.
 */
export const decodeEmbeddedTexts = (text: string): readonly string[] => {
  const found = [
    unescape(unpercent(text)),
    unquotedPrintable(text),
    unhex(text),
    uncode(text),
    shifted(base64Runs(text).filter(isBase64Piece), BASE64),
    shifted(base32Runs(text, KEPT_BASE32), BASE32),
  ];
  return [...new Set(found.map(toPlainText))].filter((each) => each.length >= MIN_DECODED && each !== text);
};
