import type { Json } from '@callgate/core';
import { CanonicalScanner } from './canonical-scanner.ts';
import { type MemberTable, toAsciiBytes, makeMemberTable } from './member-table.ts';

/** Parts of a row that verification looks at. */
export const ENTRY_PART = {
  eventId: 0,
  event: 1,
  extension: 2,
  occurredAt: 3,
  outcome: 4,
  previousHash: 5,
  principal: 6,
  tool: 7,
  v: 8,
  seq: 9,
  call: 10,
  arrows: 11,
  from: 12,
  attempt: 13,
  binding: 14,
  grant: 15,
  inputTool: 16,
  inputPolicy: 17,
  kept: 18,
  decided: 19,
  enforced: 20,
  request: 21,
  argumentsSent: 22,
  argumentsDigest: 23,
  context: 24,
  definition: 25,
  kind: 26,
  server: 27,
  session: 28,
  target: 29,
  aiTag: 30,
  ms: 31,
  isError: 32,
  labelled: 33,
} as const;

export type EntryPart = (typeof ENTRY_PART)[keyof typeof ENTRY_PART];

const EXTENSION_PARTS: MemberTable = makeMemberTable({
  arrows: { field: ENTRY_PART.arrows },
  attempt: { field: ENTRY_PART.attempt },
  binding: { field: ENTRY_PART.binding },
  call: { field: ENTRY_PART.call },
  decision: {
    repeated: true,
    inside: makeMemberTable({
      enforced: { field: ENTRY_PART.enforced },
      kept: { field: ENTRY_PART.kept },
      obligations: { inside: makeMemberTable({ aiTag: { field: ENTRY_PART.aiTag } }) },
      outcome: { field: ENTRY_PART.decided },
    }),
  },
  from: { field: ENTRY_PART.from },
  grant: { field: ENTRY_PART.grant },
  input: {
    inside: makeMemberTable({
      policy: { field: ENTRY_PART.inputPolicy },
      tool: { field: ENTRY_PART.inputTool },
    }),
  },
  isError: { field: ENTRY_PART.isError },
  labelled: { field: ENTRY_PART.labelled },
  ms: { field: ENTRY_PART.ms },
  request: {
    field: ENTRY_PART.request,
    inside: makeMemberTable({
      arguments: { field: ENTRY_PART.argumentsSent },
      argumentsDigest: { field: ENTRY_PART.argumentsDigest },
      context: { field: ENTRY_PART.context },
      definition: { field: ENTRY_PART.definition },
      kind: { field: ENTRY_PART.kind },
      server: { field: ENTRY_PART.server },
      session: { field: ENTRY_PART.session },
      target: { field: ENTRY_PART.target },
    }),
  },
  seq: { field: ENTRY_PART.seq },
  v: { field: ENTRY_PART.v },
});

/** What stands before each string of a row; its keys are always the same. */
const BEFORE_ID = toAsciiBytes('{"event_id":');
const BEFORE_EVENT = toAsciiBytes(',"event_type":');
const BEFORE_EXTENSION = toAsciiBytes(',"extensions":{"dev.callgate":');
const BEFORE_TIME = toAsciiBytes('},"occurred_at":');
const BEFORE_OUTCOME = toAsciiBytes(',"outcome":');
const BEFORE_HASH = toAsciiBytes(',"previous_hash":');
const BEFORE_PRINCIPAL = toAsciiBytes(',"principal_id":');
const BEFORE_TOOL = toAsciiBytes(',"tool_name":');
const END = toAsciiBytes('}');
const EXTENSION_DEPTH = 3;

/** Days since 1970 of a date (proleptic Gregorian). */
const daysOf = (year: number, month: number, day: number): number => {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
};

/** Reads rows without making values of them. One for many rows; what it tells is true until the next `scan`. */
export class EntryScanner {
  readonly #scan: CanonicalScanner = new CanonicalScanner(Object.keys(ENTRY_PART).length);

  /** Whether the bytes are canonical and have the shape of a row. If not, `stoppedAt` is where they are not. */
  scan(bytes: Uint8Array): boolean {
    const scan = this.#scan;
    scan.start(bytes);
    if (!this.#text(BEFORE_ID, ENTRY_PART.eventId) || !this.#text(BEFORE_EVENT, ENTRY_PART.event))
      return false;
    if (!scan.literal(BEFORE_EXTENSION)) return false;
    const from = scan.at;
    if (!scan.object(EXTENSION_DEPTH, EXTENSION_PARTS)) return false;
    scan.note(ENTRY_PART.extension, from);
    return (
      this.#text(BEFORE_TIME, ENTRY_PART.occurredAt) &&
      this.#text(BEFORE_OUTCOME, ENTRY_PART.outcome) &&
      this.#text(BEFORE_HASH, ENTRY_PART.previousHash) &&
      this.#text(BEFORE_PRINCIPAL, ENTRY_PART.principal) &&
      this.#text(BEFORE_TOOL, ENTRY_PART.tool) &&
      scan.literal(END) &&
      scan.at === bytes.length
    );
  }

  #text(before: Uint8Array, part: EntryPart): boolean {
    const scan = this.#scan;
    if (!scan.literal(before)) return false;
    const from = scan.at;
    if (!scan.string()) return false;
    scan.note(part, from);
    return true;
  }

  get stoppedAt(): number {
    return this.#scan.at;
  }

