import type { Json, JsonObject } from '@callgate/core';
import { canonical } from '@callgate/core';
import { receiveArguments } from '@callgate/core/receive';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryKeys } from './memory-keys.ts';
import {
  fingerprintValue,
  redactForLogs,
  hideTexts,
  openArguments,
  openJson,
  sealArguments,
  sealJson,
  listSecretTexts,
} from './secrets.ts';

const keys = memoryKeys();
const code = (expected: string): object => expect.objectContaining({ code: expected });

const sealed = (args: JsonObject, ...redact: string[]): string =>
  sealArguments(keys, canonical(args), redact, 'call:1');

/** What is left to read of arguments without the keys. */
const visible = (args: JsonObject, ...redact: string[]): Json =>
  JSON.parse(redactForLogs(keys, canonical(args), redact));
const print = (value: Json): JsonObject => ({ $fingerprint: fingerprintValue(keys, value) });

describe('sealed arguments', () => {
  it('hide the value at a path and give everything back', () => {
    const args = { user: 'ada', password: 'hunter22' };
    const text = sealed(args, 'password');
    expect(text).not.toContain('hunter22');
    expect(text).toContain('"user":"ada"');
    expect(openArguments(keys, text, 'call:1')).toEqual(args);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['body.secret', { body: { secret: 1, x: 2 } }, { body: { secret: print(1), x: 2 } }],
    ['to[]', { to: ['a', 'b'] }, { to: [print('a'), print('b')] }],
    ['to[].key', { to: [{ key: 1, n: 2 }, 3] }, { to: [{ key: print(1), n: 2 }, 3] }],
    ['to[1]', { to: ['a', 'b'] }, { to: ['a', print('b')] }],
    ['to.1', { to: ['a', 'b'] }, { to: ['a', print('b')] }],
    ['env.*', { env: { A: 'x', B: ['y'] } }, { env: { A: print('x'), B: print(['y']) } }],
    ['*', { a: 1, b: { c: 2 } }, { a: print(1), b: print({ c: 2 }) }],
    // names pass through lists, and so do paths that leave a list out
    [
      'items.token',
      { items: [{ token: 't' }, { other: 'o' }] },
      { items: [{ token: print('t') }, { other: 'o' }] },
    ],
    // a text where the path goes on may hold the secret
    ['body.secret', { body: '{"secret":1}' }, { body: print('{"secret":1}') }],
    ['to[]', { to: 'a' }, { to: print('a') }],
    // other programs read these as the same name
    ['token', { Token: 't', tokens: 'u' }, { Token: print('t'), tokens: 'u' }],
    [String.raw`a\.b`, { 'a.b': 1, a: { b: 2 } }, { 'a.b': print(1), a: { b: 2 } }],
    [String.raw`\*`, { '*': 1, b: 2 }, { '*': print(1), b: 2 }],
    ['a[x', { 'a[x': 1, a: 2 }, { 'a[x': print(1), a: 2 }],
    ['missing', { a: 1 }, { a: 1 }],
    [
      '__proto__',
      JSON.parse('{"__proto__":"p","a":1}'),
      JSON.parse(`{"__proto__":${JSON.stringify(print('p'))},"a":1}`),
    ],
  ])('protect what %s names', (path, args, expected) => {
    expect(canonical(visible(args, path))).toBe(canonical(expected));
  });

  it('are not confused by arguments that look sealed', () => {
    const args = {
      $sealed: 's1.x',
      a: { $sealed: 's1.y', $fingerprint: 'z' },
      $$sealed: 1,
      b: [{ $$$sealed: 2 }],
    };
    for (const redact of [[], ['none'], ['a'], ['*']]) {
      const text = sealed(args, ...redact);
      expect(canonical(openArguments(keys, text, 'call:1'))).toBe(canonical(args));
    }
  });

  it('stay as they are where nothing is secret', () => {
    expect(sealed({ a: 1, b: 'x' })).toBe('{"a":1,"b":"x"}');
  });

  it('open only where they belong, whole and with the same keys', () => {
    const text = sealed({ a: 'one', b: 'two' }, 'a', 'b');
    const parsed: { a: JsonObject; b: JsonObject } = JSON.parse(text);
    const swapped = canonical({ a: parsed.b, b: parsed.a });
    const damaged = [
      canonical({ a: { ...parsed.a, more: 1 }, b: parsed.b }),
      canonical({ a: { $sealed: 1, $fingerprint: 'x' }, b: parsed.b }),
      canonical({ a: { ...parsed.a, $fingerprint: parsed.b['$fingerprint'] ?? '' }, b: parsed.b }),
      swapped,
    ];
    expect(() => openArguments(keys, text, 'call:2')).toThrow(code('SECRET_SEALED'));
    expect(() => openArguments(memoryKeys(), text, 'call:1')).toThrow(code('SECRET_SEALED'));
    for (const each of damaged)
      expect(() => openArguments(keys, each, 'call:1')).toThrow(code('SECRET_SEALED'));
  });

  it('show equal secrets as equal, and nothing more', () => {
    const text = (secret: string): { a: JsonObject } => JSON.parse(sealed({ a: secret }, 'a'));
    expect(text('x').a['$fingerprint']).toBe(text('x').a['$fingerprint']);
    expect(text('x').a['$fingerprint']).not.toBe(text('y').a['$fingerprint']);
    expect(text('x').a['$sealed']).not.toBe(text('x').a['$sealed']);
  });
});

