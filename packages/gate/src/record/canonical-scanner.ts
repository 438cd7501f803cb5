/**
 * Tells whether bytes are canonical JSON without making a value of them: several times quicker than parsing and
 * writing them again, and no less strict. A law test holds it against `parseStrict` and `canonical`.
 */

import {
  type MemberSlot,
  type ValueCache,
  type MemberTable,
  toAsciiBytes,
  getMemberSlot,
} from './member-table.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const LOWER_U = 0x75;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const MAX_DEPTH = 128;
/** Any integer of this many digits is exact. */
const SAFE_DIGITS = 15;
const NUMERAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/;

const TRUE = toAsciiBytes('true');
const FALSE = toAsciiBytes('false');
const NULL = toAsciiBytes('null');

/** What stands for itself in a string. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, code) =>
  code >= 0x20 && code <= 0x7e && code !== QUOTE && code !== BACKSLASH ? 1 : 0,
);

/** What may follow a backslash and says all: `"`, `\`, b, f, n, r, t. */
const SHORT = Uint8Array.from({ length: 256 }, (_, code) =>
  String.raw`"\bfnrt`.includes(String.fromCharCode(code)) ? 1 : 0,
);

const hexDigit = (code: number | undefined): number =>
  code === undefined
    ? -1
    : code >= ZERO && code <= 0x39
      ? code - ZERO
      : code >= 0x61 && code <= 0x66
        ? code - 0x61 + 10
        : -1;

/** One reader for many texts: `start` it, then ask for what must come next. Every method says whether it was there. */
export class CanonicalScanner {
  bytes: Uint8Array = new Uint8Array(0);
  at = 0;
  /** Start and end of what was wanted, two entries a field; -1 where there is none. */
  readonly places: Int32Array;
  #escaped = false;

  constructor(fields: number) {
    this.places = new Int32Array(fields * 2);
  }

  start(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.at = 0;
    this.places.fill(-1);
  }

  literal(expected: Uint8Array): boolean {
    const { bytes, at } = this;
    for (let index = 0; index < expected.length; index += 1)
      if (bytes[at + index] !== expected[index]) return false;
    this.at = at + expected.length;
    return true;
  }

  note(field: number, from: number): void {
    this.places[field * 2] = from;
    this.places[field * 2 + 1] = this.at;
  }

  string(): boolean {
    const { bytes } = this;
    if (bytes[this.at] !== QUOTE) return false;
    let at = this.at + 1;
    this.#escaped = false;
    for (;;) {
      while (PLAIN[bytes[at] ?? 0] === 1) at += 1;
      const code = bytes[at];
      if (code === QUOTE) {
        this.at = at + 1;
        return true;
      }
      if (code !== BACKSLASH) return this.#stop(at);
      this.#escaped = true;
      if (SHORT[bytes[at + 1] ?? 0] === 1) {
        at += 2;
        continue;
      }
      const end = this.#escapeEnd(at);
      if (end === -1) return this.#stop(at);
      at = end;
    }
  }