  #from(part: EntryPart): number {
    return this.#scan.places[part * 2] ?? -1;
  }

  #end(part: EntryPart): number {
    return this.#scan.places[part * 2 + 1] ?? -1;
  }

  has(part: EntryPart): boolean {
    return this.#from(part) !== -1;
  }

  /** The canonical text of a part; empty where there is none. */
  raw(part: EntryPart): string {
    return this.has(part) ? this.#scan.slice(this.#from(part), this.#end(part)) : '';
  }

  sizeOf(part: EntryPart): number {
    return this.has(part) ? this.#end(part) - this.#from(part) : 0;
  }

  /** Writes the canonical text of a part, and says where it ends. */
  copy(part: EntryPart, target: Uint8Array, at: number): number {
    const from = this.#from(part);
    const size = this.sizeOf(part);
    const { bytes } = this.#scan;
    // parts are short: making a view of them would cost more than this
    for (let index = 0; index < size; index += 1) target[at + index] = bytes[from + index] ?? 0;
    return at + size;
  }

  /** Whether the canonical text of a part is this one. */
  isRaw(part: EntryPart, text: string): boolean {
    const from = this.#from(part);
    if (from === -1 || this.#end(part) - from !== text.length) return false;
    const { bytes } = this.#scan;
    for (let index = 0; index < text.length; index += 1)
      if (bytes[from + index] !== text.charCodeAt(index)) return false;
    return true;
  }

  /** Whether a part is this text. */
  isText(part: EntryPart, text: string): boolean {
    const from = this.#from(part) + 1;
    const { bytes } = this.#scan;
    if (from === 0 || bytes[from - 1] !== 0x22) return false;
    if (this.#end(part) - from - 1 !== text.length) return this.#isOddText(part, text);
    for (let index = 0; index < text.length; index += 1)
      if (bytes[from + index] !== text.charCodeAt(index)) return this.#isOddText(part, text);
    return true;
  }

  /** Some text is longer in the row than it is: it is escaped there. */
  #isOddText(part: EntryPart, text: string): boolean {
    const raw = this.raw(part);
    return raw.includes('\\') && JSON.parse(raw) === text;
  }

  /** A text, or undefined where there is none or something else. */
  text(part: EntryPart): string | undefined {
    const raw = this.raw(part);
    if (!raw.startsWith('"')) return undefined;
    return raw.includes('\\') ? String(JSON.parse(raw)) : raw.slice(1, -1);
  }

  /** The value of a part that is there. `scan` has seen to it that it has one reading. */
  json(part: EntryPart): Json {
    return JSON.parse(this.raw(part));
  }

  /** A whole number that is not negative, or -1. */
  whole(part: EntryPart): number {
    const from = this.#from(part);
    const count = this.#end(part) - from;
    if (from === -1 || count > 16) return -1;
    const value = this.#digits(from, count);
    return value >= 0 ? value : -1;
  }

  /** Whether `previous_hash` names this hash. */
  isPreviousHash(hash: Uint8Array): boolean {
    const from = this.#from(ENTRY_PART.previousHash) + 1;
    if (this.#end(ENTRY_PART.previousHash) - from !== 65 || hash.length !== 32) return false;
    const { bytes } = this.#scan;
    for (let index = 0; index < 32; index += 1) {
      const byte = hash[index] ?? 0;
      if (bytes[from + index * 2] !== HEX[byte >> 4] || bytes[from + index * 2 + 1] !== HEX[byte & 15])
        return false;
    }
    return true;
  }

  /** The hash that the row says came before it; undefined where it says none. */
  previousHash(): Uint8Array | undefined {
    const text = this.text(ENTRY_PART.previousHash) ?? '';
    return /^[0-9a-f]{64}$/.test(text) ? Uint8Array.from(Buffer.from(text, 'hex')) : undefined;
  }

  #digits(from: number, count: number): number {
    let value = 0;
    for (let index = from; index < from + count; index += 1) {
      const digit = (this.#scan.bytes[index] ?? 0) - 0x30;
      if (digit < 0 || digit > 9) return Number.NaN;
      value = value * 10 + digit;
    }
    return value;
  }

  /** `occurred_at` in milliseconds since 1970; NaN where it is not written as `Date` writes it. */
  at(): number {
    const from = this.#from(ENTRY_PART.occurredAt) + 1;
    const { bytes } = this.#scan;
    if (this.#end(ENTRY_PART.occurredAt) - from !== 25) return Number.NaN;
    for (let index = 0; index < MARKS_AT.length; index += 1)
      if (bytes[from + (MARKS_AT[index] ?? 0)] !== MARKS[index]) return Number.NaN;
    const year = this.#digits(from, 4);
    const month = this.#digits(from + 5, 2);
    const day = this.#digits(from + 8, 2);
    const hour = this.#digits(from + 11, 2);
    const minute = this.#digits(from + 14, 2);
    const second = this.#digits(from + 17, 2);
    const thousandth = this.#digits(from + 20, 3);
    if (!(month >= 1 && month <= 12 && day >= 1 && hour <= 23 && minute <= 59 && second <= 59))
      return Number.NaN;
    const days = daysOf(year, month, day);
    // a day that the month does not have is a day of the next one
    if (day > 28 && days >= (month === 12 ? daysOf(year + 1, 1, 1) : daysOf(year, month + 1, 1)))
      return Number.NaN;
    return ((days * 24 + hour) * 60 + minute) * 60_000 + second * 1000 + thousandth;
  }
}

const HEX = toAsciiBytes('0123456789abcdef');

/** The marks of `2026-11-15T12:00:00.000Z` and where they stand. */
const MARKS = toAsciiBytes('--T::.Z');
const MARKS_AT = Uint8Array.from([4, 7, 10, 13, 16, 19, 23]);
