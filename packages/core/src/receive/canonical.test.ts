import * as fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { canonical, canonicalCached } from './canonical.ts';
import type { Json } from './json.ts';
import { freezeJson } from './json.ts';
import { DEFAULT_PARSE_LIMITS, MAX_DEPTH } from './limits.ts';
import { parseStrict } from './strict-parse.ts';
import { cases } from '../../test/specification/cases.ts';

class Point {
  readonly x = 1;
}

const nested = (depth: number): Json => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

const fromEntries = (entries: readonly (readonly [string, Json])[]): Json => {
  const object: Record<string, Json> = Object.create(null);
  for (const [name, inner] of entries) object[name] = inner;
  return object;
};

describe('the canonical form', () => {
  test.each<[string, Json, string]>([
    ['orders keys by UTF-16 code unit', { b: 1, a: 2, B: 3, '': 4 }, '{"":4,"B":3,"a":2,"b":1}'],
    ['does not order integer-like keys by value', { 10: 1, 9: 2, 1: 3 }, '{"1":3,"10":1,"9":2}'],
    [
      'orders keys as RFC 8785 shows',
      {
        '\u20ac': 'Euro',
        '\r': 'CR',
        '\ufb33': 'Dalet',
        1: 'One',
        '\ud83d\ude00': 'Smile',
        '\u0080': 'Control',
        ö: 'O',
      },
      '{"\\r":"CR","1":"One","\\u0080":"Control","\\u00f6":"O","\\u20ac":"Euro","\\ud83d\\ude00":"Smile","\\ufb33":"Dalet"}',
    ],
    ['writes no space', [1, { a: [] }, {}], '[1,{"a":[]},{}]'],
    ['writes words', [null, true, false], '[null,true,false]'],
    [
      'writes numbers as ECMAScript does',
      [1e-7, 0.000001, 4.5, 1e15, -3],
      '[1e-7,0.000001,4.5,1000000000000000,-3]',
    ],
    [
      'escapes as briefly as JSON can',
      '"\\\b\t\n\f\r\u0000\u001f/',
      '"\\"\\\\\\b\\t\\n\\f\\r\\u0000\\u001f/"',
    ],
    [
      'escapes DEL and everything beyond ASCII',
      '\u007f\u0080é\u2028😀',
      '"\\u007f\\u0080\\u00e9\\u2028\\ud83d\\ude00"',
    ],
    ['takes `__proto__` for a key', JSON.parse('{"__proto__":1}'), '{"__proto__":1}'],
  ])('%s', (_, value, text) => {
    expect(canonical(value)).toBe(text);
  });

  test.each<[string, unknown]>([
    ['NaN', NaN],
    ['Infinity', [Infinity]],
    ['an integer that is not safe', 2 ** 53],
    ['a negative zero', -0],
    ['a lone surrogate', 'a\ud800'],
    ['a lone surrogate in a key', { '\udc00': 1 }],
    ['undefined', undefined],
    ['an undefined member', { a: undefined }],
    ['a hole', [1, , 2]], // eslint-disable-line no-sparse-arrays
    ['a function', { a: () => 1 }],
    ['a bigint', [1n]],
    ['a symbol', Symbol('a')],
    ['a date', new Date(0)],
    ['a map', { a: new Map() }],
    ['an object with a class', new Point()],
    ['a boxed number', Object(1)],
  ])('%s has none', (_, value) => {
    expect(() => canonical(value as Json)).toThrow(expect.objectContaining({ code: 'JSON_NOT_CANONICAL' }));
  });

  test('a method called toJSON decides nothing', () => {
    expect(() => canonical({ toJSON: () => 'safe' } as unknown as Json)).toThrow(/type function/);
  });

  test('inherited members are not there', () => {
    expect(canonical(Object.create({ __proto__: null, hidden: 1 }))).toBe('{}');
  });

  test('what holds itself has none', () => {
    const cycle: Json[] = [];
    cycle.push(cycle, cycle);
    const ring: Record<string, Json> = {};
    ring['ring'] = ring;
    expect(() => canonical(cycle)).toThrow(/inside itself/);
    expect(() => canonical(ring)).toThrow(/inside itself/);
  });

  test('depth is limited exactly', () => {
    expect(canonical(nested(MAX_DEPTH))).toHaveLength(2 * MAX_DEPTH);
    expect(() => canonical(nested(MAX_DEPTH + 1))).toThrow(/nested deeper than 128/);
  });

  test('more names than are remembered, short and long, keep their order and spelling', () => {
    const names = Array.from({ length: 3000 }, (_, at) => `"${'é'.repeat(at % 70)}${3000 - at}`);
    const object = Object.fromEntries(names.map((name, at) => [name, at]));
    const text = canonical(object);
    expect(Object.keys(JSON.parse(text))).toEqual(names.toSorted());
    expect(JSON.parse(text)).toEqual(object);
    expect(canonical(object)).toBe(text);
  });

  test('a small value that unfolds without end has none', () => {
    let laughs: Json = 'ha'.repeat(100_000);
    for (let index = 0; index < 100; index++) laughs = [laughs, laughs];
    expect(() => canonical(laughs)).toThrow(/longer than/);
  });
});

