import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CallgateError } from '../callgate-error.ts';
import { canonical } from './canonical.ts';
import { getOwn, isJsonObject } from './json.ts';
import { DEFAULT_PARSE_LIMITS, MAX_DEPTH } from './limits.ts';
import { parseStrict } from './strict-parse.ts';
import { encodeUtf8 } from './utf8.ts';
import { cases } from '../../test/specification/cases.ts';

const refusal = (input: string | Uint8Array, limits = DEFAULT_PARSE_LIMITS): CallgateError => {
  try {
    parseStrict(input, limits);
  } catch (error) {
    if (error instanceof CallgateError) return error;
    throw error;
  }
  throw new Error(`accepted: ${String(input)}`);
};

const bytes = (...parts: readonly (string | number)[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? Array.from(encodeUtf8(part)) : [part])),
  );

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const keys = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0])));
const array = (count: number): string => `[${'0,'.repeat(count - 1)}0]`;
const string = (length: number): string => `"${'x'.repeat(length)}"`;
const padded = (size: number): string => `0${' '.repeat(size - 1)}`;

interface Outcome {
  readonly value?: unknown;
  readonly code?: string;
}

const parsed = (text: string | Uint8Array): Outcome => {
  try {
    return { value: parseStrict(text) };
  } catch (error) {
    if (error instanceof CallgateError) return { code: error.code };
    throw error;
  }
};

const reference = (text: string): Outcome => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { code: 'JSON_SYNTAX' };
  }
};

/** Ours refuses whatever the reference refuses; what both accept, they read alike; the rest is refused by name. */
const agrees = (text: string): boolean => {
  const ours = parsed(text);
  const theirs = reference(text);
  if (theirs.code !== undefined) return ours.code !== undefined;
  return ours.code === undefined
    ? canonicalText(ours.value) === canonicalText(theirs.value)
    : ours.code !== 'JSON_SYNTAX';
};

const canonicalText = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => (Object.is(inner, -0) ? '-0' : inner));

/** A decimal as an integer and a power of ten, reckoned apart from the parser. */
const rational = (printed: string): [bigint, number] => {
  const [mantissa = '', exponent = '0'] = printed.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
};

/** A key as JSON, with each character escaped or not as `how` says in turn. */
const spelled = (key: string, how: readonly boolean[]): string =>
  `"${Array.from({ length: key.length }, (_, index) =>
    how[index % how.length]
      ? `\\u${key.charCodeAt(index).toString(16).padStart(4, '0')}`
      : JSON.stringify(key.charAt(index)).slice(1, -1),
  ).join('')}"`;

describe('what every program reads alike is accepted', () => {
  test.each([
    ['null', null],
    ['true', true],
    ['false', false],
    ['0', 0],
    ['-1', -1],
    ['1.0', 1],
    ['1e2', 100],
    ['1E+2', 100],
    ['100e-2', 1],
    ['0.1', 0.1],
    ['-0.5', -0.5],
    ['1e-7', 1e-7],
    ['0.0000001', 1e-7],
    ['1.50', 1.5],
    ['0.0', 0],
    ['0e99999999999999999999', 0],
    ['5e-324', 5e-324],
    ['999999999999999', 999_999_999_999_999],
    ['1000000000000000', 1_000_000_000_000_000],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['-9007199254740991', -Number.MAX_SAFE_INTEGER],
    ['9007199254740991.0', Number.MAX_SAFE_INTEGER],
    ['""', ''],
    ['"a\\"\\\\\\/\\b\\f\\n\\r\\tz"', 'a"\\/\b\f\n\r\tz'],
    ['"\\u0041\\u00e9\\u00E9\\uD83D\\ude00"', 'Aéé😀'],
    ['"é😀\u2028\u007f"', 'é😀\u2028\u007f'],
    ['"\\u0000"', '\0'],
    ['"\\ufeff"', '\ufeff'],
    ['"\ufeff"', '\ufeff'],
    ['[]', []],
    [' [ 1 , [ ] , "a" ] ', [1, [], 'a']],
    ['{}', {}],
    ['\t{\r\n "a" : { } , "b" : [ null ] } ', { a: {}, b: [null] }],
  ])('%s', (text, value) => {
    expect(parseStrict(text)).toEqual(value);
    expect(parseStrict(encodeUtf8(text))).toEqual(value);
  });
});

