import { Buffer } from 'node:buffer';
import type { Json } from '@callgate/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServerSecrets } from './server-secrets.ts';

const SECRET = 'sk/Ab+secret-value_7f3a9c~tail';
const HIDDEN = '[a secret of this server]';

const given = (env: Readonly<Record<string, string>>, args: readonly string[] = []): ServerSecrets =>
  new ServerSecrets({ kind: 'stdio', command: 'x', args, env });
const reached = (url: string, headers: Readonly<Record<string, string>> = {}): ServerSecrets =>
  new ServerSecrets({ kind: 'http', url, headers });

const own = given({ API_TOKEN: SECRET });

const each = (text: string, spell: (code: string) => string): string =>
  [...text].map((character) => spell(character.charCodeAt(0).toString(16).padStart(2, '0'))).join('');

/** Every third character, so that both forms stand side by side. */
const some = (text: string, spell: (character: string) => string): string =>
  [...text].map((character, place) => (place % 3 === 0 ? spell(character) : character)).join('');

const SPELLED: Readonly<Record<string, string>> = {
  'as it is': SECRET,
  reversed: [...SECRET].toReversed().join(''),
  'hex in lower case': Buffer.from(SECRET).toString('hex'),
  'hex in upper case': Buffer.from(SECRET).toString('hex').toUpperCase(),
  'percent, where needed': encodeURIComponent(SECRET),
  'percent, everywhere': each(SECRET, (code) => `%${code}`),
  'percent of percent': encodeURIComponent(each(SECRET, (code) => `%${code}`)),
  'escapes of JSON': each(SECRET, (code) => `\\u00${code}`),
  'escapes of JSON in upper case': each(SECRET, (code) => `\\u00${code.toUpperCase()}`),
  'an escaped slash': SECRET.replaceAll('/', '\\/'),
  'escapes of JavaScript': each(SECRET, (code) => `\\x${code}`),
  'code points of JavaScript': each(SECRET, (code) => `\\u{${code}}`),
  'escapes of HTML': each(SECRET, (code) => `&#x${code};`),
  'decimal escapes of HTML': [...SECRET].map((character) => `&#${character.charCodeAt(0)};`).join(''),
  'a mixture': some(SECRET, (character) => `%${character.charCodeAt(0).toString(16)}`),
  'wrapped base64': Buffer.from(`${'x'.repeat(50)}${SECRET}${'y'.repeat(80)}`)
    .toString('base64')
    .replaceAll(/(.{76})/g, '$1\r\n'),
  'wrapped base64 in a JSON text': JSON.stringify(
    Buffer.from(`${'x'.repeat(50)}${SECRET}${'y'.repeat(80)}`)
      .toString('base64')
      .replaceAll(/(.{76})/g, '$1\n'),
  ),
};

/** Has what every language escapes in its own way. */
const AWKWARD = 'pä"ss\\w\'or\td &<99>%41+é😀';
const awkward = given({ DB_PASSWORD: AWKWARD });

const bytesOf = (text: string, spell: (byte: number) => string): string =>
  [...Buffer.from(text)].map((byte) => spell(byte)).join('');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\\': '&bsol;',
  ä: '&auml;',
  é: '&eacute',
  '%': '&percnt;',
  '\t': '&Tab;',
};