describe('laws', () => {
  const key = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.nat(20).map(String),
    fc.constantFrom('__proto__', 'constructor', 'a', 'A', '\ufb33', '😀', '-1', '01', '4294967295'),
  );
  const number = fc.oneof(
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, min: -(2 ** 53) + 1, max: 2 ** 53 - 1 }).map((value) => value + 0),
  );
  const { value } = fc.letrec<{ value: Json; object: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5, depthSize: 'small' },
      fc.oneof(fc.constantFrom(null, true, false), number, fc.string({ unit: 'binary' })),
      fc.array(tie('value'), { maxLength: 4 }),
      tie('object'),
    ),
    object: fc
      .uniqueArray(fc.tuple(key, tie('value')), { selector: ([name]) => name, maxLength: 5 })
      .map((entries) => fromEntries(entries)),
  }));
  const reversed = (json: Json): Json => {
    if (Array.isArray(json)) return json.map((inner: Json) => reversed(inner));
    if (json === null || typeof json !== 'object') return json;
    return fromEntries(
      Object.entries(json)
        .map(([name, inner]) => [name, reversed(inner)] as const)
        .toReversed(),
    );
  };

  test('the strict parser gives back the same value, and it has the same form', () => {
    fc.assert(
      fc.property(value, (json) => {
        const text = canonical(json);
        expect(text).toMatch(/^[ -~]*$/);
        const back = parseStrict(text);
        expect(isDeepStrictEqual(back, json)).toBe(true);
        expect(canonical(back)).toBe(text);
        expect(canonical(JSON.parse(text))).toBe(text);
      }),
      { numRuns: cases(4000, 20_000) },
    );
  });

  test('the order in which keys were put in does not matter', () => {
    fc.assert(
      fc.property(value, (json) => {
        expect(canonical(reversed(json))).toBe(canonical(json));
      }),
      { numRuns: cases(4000, 20_000) },
    );
  });

  test('different values have different forms', () => {
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(canonical(one) === canonical(other)).toBe(isDeepStrictEqual(one, other));
      }),
      { numRuns: cases(1000, 5000) },
    );
  });

  test('the form is at most six times as long as what was parsed', () => {
    const text = fc.string({ unit: 'binary', minLength: 1 }).map((string) => JSON.stringify(string));
    const literal = fc.double({ noNaN: true, min: -1e15, max: 1e15 }).map((double) => double.toExponential());
    fc.assert(
      fc.property(fc.oneof(text, literal), (source) => {
        const bytes = new TextEncoder().encode(source).length;
        if (source.startsWith('-0')) return;
        expect(canonical(parseStrict(source)).length).toBeLessThanOrEqual(bytes * 6);
      }),
      { numRuns: cases(4000, 20_000) },
    );
    expect(canonical('\u007f'.repeat(DEFAULT_PARSE_LIMITS.string))).toHaveLength(
      DEFAULT_PARSE_LIMITS.string * 6 + 2,
    );
  });
});

