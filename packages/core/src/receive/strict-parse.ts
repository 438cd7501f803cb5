import { jsonErrors } from '@callgate/messages/errors/json';
import { CallgateError } from '../callgate-error.ts';
import { rememberQuoted } from './canonical.ts';
import { display } from './display.ts';
import type { Json, JsonObject } from './json.ts';
import { findNumberFault } from './json.ts';
import type { ParseLimits } from './limits.ts';
import { DEFAULT_PARSE_LIMITS, MAX_DEPTH } from './limits.ts';
import { decodeUtf8, encodeUtf8, findLoneSurrogate } from './utf8.ts';

/**
 * The one JSON parser. It refuses every text that two programs could read differently:
 * duplicate keys, inexact numbers, lone surrogates, byte order marks, anything after the value.
 */
export const parseStrict = (input: string | Uint8Array, limits: ParseLimits = DEFAULT_PARSE_LIMITS): Json => {
  const size = typeof input === 'string' ? utf8Length(input, limits.bytes) : input.length;
  if (size > limits.bytes) {
    throw new CallgateError(jsonErrors.textTooLarge({ max: limits.bytes }));
  }
  const text = typeof input === 'string' ? input : decodeUtf8(input);
  if (text.charCodeAt(0) === BOM) {
    throw new CallgateError(jsonErrors.byteOrderMark());
  }
  // Must come before unescaping: an escaped half beside a raw half would look like a pair.
  const lone = findLoneSurrogate(text);
  if (lone !== -1) throw surrogate(lone);
  return new Parser(text, limits, typeof input === 'string' ? null : size === text.length).document();
};

/** Exact only when it matters: no text can be larger than three bytes for each UTF-16 unit. */
const utf8Length = (text: string, limit: number): number =>
  text.length > limit || text.length * 3 <= limit ? text.length : encodeUtf8(text).length;

const BOM = 0xfeff;
const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const SOLIDUS = 0x2f;
const DELETE = 0x7f;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const UPPER_E = 0x45;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const LOWER_E = 0x65;
const LOWER_F = 0x66;
const LOWER_N = 0x6e;
const LOWER_T = 0x74;
const LOWER_U = 0x75;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const ESCAPES: ReadonlyMap<number, string> = new Map([
  [QUOTE, '"'],
  [BACKSLASH, '\\'],
  [SOLIDUS, '/'],
  [0x62, '\b'],
  [LOWER_F, '\f'],
  [LOWER_N, '\n'],
  [0x72, '\r'],
  [LOWER_T, '\t'],
]);

/** Escapes that canonical text has. `\/` is none of them. */
const SHORT_ESCAPES: ReadonlySet<number> = new Set([...ESCAPES.keys()].filter((kind) => kind !== SOLIDUS));

const isDigit = (code: number): boolean => code >= ZERO && code <= 0x39;

// Any integer of this many digits is exact.
const SAFE_DIGITS = 15;

/** Longer strings are read by the engine's own parser, which takes all that this one does and little more. */
const LONG_STRING = 256;
const LONG_TEXT = 4096;

/** Any escape that canonical text of ASCII does not have is found; `\\u`, which is none, may be taken for one. */
const OTHER_ESCAPE = /(?<=\\)[u/]/;

class Parser {
  private readonly text: string;
  private readonly limits: ParseLimits;
  private readonly depth: number;
  /** Null where nobody has looked. */
  private readonly isAscii: boolean | null;
  private at = 0;
  private keys = 0;
  private lastKey = '';
  /** By a key, the one that came after it last. */
  private readonly following: Map<string, { readonly key: string; readonly quoted: string }> | undefined;

  constructor(text: string, limits: ParseLimits, isAscii: boolean | null) {
    this.text = text;
    this.limits = limits;
    this.isAscii = isAscii;
    this.following = text.length > LONG_TEXT ? new Map() : undefined;
    this.depth = Math.min(limits.depth, MAX_DEPTH);
  }

  document(): Json {
    this.skipSpace();
    const value = this.value(1);
    this.skipSpace();
    if (this.at < this.text.length) throw this.unexpected('after the value');
    return value;
  }

  /** NaN at the end of the text, which compares false with everything. */
  private code(): number {
    return this.text.charCodeAt(this.at);
  }

  private skipSpace(): void {
    for (;;) {
      const code = this.code();
      if (code !== SPACE && code !== LF && code !== CR && code !== TAB) return;
      this.at++;
    }
  }