const NAMES = [
  'token',
  'a',
  'b',
  '$sealed',
  '$$sealed',
  '$fingerprint',
  '*',
  '0',
  '__proto__',
  'a.b',
  'x[',
  '\\',
];

const json = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.string({ unit: 'grapheme' }),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc
    .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), tie('value')), {
      maxLength: 4,
      selector: ([key]) => key,
    })
    .map((entries) => Object.fromEntries(entries)),
}));

const paths = fc.array(
  fc
    .array(
      fc.constantFrom(...NAMES.map((name) => name.replace(/[\\.[*]/g, String.raw`\$&`)), '*', '[]', '[0]'),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .map((steps) => steps.join('.')),
  { maxLength: 3 },
);

const RUNS = process.env['CALLGATE_DEEP'] === '1' ? 50_000 : 1000;

describe('whatever the arguments and paths are', () => {
  it('sealing and opening gives the very same arguments', () => {
    fc.assert(
      fc.property(json.object, paths, (args, redact) => {
        const text = canonical(args);
        const opened = openArguments(keys, sealArguments(keys, text, redact, 'x'), 'x');
        expect(canonical(opened)).toBe(text);
      }),
      { numRuns: RUNS },
    );
  });

  it('the digest of what is opened is the digest that was judged', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('token', '$sealed', 'c'), json.value),
        paths,
        (args, redact) => {
          const { canonicalArguments, argumentsDigest } = receiveArguments(args);
          const opened = openArguments(keys, sealArguments(keys, canonicalArguments, redact, 'x'), 'x');
          expect(receiveArguments(opened).argumentsDigest).toBe(argumentsDigest);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('no secret text is left in what logs and the record show', () => {
    const secret = fc.string({
      minLength: 12,
      maxLength: 40,
      unit: fc.constantFrom(...'0123456789abcdefXYZ'),
    });
    fc.assert(
      fc.property(
        json.object,
        secret,
        fc.constantFrom('token', 'deep.token', 'list[].token', 'list.token'),
        (args, word, path) => {
          const put = {
            ...args,
            token: word,
            deep: { token: { in: [word] } },
            list: [{ token: word }, { token: [word] }],
          };
          const redact = ['token', path, 'deep.token', 'list.token'];
          const text = canonical(put);
          expect(sealArguments(keys, text, redact, 'x')).not.toContain(word);
          expect(redactForLogs(keys, text, redact)).not.toContain(word);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('a sealed value gives itself back', () => {
    fc.assert(
      fc.property(json.value, (value) => {
        expect(canonical(openJson(keys, sealJson(keys, value, 'r'), 'r'))).toBe(canonical(value));
      }),
    );
    expect(() => openJson(keys, sealJson(keys, 1, 'r'), 's')).toThrow(code('SECRET_SEALED'));
  });
});

describe('words about a call', () => {
  const args = { to: 'ada', token: 'tk-\u202Esecret', env: { A: 'topsecret', B: 'abc' } };

  it('name the secrets that stand at the paths, the longest first, and none that is too short to find', () => {
    expect(listSecretTexts(args, ['token', 'env.*'])).toEqual(['tk-\u202Esecret', 'topsecret']);
  });

  it('say the fingerprint where they said the secret, raw, shown or cut', () => {
    const long = 'x'.repeat(300);
    const mark = fingerprintValue(keys, 'tk-\u202Esecret');
    const said = {
      a: ['`token` holds “tk-⟦U+202E⟧secret”', 'tk-\u202Esecret'],
      n: 1,
      long: long.slice(0, 200),
    };
    expect(hideTexts(keys, said, ['tk-\u202Esecret', long])).toEqual({
      a: [`\`token\` holds “${mark}”`, mark],
      n: 1,
      long: fingerprintValue(keys, long),
    });
    expect(hideTexts(keys, said, [])).toBe(said);
  });
});