describe('a canonical form that is remembered', () => {
  test('is the same text, by itself and inside others', () => {
    const inner = freezeJson({ b: ['ü', { d: 1, c: null }], a: 0.5 });
    const text = canonical({ b: ['ü', { d: 1, c: null }], a: 0.5 });
    expect([canonicalCached(inner), canonicalCached(inner), canonical(inner)]).toEqual([text, text, text]);
    expect(canonical({ z: inner, a: [inner] })).toBe(`{"a":[${text}],"z":${text}}`);
  });

  test('is not remembered of a value in which anything can still change', () => {
    const open = { a: 1 };
    const outer = Object.freeze({ open, list: Object.freeze([2]) });
    expect(canonicalCached(outer)).toBe('{"list":[2],"open":{"a":1}}');
    open.a = 3;
    expect(canonicalCached(outer)).toBe('{"list":[2],"open":{"a":3}}');
    expect(canonical([outer])).toBe('[{"list":[2],"open":{"a":3}}]');
  });

  test('goes no deeper inside another value than one that is not', () => {
    const nest = (value: Json, levels: number): Json =>
      Array.from({ length: levels }).reduce<Json>((inner) => [inner], value);
    for (const inner of [63, 64, 65, MAX_DEPTH]) {
      const part = freezeJson(nest([], inner - 1) as readonly Json[]);
      canonicalCached(part);
      for (const deep of [MAX_DEPTH, MAX_DEPTH + 1]) {
        const whole = nest(part, deep - inner);
        if (deep > MAX_DEPTH) expect(() => canonical(whole)).toThrow('deep');
        else expect(canonical(whole)).toBe('['.repeat(deep) + ']'.repeat(deep));
      }
    }
  });
});

describe('the names of objects that were written', () => {
  const names = ['a', 'b', 'c', 'b"', 'ü', 'x'.repeat(65)];
  const objectOf = (chosen: readonly string[]): Json => fromEntries(chosen.map((name, at) => [name, at]));
  const textOf = (chosen: readonly string[]): string =>
    `{${chosen
      .map((name, at) => [name, at] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, at]) => `${JSON.stringify(name).replace('ü', '\\u00fc')}:${at}`)
      .join(',')}}`;

  test('change nothing for the objects after it, whatever their names and order', () => {
    const chosen = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 });
    fc.assert(
      fc.property(fc.array(chosen, { minLength: 2, maxLength: 9 }), (all) => {
        for (const each of all) expect(canonical(objectOf(each))).toBe(textOf(each));
      }),
    );
  });

  test('are forgotten in the end', () => {
    for (let at = 0; at < 2000; at += 1) expect(canonical({ [`n${at}`]: at })).toBe(`{"n${at}":${at}}`);
    expect(canonical({ n0: 1, a: 2 })).toBe('{"a":2,"n0":1}');
  });
});

describe('the form of a long text', () => {
  const referenceForm = (text: string): string =>
    JSON.stringify(text).replace(
      /[\u007f-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  const spellings = fc.constantFrom(
    'plain words ',
    String.raw`\n`,
    String.raw`\"`,
    String.raw`\\`,
    String.raw`\t\r\b\f`,
    String.raw`\/`,
    String.raw`\u000a`,
    String.raw`\u0001`,
    String.raw`\u00fC`,
    String.raw`\ud83d\ude00`,
    String.raw`\\u0041`,
    '/',
    'ü',
    '😀',
    '\u007f',
  );

  test('does not depend on how it was spelled when it was read', () => {
    fc.assert(
      fc.property(fc.array(spellings, { maxLength: 6 }), fc.integer({ min: 0, max: 3 }), (parts, more) => {
        const spelled = parts.join('') + 'words of a long text; '.repeat(200) + 'x'.repeat(more);
        const read = parseStrict(`"${spelled}"`);
        expect(read).toBe(JSON.parse(`"${spelled}"`));
        expect(canonical(read)).toBe(referenceForm(String(read)));
        expect(canonical([read])).toBe(`[${canonical(String(read).split('').join(''))}]`);
      }),
      { numRuns: cases(500, 5000) },
    );
  });

  test('is that of each of many texts of one length', () => {
    const texts = Array.from(
      { length: 12 },
      (_, n) => `${'a "long" text\n'.repeat(400)}${String(n).padStart(2, '0')}`,
    );
    for (const text of [...texts, ...texts.toReversed()]) expect(canonical(text)).toBe(referenceForm(text));
  });
});