  /** Where it stopped is what is told. */
  #stop(at: number): false {
    this.at = at;
    return false;
  }

  #escapeEnd(at: number): number {
    if (this.bytes[at + 1] !== LOWER_U) return -1;
    const unit = this.#unit(at + 2);
    if (unit < 0) return -1;
    if (unit < 0x20)
      return unit === 8 || unit === 9 || unit === 10 || unit === 12 || unit === 13 ? -1 : at + 6;
    if (unit < 0x7f || (unit >= 0xdc00 && unit <= 0xdfff)) return -1;
    if (unit < 0xd800 || unit > 0xdfff) return at + 6;
    if (this.bytes[at + 6] !== BACKSLASH || this.bytes[at + 7] !== LOWER_U) return -1;
    const low = this.#unit(at + 8);
    return low >= 0xdc00 && low <= 0xdfff ? at + 12 : -1;
  }

  #unit(at: number): number {
    let unit = 0;
    for (let index = at; index < at + 4; index += 1) {
      const digit = hexDigit(this.bytes[index]);
      if (digit === -1) return -1;
      unit = unit * 16 + digit;
    }
    return unit;
  }

  value(depth: number, inside?: MemberTable): boolean {
    switch (this.bytes[this.at]) {
      case QUOTE:
        return this.string();
      case OPEN_OBJECT:
        return this.object(depth, inside);
      case OPEN_ARRAY:
        return this.#array(depth);
      case 0x74:
        return this.literal(TRUE);
      case 0x66:
        return this.literal(FALSE);
      case 0x6e:
        return this.literal(NULL);
      default:
        return this.#number();
    }
  }

  #array(depth: number): boolean {
    if (depth > MAX_DEPTH) return false;
    this.at += 1;
    if (this.bytes[this.at] === CLOSE_ARRAY) {
      this.at += 1;
      return true;
    }
    for (;;) {
      if (!this.value(depth + 1)) return false;
      const next = this.bytes[this.at];
      if (next !== COMMA && next !== CLOSE_ARRAY) return false;
      this.at += 1;
      if (next === CLOSE_ARRAY) return true;
    }
  }

  object(depth: number, inside?: MemberTable): boolean {
    const { bytes } = this;
    if (bytes[this.at] !== OPEN_OBJECT || depth > MAX_DEPTH) return false;
    this.at += 1;
    if (bytes[this.at] === CLOSE_OBJECT) {
      this.at += 1;
      return true;
    }
    let before = -1;
    let beforeEnd = -1;
    let beforeEscaped = false;
    for (;;) {
      const from = this.at;
      if (!this.string()) return false;
      const escaped = this.#escaped;
      const end = this.at;
      if (before !== -1 && !this.#ascends(before, beforeEnd, from, end, escaped || beforeEscaped))
        return this.#stop(from);
      if (bytes[this.at] !== COLON) return false;
      this.at += 1;
      if (
        !(inside === undefined ? this.value(depth + 1) : this.#member(from + 1, end - 1, depth + 1, inside))
      )
        return false;
      const next = bytes[this.at];
      if (next !== COMMA && next !== CLOSE_OBJECT) return false;
      this.at += 1;
      if (next === CLOSE_OBJECT) return true;
      before = from;
      beforeEnd = end;
      beforeEscaped = escaped;
    }
  }

  #member(keyFrom: number, keyEnd: number, depth: number, inside: MemberTable): boolean {
    const member = inside[getMemberSlot(keyEnd - keyFrom, this.bytes[keyFrom] ?? 0)];
    if (member === undefined || !this.#isKey(keyFrom, keyEnd, member.key)) return this.value(depth);
    const from = this.at;
    if (
      !(member.seen === undefined
        ? this.value(depth, member.inside)
        : this.#repeated(member, member.seen, depth))
    )
      return false;
    if (member.field !== -1) this.note(member.field, from);
    return true;
  }

  #repeated({ inside }: MemberSlot, seen: ValueCache, depth: number): boolean {
    const from = this.at;
    const end = seen.skip(this.bytes, from, this.places);
    if (end !== -1) {
      this.at = end;
      return true;
    }
    if (!this.value(depth, inside)) return false;
    // an object ends where it ends; of a number nobody could tell
    if (this.bytes[from] === OPEN_OBJECT) seen.remember(this.bytes, from, this.at, this.places);
    return true;
  }

  #isKey(from: number, end: number, key: Uint8Array): boolean {
    if (end - from !== key.length) return false;
    for (let index = 0; index < key.length; index += 1)
      if (this.bytes[from + index] !== key[index]) return false;
    return true;
  }

  /** Whether one key comes before the other, in UTF-16 units as RFC 8785 asks. Equal keys do not. */
  #ascends(one: number, oneEnd: number, other: number, otherEnd: number, escaped: boolean): boolean {
    if (escaped) return this.#unescaped(one, oneEnd) < this.#unescaped(other, otherEnd);
    const { bytes } = this;
    const length = Math.min(oneEnd - one, otherEnd - other) - 1;
    for (let index = 1; index < length; index += 1) {
      const difference = (bytes[one + index] ?? 0) - (bytes[other + index] ?? 0);
      if (difference !== 0) return difference < 0;
    }
    return oneEnd - one < otherEnd - other;
  }

  #unescaped(from: number, end: number): string {
    return String(JSON.parse(this.slice(from, end)));
  }

  slice(from: number, end: number): string {
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + from, end - from).toString('latin1');
  }

  #number(): boolean {
    const { bytes } = this;
    const from = this.at;
    let at = from;
    if (bytes[at] === MINUS) at += 1;
    const first = at;
    while (at - first <= SAFE_DIGITS && isDigit(bytes[at])) at += 1;
    const digits = at - first;
    const next = bytes[at];
    const isPlain = digits > 0 && digits <= SAFE_DIGITS && next !== 0x2e && next !== 0x65;
    if (isPlain && (bytes[first] !== ZERO || (digits === 1 && first === from))) {
      this.at = at;
      return true;
    }
    return this.#oddNumber(from);
  }

  /** Long, broken or with an exponent: compared with how it would be written. */
  #oddNumber(from: number): boolean {
    const { bytes } = this;
    let end = from;
    while (isNumeric(bytes[end])) end += 1;
    const text = this.slice(from, end);
    const value = Number(text);
    if (!NUMERAL.test(text) || Object.is(value, -0)) return false;
    if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER) || String(value) !== text) return false;
    this.at = end;
    return true;
  }
}

const isDigit = (code: number | undefined): boolean => code !== undefined && code >= ZERO && code <= 0x39;

/** Digits, `.`, `-`, `+`, `e`. */
const isNumeric = (code: number | undefined): boolean =>
  isDigit(code) || code === 0x2e || code === MINUS || code === 0x2b || code === 0x65;