describe('what programs read differently is refused', () => {
  test.each([
    ['a duplicate key', '{"name":"safe","name":"evil"}', 'JSON_DUPLICATE_KEY', 15],
    ['a duplicate key behind an escape', '{"name":"safe","n\\u0061me":"evil"}', 'JSON_DUPLICATE_KEY', 15],
    ['a duplicate key deep inside', '[{"a":[{"b":1,"b":1}]}]', 'JSON_DUPLICATE_KEY', 14],
    ['a duplicate integer-like key', '{"1":1,"\\u0031":2}', 'JSON_DUPLICATE_KEY', 7],
    ['a duplicate empty key', '{"":1,"":2}', 'JSON_DUPLICATE_KEY', 6],
    ['a duplicate __proto__', '{"__proto__":1,"__proto__":2}', 'JSON_DUPLICATE_KEY', 15],
    ['an integer that is not a double', '[9007199254740993]', 'JSON_NUMBER', 1],
    ['an integer just too large', '9007199254740992', 'JSON_NUMBER', 0],
    ['an integer just too small', '-9007199254740992', 'JSON_NUMBER', 0],
    ['a large integer in exponent form', '1e21', 'JSON_NUMBER', 0],
    ['a number that becomes Infinity', '1e400', 'JSON_NUMBER', 0],
    ['a number that becomes -Infinity', '-1e400', 'JSON_NUMBER', 0],
    ['a number that becomes 0', '1e-400', 'JSON_NUMBER', 0],
    ['a number that becomes -0', '-1e-400', 'JSON_NUMBER', 0],
    ['a negative zero', '-0', 'JSON_NUMBER', 0],
    ['a negative zero with a fraction', '-0.0', 'JSON_NUMBER', 0],
    ['a negative zero with an exponent', '-0e7', 'JSON_NUMBER', 0],
    ['more digits than a double has', '0.1000000000000000055511151231257827', 'JSON_NUMBER', 0],
    ['a fraction next to the largest integer', '9007199254740991.4', 'JSON_NUMBER', 0],
    ['NaN', 'NaN', 'JSON_SYNTAX', 0],
    ['Infinity', '[Infinity]', 'JSON_SYNTAX', 1],
    ['-Infinity', '-Infinity', 'JSON_SYNTAX', 1],
    ['a block comment', '/*c*/1', 'JSON_SYNTAX', 0],
    ['a line comment', '1 // c', 'JSON_SYNTAX', 2],
    ['a hash comment', '[1 # c\n]', 'JSON_SYNTAX', 3],
    ['a byte order mark', '\ufeff{}', 'JSON_BOM', 0],
    ['a leading zero', '010', 'JSON_SYNTAX', 0],
    ['a leading zero after a minus', '-01', 'JSON_SYNTAX', 1],
    ['a leading zero before a fraction', '00.5', 'JSON_SYNTAX', 0],
    ['a plus sign', '+1', 'JSON_SYNTAX', 0],
    ['a hexadecimal number', '0x10', 'JSON_SYNTAX', 1],
    ['two documents', '{} {}', 'JSON_SYNTAX', 3],
    ['two documents on two lines', '1\n2', 'JSON_SYNTAX', 2],
    ['an escaped lone high surrogate', '"\\ud800"', 'JSON_SURROGATE', 1],
    ['an escaped lone low surrogate', '"a\\udc00"', 'JSON_SURROGATE', 2],
    ['escaped surrogates in the wrong order', '"\\udc00\\ud800"', 'JSON_SURROGATE', 1],
    ['two escaped high surrogates', '"\\ud800\\ud800"', 'JSON_SURROGATE', 1],
    ['a high surrogate and another escape', '"\\ud800\\n"', 'JSON_SURROGATE', 1],
    ['a high surrogate and a large unit', '"\\ud800\\ue000"', 'JSON_SURROGATE', 1],
    ['a raw lone surrogate', '"ab\ud800"', 'JSON_SURROGATE', 3],
    ['a raw lone surrogate in a key', '{"\udfff":1}', 'JSON_SURROGATE', 2],
    ['a pair of one escaped and one raw half', '"\\ud83d\ude00"', 'JSON_SURROGATE', 7],
    ['a pair of one raw and one escaped half', '"\ud83d\\ude00"', 'JSON_SURROGATE', 1],
    ['a raw line feed in a string', '"a\nb"', 'JSON_SYNTAX', 2],
    ['a raw NUL in a string', '"\0"', 'JSON_SYNTAX', 1],
    ['a raw tab in a key', '{"\t":1}', 'JSON_SYNTAX', 2],
    ['a NUL after the value', '1\0', 'JSON_SYNTAX', 1],
    ['a no-break space', '1\u00a0', 'JSON_SYNTAX', 1],
    ['a line separator between values', '[1,\u20282]', 'JSON_SYNTAX', 3],
    ['a vertical tab', '\v1', 'JSON_SYNTAX', 0],
  ])('%s', (_, text, code, at) => {
    const error = refusal(text);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(new RegExp(`at character ${at}\\b`));
    expect(error.help).toBeTruthy();
  });

  test.each([
    '',
    ' ',
    '"',
    '"a',
    '"\\',
    '"\\u',
    '"\\u00',
    '"\\u00g0"',
    '"\\u+123"',
    '"\\u 123"',
    '"\\ud800\\u12"',
    '"\\x41"',
    '"\\U0041"',
    "'a'",
    '[',
    '[1',
    '[1,',
    '[1,]',
    '[,1]',
    '[1 2]',
    '[1}',
    ']',
    '{',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,',
    '{"a":1,}',
    '{,"a":1}',
    '{"a" 1}',
    '{"a":1]',
    '{"a":1 "b":2}',
    '{a:1}',
    '{1:1}',
    '{null:1}',
    '}',
    '-',
    '--1',
    '1.',
    '1.e1',
    '.5',
    '1e',
    '1e+',
    '1e1.5',
    '1_000',
    '1n',
    'tru',
    'trUe',
    'True',
    'truee',
    'nul',
    'fals',
    'undefined',
    '`a`',
  ])('malformed text %j', (text) => {
    expect(refusal(text).code).toBe('JSON_SYNTAX');
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });
});