  private value(depth: number): Json {
    switch (this.code()) {
      case QUOTE:
        return this.string();
      case OPEN_OBJECT:
        return this.object(depth);
      case OPEN_ARRAY:
        return this.array(depth);
      case LOWER_T:
        return this.word('true', true);
      case LOWER_F:
        return this.word('false', false);
      case LOWER_N:
        return this.word('null', null);
      default:
        return this.number();
    }
  }

  private word(word: string, value: Json): Json {
    if (!this.text.startsWith(word, this.at)) throw this.unexpected('where a value should be');
    this.at += word.length;
    return value;
  }

  private enter(depth: number): void {
    if (depth > this.depth) {
      throw new CallgateError(jsonErrors.tooDeep({ max: this.depth, at: this.at }));
    }
    this.at++;
    this.skipSpace();
  }

  private object(depth: number): JsonObject {
    this.enter(depth);
    const object: Record<string, Json> = Object.setPrototypeOf({}, null);
    if (this.code() === CLOSE_OBJECT) {
      this.at++;
      return object;
    }
    for (;;) {
      const start = this.at;
      if (this.code() !== QUOTE) throw this.unexpected('where a key should be');
      const key = this.key();
      if (key in object) {
        throw new CallgateError(jsonErrors.duplicateKey({ key: display(key, { max: 80 }), at: start }));
      }
      if (++this.keys > this.limits.keys)
        throw new CallgateError(jsonErrors.tooManyKeys({ max: this.limits.keys, at: start }));
      this.skipSpace();
      if (this.code() !== COLON) throw this.unexpected('where `:` should be');
      this.at++;
      this.skipSpace();
      object[key] = this.value(depth + 1);
      this.skipSpace();
      const next = this.code();
      if (next !== COMMA && next !== CLOSE_OBJECT) throw this.unexpected('where `,` or `}` should be');
      this.at++;
      if (next === CLOSE_OBJECT) return object;
      this.skipSpace();
    }
  }

  private array(depth: number): readonly Json[] {
    this.enter(depth);
    const array: Json[] = [];
    if (this.code() === CLOSE_ARRAY) {
      this.at++;
      return array;
    }
    for (;;) {
      if (array.length === this.limits.array) {
        throw new CallgateError(jsonErrors.arrayTooLong({ max: this.limits.array, at: this.at }));
      }
      array.push(this.value(depth + 1));
      this.skipSpace();
      const next = this.code();
      if (next !== COMMA && next !== CLOSE_ARRAY) throw this.unexpected('where `,` or `]` should be');
      this.at++;
      if (next === CLOSE_ARRAY) return array;
      this.skipSpace();
    }
  }

  /** In a long text, objects of a list have the same keys in the same order: one that was read before is not made anew. */
  private key(): string {
    const { following, at } = this;
    if (following === undefined) return this.string();
    const likely = following.get(this.lastKey);
    if (likely !== undefined && this.text.startsWith(likely.quoted, at)) {
      this.at += likely.quoted.length;
      this.lastKey = likely.key;
      return likely.key;
    }
    const key = this.string();
    following.set(this.lastKey, { key, quoted: this.text.slice(at, this.at) });
    this.lastKey = key;
    return key;
  }

  private string(): string {
    const { text } = this;
    const start = this.at;
    let from = start + 1;
    let at = from;
    let unescaped = '';
    let isCanonical = true;
    let isLong = false;
    for (;;) {
      if (!isLong && at - start > LONG_STRING) {
        isLong = true;
        const string = this.longString(start);
        if (string !== undefined) return string;
      }
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      if (code === BACKSLASH) {
        unescaped += text.slice(from, at);
        this.at = at;
        unescaped += this.escape();
        from = at = this.at;
        // canonical text has one escape for each of these, and other ones elsewhere
        isCanonical &&= SHORT_ESCAPES.has(text.charCodeAt(at - 1)) && text.charCodeAt(at - 2) === BACKSLASH;
      } else if (code >= SPACE) {
        isCanonical &&= code < DELETE;
        at++;
      } else {
        this.at = at;
        throw this.unexpected('in a string');
      }
    }
    this.at = at + 1;
    const string = unescaped + text.slice(from, at);
    this.checkLength(string, start);
    if (isCanonical && unescaped !== '') this.remember(string, start);
    return string;
  }

  /** Undefined where the string is to be refused: what is wrong, and where, the careful way tells. */
  private longString(start: number): string | undefined {
    const { text } = this;
    let end = start;
    do end = text.indexOf('"', end + 1);
    while (end !== -1 && isEscaped(text, end));
    if (end === -1) return undefined;
    const quoted = text.slice(start, end + 1);
    let string: unknown;
    try {
      string = JSON.parse(quoted);
    } catch {
      return undefined;
    }
    // halves of pairs may have been escaped
    if (typeof string !== 'string' || !string.isWellFormed()) return undefined;
    this.at = end + 1;
    this.checkLength(string, start);
    if (string.length < quoted.length - 2 && this.isPlain(quoted) && !OTHER_ESCAPE.test(quoted))
      this.remember(string, start);
    return string;
  }