const AWKWARDLY: Readonly<Record<string, string>> = {
  'as it is': AWKWARD,
  JSON: JSON.stringify(AWKWARD).slice(1, -1),
  'JSON in JSON': JSON.stringify(JSON.stringify(AWKWARD)).slice(1, -1),
  'JSON of ASCII': JSON.stringify(AWKWARD).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  ),
  'named entities': AWKWARD.replaceAll(/./gsu, (character) => ENTITIES[character] ?? character),
  'entities with leading zeros': AWKWARD.replaceAll(
    /./gsu,
    (character) => `&#000000${character.codePointAt(0)};`,
  ),
  'hex entities with leading zeros': AWKWARD.replaceAll(
    /./gsu,
    (character) => `&#X0000000${(character.codePointAt(0) ?? 0).toString(16)}`,
  ).replaceAll(/(&#X[0-9a-f]+)/g, '$1;'),
  'a form of a url': new URLSearchParams({ p: AWKWARD }).toString().slice(2),
  'a part of a url': encodeURIComponent(AWKWARD),
  'a url in HTML in JSON': JSON.stringify(encodeURIComponent(AWKWARD).replaceAll('%', '&#37;')),
  'octal escapes': bytesOf(AWKWARD, (byte) => `\\${byte.toString(8).padStart(3, '0')}`),
  'octal escapes of some': bytesOf(AWKWARD, (byte) =>
    byte < 0x80 && byte !== 0x5c ? String.fromCharCode(byte) : `\\${byte.toString(8)}`,
  ),
  'bytes of Python': bytesOf(AWKWARD, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`),
  'identity escapes': AWKWARD.replaceAll(/[^\w\t]/gu, (character) => `\\${character}`),
  'code points of Python': AWKWARD.replaceAll(
    /[^ -~]|\\/gu,
    (character) => `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`,
  ),
  CSV: `"${AWKWARD.replaceAll('"', '""')}"`,
  SQL: AWKWARD.replaceAll("'", "''"),
  'a word of a shell': `'${AWKWARD.replaceAll("'", String.raw`'\''`)}'`,
  'decomposed letters': AWKWARD.normalize('NFD'),
};

const wrapped = (width: number, lineBreak: string): string =>
  (
    Buffer.from(`${SECRET}`)
      .toString('base64')
      .match(new RegExp(`.{1,${width}}`, 'g')) ?? []
  ).join(lineBreak);

describe('a secret with characters that are escaped', () => {
  it.each(Object.entries(AWKWARDLY))('is hidden in %s', (_, text) => {
    const shown = awkward.hide(`before "${text}" after`);
    expect(shown).toContain(HIDDEN);
    expect(shown).toMatch(/^before .* after$/s);
    expect(shown).not.toContain('99');
  });

  it('leaves what only looks alike as it is', () => {
    const text = String.raw`<p>Fish &amp; chips &lt;99&gt;</p> "C:\\new\\table" a+b%20c \303\244 \d`;
    expect(awkward.hide(text)).toBe(text);
  });
});

describe('a secret on several lines', () => {
  it.each([4, 8, 10, 16, 19, 64])('is hidden in base64 wrapped at %i', (width) => {
    for (const lineBreak of ['\n', '\r\n', '\n    ', String.raw`\n`, String.raw`\r\n`]) {
      const text = `key: ${wrapped(width, lineBreak)} end\nand a last line`;
      const shown = own.hide(text);
      expect(shown).toContain(HIDDEN);
      expect(shown).toMatch(/ end\nand a last line$/);
    }
  });

  it('is hidden itself where it is wrapped', () => {
    expect(own.hide(`it is ${SECRET.slice(0, 9)}\n  ${SECRET.slice(9)}\nthe end`)).toBe(
      `it is ${HIDDEN}\nthe end`,
    );
  });

  it('keeps the lines around one that is not wrapped', () => {
    expect(own.hide(`a\n${SECRET}\nb`)).toBe(`a\n${HIDDEN}\nb`);
    expect(own.hide('one\ntwo\nthree\nfour-and-more\nfive')).toBe('one\ntwo\nthree\nfour-and-more\nfive');
  });
});

describe('a secret that a server was given', () => {
  it.each(Object.entries(SPELLED))('is hidden in %s', (_, text) => {
    const shown = own.hide(`before ${text} after`);
    expect(shown).toContain(HIDDEN);
    expect(shown).toMatch(/^before .* after$/s);
    const left = shown.replaceAll(HIDDEN, '');
    expect(left).not.toContain(text);
  });

  it('is hidden in base64 of either alphabet, wherever it stands in the bytes', () => {
    const bytes = fc.uint8Array({ maxLength: 40 });
    fc.assert(
      fc.property(bytes, bytes, fc.constantFrom('base64', 'base64url'), (before, after, alphabet) => {
        const text = Buffer.concat([before, Buffer.from(SECRET), after]).toString(
          alphabet === 'base64' ? 'base64' : 'base64url',
        );
        expect(own.hide(text)).toContain(HIDDEN);
      }),
    );
  });

  it('is hidden wherever it stands, with any part of it escaped', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.array(fc.constantFrom('plain', 'percent', 'unicode', 'html'), {
          minLength: SECRET.length,
          maxLength: SECRET.length,
        }),
        (around, how) => {
          const spelled = [...SECRET].map((character, place) => {
            const code = character.charCodeAt(0).toString(16);
            if (how[place] === 'percent') return `%${code}`;
            if (how[place] === 'unicode') return `\\u00${code}`;
            return how[place] === 'html' ? `&#x${code};` : character;
          });
          expect(own.hide(`${around} ${spelled.join('')} ${around}`)).toContain(HIDDEN);
        },
      ),
    );
  });

  it('leaves every text without it as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(own.hide(text)).toBe(text);
      }),
    );
    expect(own.hide('100% of a&#38;b \\u0041 C:\\\\x ends')).toBe('100% of a&#38;b \\u0041 C:\\\\x ends');
  });

  it('is hidden in values and in names of members, at any depth, and nothing is lost', () => {
    const value = { a: [1, { b: `x${SECRET}` }], [SECRET]: 1, [encodeURIComponent(SECRET)]: 2, c: null };
    expect(own.hideIn(value)).toEqual({
      a: [1, { b: `x${HIDDEN}` }],
      [HIDDEN]: 1,
      [`${HIDDEN} 2`]: 2,
      c: null,
    });
  });

  it('costs no copy where it is nowhere, or where there is none', () => {
    const value: Json = { a: [1, { b: 'x' }], c: 'some text that is longer than any secret of this server' };
    expect(own.hideIn(value)).toBe(value);
    expect(given({ PATH: '/usr/bin' }).hideIn(value)).toBe(value);
  });

  it('is hidden every time', () => {
    expect(own.hide(`${SECRET}${SECRET} ${SECRET}`)).toBe(`${HIDDEN}${HIDDEN} ${HIDDEN}`);
  });

  it.each<readonly [string, ServerSecrets, string]>([
    ['a header', reached('https://a.test', { authorization: `Bearer ${SECRET}` }), SECRET],
    [
      'the password of Basic',
      reached('https://a.test', {
        authorization: `Basic ${Buffer.from('ada:correct-horse').toString('base64')}`,
      }),
      'correct-horse',
    ],
    ['a header with a key', reached('https://a.test', { 'x-key': 'horse-staple' }), 'horse-staple'],
    ['the query of a url', reached('https://a.test/mcp?api_key=horse-staple'), 'horse-staple'],
    ['the password in a url', reached('https://ada:horse%20staple@a.test/mcp'), 'horse staple'],
    [
      'the password in a url of the environment',
      given({ DB: 'postgres://ada:horse-staple@db/x' }),
      'horse-staple',
    ],
    ['an argument by name', given({}, ['--api-key', 'horse-staple']), 'horse-staple'],
    ['an argument with its name', given({}, ['--token=horse-staple']), 'horse-staple'],
    ['an argument that looks like one', given({}, [`ghp_${'a1B2'.repeat(9)}`]), `ghp_${'a1B2'.repeat(9)}`],
    ['a short name', given({ DB_PASS: 'horse-staple' }), 'horse-staple'],
  ])('is known from %s', (_, secrets, secret) => {
    expect(secrets.hide(`it is ${secret}.`)).toBe(`it is ${HIDDEN}.`);
  });

  it.each(['/usr/local/bin', 'production', 'https://example.com/path', '12345678'])('%s is none', (value) => {
    const secrets = given({ SETTING: value, HOME_KEY: '/home/ada/keys' }, [value]);
    expect(secrets.hide(`it is ${value}.`)).toBe(`it is ${value}.`);
  });
});

describe('a secret of digits', () => {
  const PIN = '4815162342108';
  const LONG = '1000000000000000000000000';
  const digits = given({ DB_PASSWORD: PIN, API_TOKEN: LONG });

  it('is hidden where it is a number of JSON, and other numbers are not', () => {
    const harmless = { count: 7, year: 20_261_117, part: 0.25, small: 1e-9, large: 2e30 };
    expect(
      digits.hideIn({ pin: Number(PIN), minus: -Number(PIN), list: [1, Number(PIN)], long: 1e24, harmless }),
    ).toEqual({ pin: HIDDEN, minus: HIDDEN, list: [1, HIDDEN], long: HIDDEN, harmless });
    expect(digits.hideIn(harmless)).toBe(harmless);
  });
});
