import type { Json, JsonObject } from '@callgate/core';

export type Random = () => number;

export const pick = <T>(random: Random, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;

const upTo = (random: Random, most: number): number => Math.floor(random() * (most + 1));

const ODD = [
  '\u0000',
  '\u2028',
  '\u0085',
  '\ud83d\ude00',
  'ſ',
  'K',
  'é',
  'e\u0301',
  '\u202e',
  '"',
  '\\',
  '\n',
  '\u{e0041}',
  '<',
  '\ufffd',
];
const KEYS = [
  'id',
  'ID',
  'text',
  'name',
  'Name',
  'arguments',
  'method',
  'a',
  'ａ',
  '__proto__',
  'constructor',
  '',
  'k\u0000',
  '1',
  'ſ',
  's',
];

const text = (random: Random): string =>
  Array.from({ length: upTo(random, 8) }, () =>
    random() < 0.3 ? pick(random, ODD) : String.fromCharCode(0x61 + upTo(random, 25)),
  ).join('');

const NUMBERS = [0, 1, -1, 1.5, 1e21, 1e-7, 123456789, 9007199254740991, 0.1, 5e-324, 1.7976931348623157e308];

/** Any JSON there is. */
export const anyJson = (random: Random, depth = 0): Json => {
  const kind = random();
  if (depth > 4 || kind < 0.25) return text(random);
  if (kind < 0.45) return pick(random, NUMBERS);
  if (kind < 0.55) return pick(random, [true, false, null]);
  if (kind < 0.75) return Array.from({ length: upTo(random, 4) }, () => anyJson(random, depth + 1));
  return anyObject(random, depth + 1);
};

export const anyObject = (random: Random, depth = 0): JsonObject =>
  Object.fromEntries(
    Array.from(
      { length: upTo(random, 4) },
      () => [random() < 0.5 ? pick(random, KEYS) : text(random), anyJson(random, depth + 1)] as const,
    ),
  );

const GAMES = ['9007199254740993', '1e400', '-0', '1.0', '01', '+1', 'NaN', '0x1', '1e', '.5', '1E1', '-'];
const TOKENS = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '\\u0000',
  '\\ud800',
  '\\u006eame',
  'null',
  'true',
  '\ufeff',
  ' ',
  '\t',
  '\r',
  '/**/',
  '\u0000',
  '\u2028',
  '\u001e',
  '"id":1,',
  '"name":"big",',
  '"params":{},',
  '"method":"tools/list",',
  '"Name":"big",',
  '"paramſ":{},',
];

const cut = (bytes: Buffer, from: number, to: number, put: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(to)]);

const place = (random: Random, bytes: Buffer): number => upTo(random, bytes.length);

type Mutator = (random: Random, bytes: Buffer) => Buffer;

const MUTATORS: readonly Mutator[] = [
  (random, bytes) => {
    const at = place(random, bytes);
    return cut(bytes, at, at + 1, Buffer.of(upTo(random, 255)));
  },
  (random, bytes) => {
    const at = place(random, bytes);
    return cut(bytes, at, at + upTo(random, 6), Buffer.alloc(0));
  },
  (random, bytes) => {
    const at = place(random, bytes);
    return cut(bytes, at, at, Buffer.from(pick(random, TOKENS)));
  },
  // a member twice, or one more
  (random, bytes) => {
    const at = bytes.indexOf(0x2c, place(random, bytes));
    return at < 0
      ? bytes
      : cut(
          bytes,
          at,
          at,
          Buffer.from(`,${JSON.stringify(pick(random, KEYS))}:${JSON.stringify(anyJson(random))}`),
        );
  },
  (random, bytes) => {
    const at = bytes.indexOf(0x22, place(random, bytes));
    return at < 0
      ? bytes
      : cut(bytes, at + 1, at + 2, Buffer.from(String.fromCharCode(bytes[at + 1] ?? 0x61).toUpperCase()));
  },
  (random, bytes) => {
    const found = /:-?\d[\d.eE+-]*/.exec(bytes.toString('latin1').slice(place(random, bytes)));
    if (found === null) return bytes;
    const at = bytes.indexOf(found[0]);
    return cut(bytes, at + 1, at + found[0].length, Buffer.from(pick(random, GAMES)));
  },
  (random, bytes) => {
    const from = place(random, bytes);
    return Buffer.concat([bytes, bytes.subarray(from, from + upTo(random, 60))]);
  },
  (_, bytes) => Buffer.concat([Buffer.from('['), bytes, Buffer.from(']')]),
  (random, bytes) => {
    const depth = upTo(random, 90);
    const at = bytes.indexOf(0x3a, place(random, bytes));
    return at < 0 ? bytes : cut(bytes, at + 1, at + 1, Buffer.from('['.repeat(depth)));
  },
  // a character in another spelling
  (random, bytes) => {
    const at = place(random, bytes);
    const byte = bytes[at] ?? 0;
    return byte < 0x61 || byte > 0x7a
      ? bytes
      : cut(bytes, at, at + 1, Buffer.from(`\\u00${byte.toString(16)}`));
  },
];

/** Some bytes, changed a little or not at all. */
export const mutateBytes = (random: Random, bytes: Buffer): Buffer => {
  let changed = bytes;
  for (let times = random() < 0.3 ? 0 : 1 + upTo(random, 2); times > 0; times -= 1)
    changed = pick(random, MUTATORS)(random, changed);
  return changed;
};