  /** Nothing in a part of the text has to be escaped by what it is. */
  private isPlain(part: string): boolean {
    return (this.isAscii ?? encodeUtf8(part).length === part.length) && !part.includes('\u007f');
  }

  private checkLength(string: string, start: number): void {
    if (string.length > this.limits.string)
      throw new CallgateError(jsonErrors.stringTooLong({ max: this.limits.string, at: start }));
  }

  /** Plain text is quoted at once, and a slice keeps the whole text alive that it was cut from. */
  private remember(string: string, start: number): void {
    if (this.text.length <= 4 * string.length) rememberQuoted(string, this.text.slice(start, this.at));
  }

  private escape(): string {
    const start = this.at;
    const kind = this.text.charCodeAt(start + 1);
    if (kind !== LOWER_U) {
      const plain = ESCAPES.get(kind);
      this.at = start + 1;
      if (plain === undefined) throw this.unexpected('after `\\`');
      this.at++;
      return plain;
    }
    const unit = this.unit();
    if (unit < 0xd800 || unit > 0xdfff) return String.fromCharCode(unit);
    if (unit > 0xdbff || !this.text.startsWith('\\u', this.at)) throw surrogate(start);
    const low = this.unit();
    if (low < 0xdc00 || low > 0xdfff) throw surrogate(start);
    return String.fromCharCode(unit, low);
  }

  /** The four digits of `\uXXXX`; `parseInt` alone would take `+1f` and `0x1`. */
  private unit(): number {
    this.at += 2;
    const end = this.at + 4;
    let unit = 0;
    for (; this.at < end; this.at++) {
      const digit = HEX.indexOf(this.text.charAt(this.at) || ' ');
      if (digit === -1) throw this.unexpected('where a hexadecimal digit should be');
      unit = unit * 16 + (digit > 15 ? digit - 6 : digit);
    }
    return unit;
  }

  private number(): number {
    const start = this.at;
    const negative = this.code() === MINUS;
    if (negative) this.at++;
    const first = this.at;
    let code = this.code();
    if (!isDigit(code)) throw this.unexpected(negative ? 'after `-`' : 'where a value should be');
    let whole = 0;
    do {
      whole = whole * 10 + code - ZERO;
      this.at++;
      code = this.code();
    } while (isDigit(code));
    const digits = this.at - first;
    if (digits > 1 && this.text.charCodeAt(first) === ZERO) {
      throw new CallgateError(jsonErrors.leadingZero({ at: first }));
    }
    const integer = code !== DOT && code !== LOWER_E && code !== UPPER_E;
    if (integer && digits <= SAFE_DIGITS && (whole > 0 || !negative)) return negative ? -whole : whole;
    if (code === DOT) {
      this.at++;
      this.digits('after `.`');
      code = this.code();
    }
    if (code === LOWER_E || code === UPPER_E) {
      this.at++;
      code = this.code();
      if (code === PLUS || code === MINUS) this.at++;
      this.digits('in an exponent');
    }
    const literal = this.text.slice(start, this.at);
    const value = Number(literal);
    const fault = findNumberFault(literal, value);
    if (fault === undefined) return value;
    const shown = display(literal, { max: 40 });
    throw new CallgateError(
      Object.is(value, -0)
        ? jsonErrors.negativeZero({ number: shown, at: start, fault })
        : jsonErrors.numberInexact({ number: shown, at: start, fault }),
    );
  }

  private digits(where: string): void {
    if (!isDigit(this.code())) throw this.unexpected(where);
    do this.at++;
    while (isDigit(this.code()));
  }

  private unexpected(where: string): CallgateError {
    const found = this.text.codePointAt(this.at);
    const what = found === undefined ? 'end of text' : `\`${display(String.fromCodePoint(found))}\``;
    return new CallgateError(jsonErrors.unexpected({ what, where, at: this.at }));
  }
}

const HEX = '0123456789abcdefABCDEF';

/** Whether an odd number of backslashes stands before. */
const isEscaped = (text: string, at: number): boolean => {
  let before = at;
  while (text.charCodeAt(before - 1) === BACKSLASH) before--;
  return (at - before) % 2 === 1;
};

const surrogate = (at: number): CallgateError => new CallgateError(jsonErrors.surrogate({ at }));