describe('bytes', () => {
  test.each([
    ['a stray continuation byte', bytes('"a', 0x80, '"'), 2],
    ['an overlong slash', bytes('"', 0xc0, 0xaf, '"'), 1],
    ['an encoded surrogate', bytes('"', 0xed, 0xa0, 0x80, '"'), 1],
    ['a code point beyond Unicode', bytes('"', 0xf4, 0x90, 0x80, 0x80, '"'), 1],
    ['a cut sequence', bytes('"é', 0xe2, 0x82), 3],
    ['a UTF-16 byte order mark', bytes(0xff, 0xfe, '1', 0), 0],
    ['Latin-1', bytes('{"caf', 0xe9, '":1}'), 5],
  ])('%s is refused', (_, input, at) => {
    const error = refusal(input);
    expect(error.code).toBe('JSON_UTF8');
    expect(error.message).toBe(`The text is not valid UTF-8 at byte ${at}`);
  });

  test('a replacement character that was sent as such is kept', () => {
    expect(parseStrict(bytes('"\ufffd"'))).toBe('\ufffd');
    expect(refusal(bytes('"\ufffd', 0xff, '"')).message).toMatch(/byte 4$/);
  });

  test('UTF-16 without a mark is refused', () => {
    expect(refusal(bytes('1', 0)).code).toBe('JSON_SYNTAX');
    expect(refusal(bytes(0, '1')).code).toBe('JSON_SYNTAX');
  });

  test('a byte order mark is refused, not swallowed', () => {
    expect(refusal(bytes(0xef, 0xbb, 0xbf, '{}')).code).toBe('JSON_BOM');
  });
});

describe('limits hold exactly', () => {
  const limits = { bytes: 60, depth: 3, keys: 4, string: 5, array: 6 };

  test.each([
    ['depth of arrays', '[[[]]]', '[[[[]]]]', 'JSON_DEPTH'],
    ['depth of objects', '{"a":{"a":{}}}', '{"a":{"a":{"a":{}}}}', 'JSON_DEPTH'],
    [
      'keys of all objects together',
      '[{"a":1,"b":1},{"a":1,"b":1}]',
      '[{"a":1,"b":1},{"a":1,"b":1,"c":1}]',
      'JSON_TOO_LARGE',
    ],
    ['length of a string', '"abcde"', '"abcdef"', 'JSON_TOO_LARGE'],
    ['length of a key', '{"abcde":1}', '{"abcdef":1}', 'JSON_TOO_LARGE'],
    [
      'length of a string after unescaping',
      '"\\u0061\\u0062\\u0063\\u0064\\u0065"',
      '"\\u0061\\u0062\\u0063\\u0064\\u0065f"',
      'JSON_TOO_LARGE',
    ],
    ['length of a string in UTF-16 units', '"😀😀a"', '"😀😀😀"', 'JSON_TOO_LARGE'],
    ['elements of one array', '[1,2,3,4,5,6]', '[1,2,3,4,5,6,7]', 'JSON_TOO_LARGE'],
    ['bytes', `1${' '.repeat(59)}`, `1${' '.repeat(60)}`, 'JSON_TOO_LARGE'],
    ['bytes, not characters', `["éééé"]${' '.repeat(48)}`, `["éééé"]${' '.repeat(49)}`, 'JSON_TOO_LARGE'],
  ])('%s', (_, within, beyond, code) => {
    for (const form of [String, encodeUtf8]) {
      expect(() => parseStrict(form(within), limits)).not.toThrow();
      expect(refusal(form(beyond), limits).code).toBe(code);
    }
  });

  test.each([
    ['depth', nested, 64, 'JSON_DEPTH'],
    ['keys', keys, 10_000, 'JSON_TOO_LARGE'],
    ['array', array, 100_000, 'JSON_TOO_LARGE'],
    ['string', string, 1_048_576, 'JSON_TOO_LARGE'],
    ['bytes', padded, 4_194_304, 'JSON_TOO_LARGE'],
  ] as const)('%s by default', (name, make, limit, code) => {
    expect(DEFAULT_PARSE_LIMITS[name]).toBe(limit);
    expect(() => parseStrict(make(limit - 1))).not.toThrow();
    expect(() => parseStrict(make(limit))).not.toThrow();
    expect(refusal(make(limit + 1)).code).toBe(code);
  });

  test('the defaults cannot be changed', () => {
    expect(Object.isFrozen(DEFAULT_PARSE_LIMITS)).toBe(true);
  });

  test('a depth that would exhaust the stack is refused whatever the caller allows', () => {
    const generous = { ...DEFAULT_PARSE_LIMITS, depth: Infinity };
    expect(() => parseStrict(nested(MAX_DEPTH), generous)).not.toThrow();
    expect(refusal(nested(MAX_DEPTH + 1), generous).code).toBe('JSON_DEPTH');
    expect(refusal('{"a":'.repeat(600_000), generous).code).toBe('JSON_DEPTH');
  });

  test('a literal of millions of digits is judged in linear time', () => {
    expect(parseStrict(`1.${'0'.repeat(4_000_000)}`)).toBe(1);
    expect(refusal('1'.repeat(4_000_000)).code).toBe('JSON_NUMBER');
    expect(refusal(`0.${'0'.repeat(4_000_000)}1`).code).toBe('JSON_NUMBER');
    expect(refusal(`1${'0'.repeat(4_000_000)}1e-4000000`).message.length).toBeLessThan(150);
  }, 60_000);
});

describe('prototypes', () => {
  const HOSTILE = [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'valueOf',
    '__defineGetter__',
  ];

  test.each(HOSTILE)('`%s` is an ordinary key', (key) => {
    const value = parseStrict(`{"${key}":{"polluted":true,"constructor":{"prototype":{"polluted":true}}}}`);
    if (!isJsonObject(value)) throw new Error('not an object');
    expect(Object.getPrototypeOf(value)).toBeNull();
    expect(Object.keys(value)).toEqual([key]);
    expect(getOwn(value, key)).toMatchObject({ polluted: true });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('an absent key is absent, whatever Object.prototype has', () => {
    const value = parseStrict('{}');
    if (!isJsonObject(value)) throw new Error('not an object');
    for (const key of HOSTILE) expect(getOwn(value, key)).toBeUndefined();
    for (const key of HOSTILE) expect(key in value).toBe(false);
  });

  test('traps on Object.prototype are not sprung', () => {
    const sprung: string[] = [];
    const root: object = Object.getPrototypeOf({});
    Object.defineProperty(root, 'trap', {
      configurable: true,
      set: () => {
        sprung.push('set');
      },
      get: () => sprung.push('get'),
    });
    try {
      const value = parseStrict('{"trap":[{"trap":1}]}');
      expect(canonicalText(value)).toBe('{"trap":[{"trap":1}]}');
      expect(sprung).toEqual([]);
    } finally {
      Reflect.deleteProperty(root, 'trap');
    }
  });
});

describe('messages', () => {
  test('say what to do about a number', () => {
    const error = refusal('{"id":9007199254740993}');
    expect(error.message).toBe('The number `9007199254740993` at character 6 is beyond ±9007199254740991');
    expect(error.help).toBe('Send the number as a string.');
    expect(refusal('-0').help).toBe('Send 0.');
    expect(refusal('0.30000000000000001').message).toBe(
      'The number `0.30000000000000001` at character 0 would be read as 0.3',
    );
  });

  test('show hostile text through display', () => {
    expect(refusal('{"\u202e":1,"\u202e":2}').message).toBe('Duplicate key `⟦U+202E⟧` at character 7');
    expect(refusal('\u001b[2J').message).toContain('`⟦U+001B⟧`');
    expect(refusal(`{"${'k'.repeat(1000)}":1,"${'k'.repeat(1000)}":1}`).message.length).toBeLessThan(200);
    expect(refusal('[1,').message).toBe('Unexpected end of text where a value should be at character 3');
  });
});

describe('laws', () => {
  const sound = fc.jsonValue({ noUnicodeString: false, depthSize: 'medium' });
  const piece = fc.constantFrom(
    ...'{}[],:"\\01-+.eE \n\t\0\ufeff\u2028\ud800',
    ...'\\u d83d de00 true false null NaN "a" "b" "a":1 {} [] 😀'.split(' '),
  );

  test('JSON.parse reads alike what is accepted, and what only it accepts is no syntax error', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expect(agrees(pieces.join(''))).toBe(true);
      }),
      { numRuns: cases(6000, 30_000) },
    );
  });

  test('nor does JSON.parse disagree about damaged values', () => {
    fc.assert(
      fc.property(sound, fc.nat(), fc.nat(6), piece, (value, at, remove, insert) => {
        const text = JSON.stringify(value);
        const cut = at % (text.length + 1);
        expect(agrees(text.slice(0, cut) + insert + text.slice(cut + remove))).toBe(true);
      }),
      { numRuns: cases(4000, 20_000) },
    );
  });

  test('numbers are accepted exactly when their printed form denotes the same value', () => {
    const digits = fc.stringMatching(/^[0-9]{1,20}$/);
    const exponents = fc.integer({ min: -330, max: 330 });
    fc.assert(
      fc.property(
        fc.boolean(),
        digits,
        fc.option(digits),
        fc.option(exponents),
        (minus, whole, part, power) => {
          const mantissa = `${minus ? '-' : ''}${BigInt(whole)}${part === null ? '' : `.${part}`}`;
          const text = power === null ? mantissa : `${mantissa}e${power}`;
          const double = Number(text);
          const safe = Math.abs(double) <= Number.MAX_SAFE_INTEGER && !Object.is(double, -0);
          const [exact, scale] = rational(text);
          const [printed, printedScale] = rational(safe ? String(double) : '0');
          const low = Math.min(scale, printedScale);
          const same = exact * 10n ** BigInt(scale - low) === printed * 10n ** BigInt(printedScale - low);
          expect(parsed(text)).toEqual(safe && same ? { value: double } : { code: 'JSON_NUMBER' });
        },
      ),
      { numRuns: cases(4000, 20_000) },
    );
  });

  test('a key repeated in any object, spelled any way, is refused', () => {
    const ascii = fc.string({ unit: 'binary-ascii', maxLength: 8 });
    const how = fc.array(fc.boolean(), { minLength: 1, maxLength: 4 });
    const inert = fc.constantFrom('0', '"a"', '[]', '{"a":{"b":[null]}}', '"\\"}"');
    fc.assert(
      fc.property(ascii, how, how, inert, fc.nat(20), (key, one, other, between, depth) => {
        const twice = `{${spelled(key, one)}:0,"longer than the key":${between},${spelled(key, other)}:0}`;
        const text = '[{"in":'.repeat(depth) + twice + '}]'.repeat(depth);
        expect(parsed(text)).toEqual({ code: 'JSON_DUPLICATE_KEY' });
      }),
      { numRuns: cases(4000, 20_000) },
    );
  });

  test('in a long text keys are read and refused as in a short one', () => {
    const key = fc.constantFrom('"a"', '"b"', '"\\u0061"', '"a\\\\"', '""', '"__proto__"', '"a', '"ab"');
    const object = fc
      .array(key, { maxLength: 4 })
      .map((names) => `{${names.map((name) => `${name}:1`).join(',')}}`);
    fc.assert(
      fc.property(fc.array(object, { maxLength: 8 }), (objects) => {
        const text = `[${objects.join(',')}]`;
        expect(parsed(text + ' '.repeat(5000))).toEqual(parsed(text));
      }),
      { numRuns: cases(2000, 20_000) },
    );
  });

  test('a long string is read and refused as a short one, and written as one that was never read', () => {
    const part = fc.constantFrom(
      ...'"\\01-+ \n\t\0\ufeff\u2028\ud800\u007fé/'.split(''),
      ...'\\u d83d de00 \\" \\\\ \\/ \\n \\u000a \\u0041 \\\\u \\ud83d\\ude00 \\ud83d \\ude00 😀 \\x'.split(
        ' ',
      ),
    );
    const length = fc.constantFrom(250, 5000);
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), length, fc.boolean(), (parts, before, inBytes) => {
        const inner = parts.join('');
        const padding = 'x'.repeat(before);
        const whole = `["${padding}${inner}"]`;
        const short = parsed(`["${inner}"]`);
        const long = parsed(inBytes && whole.isWellFormed() ? encodeUtf8(whole) : whole);
        if (short.code !== undefined) expect(long).toEqual(short);
        else {
          const [text] = short.value as [string];
          expect(long.value).toEqual([padding + text]);
          expect(canonical([padding + text])).toBe(`["${padding}${canonical(text).slice(1)}]`);
        }
      }),
      { numRuns: cases(3000, 20_000) },
    );
  });
});
