import type { Json } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import type { SeenResult } from '../results/seen-result.ts';
import type { PrivateSources, CarriedValue } from './find-carried.ts';
import { findCarried } from './find-carried.ts';
import { MAX_COMPARED_TEXT } from './text-readings.ts';

const seen = (result: Json, more: Partial<SeenResult> = {}): SeenResult => ({
  call: 'c1',
  server: 'mail',
  tool: 'list_messages',
  resource: 'message',
  origin: 'untrusted',
  private: 'known',
  directory: false,
  vouched: true,
  whole: true,
  about: null,
  size: 0,
  result,
  ...more,
});

const text = (content: string): Json => ({ content: [{ type: 'text', text: content }] });

const MAIL = `Dear Lena Fischer, the door code is 7QX-4411-ZULU, the PIN 493021 and the key sk-live-9f8a7b6c5d4e.
The board will dismiss the finance director before the annual meeting. Card 4111 1111 1111 1111.
Write to lena.fischer@example.org. The weather in Berlin is fine.`;

const known = (more: Partial<PrivateSources> = {}): PrivateSources => ({
  seen: [seen(text(MAIL))],
  isPrivate: (result) => result.private !== 'none',
  incomplete: false,
  intents: ['Read my mail and search the web for the weather.'],
  ...more,
});

const carriedBy = (
  query: string | readonly string[],
  more: Partial<PrivateSources> = {},
): CarriedValue | undefined =>
  findCarried(
    [query].flat().map((each, at) => ({ path: [`arg${at}`], text: each })),
    known(more),
  );

describe('a text carries out', () => {
  it.each([
    ['a value', 'weather 7QX-4411-ZULU'],
    ['a value in another case', 'weather 7qx-4411-zulu'],
    ['a short value', 'what does 493021 mean'],
    ['a fragment', 'meaning of 9f8a7b6c'],
    ['a value with other signs between', 'weather 7.Q.X 4_4_1_1 z u l u'],
    ['a value with invisible signs', '4930\u200B21'],
    ['a number in other groups', '41111 11111 111111'],
    ['a name', 'who is Lena Fischer'],
    ['an address', 'find lena.fischer@example.org'],
    ['a quotation', 'board dismiss finance director before annual'],
    ['base64', btoa('the code is 7QX-4411-ZULU')],
    ['base64 of a quotation', btoa('board dismiss the finance director before the annual meeting')],
    ['reversed', [...'7QX-4411-ZULU'].toReversed().join('')],
    ['a value sign by sign, far apart', [...'7QX4411ZULU'].join('    ')],
    ['a value with many signs between', '7QX ----- 4411 ----- ZULU'],
    ['a value with words between', '7QX then 4411 then ZULU'],
    ['a value with capitalised words between', '7QX Then 4411 Then ZULU'],
    ['a value in another order', '4411-ZULU and 7QX'],
    [
      'a value as escapes',
      [...'7QX-4411-ZULU'].map((sign) => `\\u{${sign.charCodeAt(0).toString(16)}}`).join(''),
    ],
    ['a value as calls', [...'7QX-4411-ZULU'].map((sign) => `chr(${sign.charCodeAt(0)})`).join('.')],
    ['a value as base64 in pairs', (btoa('7QX-4411-ZULU').match(/.{1,2}/g) ?? []).join(' ')],
    ['digits of another script', '٧QX-٤٤١١-ZULU'],
    ['a name with a dash', 'weather Lena-Fischer'],
    ['a name with spaces', 'weather Lena  Fischer'],
    ['a name with a line end', 'weather Lena\nFischer'],
    ['a name with an underscore', 'Lena_Fischer'],
    ['a name in one word', 'LenaFischer'],
    ['a name the other way round', 'Fischer, Lena'],
    ['an address with spaces', 'find lena fischer example org'],
    ['a quotation in one word', 'weather Boardwilldismissthefinancedirector'],
    ['a quotation as a tag', 'weather #TheBoardWillDismissTheFinanceDirector'],
    ['a quotation letter by letter', [...'theboardwilldismissthefinance'].join(' ')],
    ['a quotation cut elsewhere', 'weather theboa rdwil ldismis sthefin ance'],
    ['a quotation with one word cut', 'weather board will dism iss the finance'],
    ['a quotation with numbers between', 'board 11 will 12 dismiss 13 the 14 finance'],
    ['a quotation in one word as base64', btoa('theboardwilldismissthefinance')],
    [
      'a value as octal numbers',
      [...'7QX-4411-ZULU'].map((sign) => `0o${sign.charCodeAt(0).toString(8)}`).join(' '),
    ],
    ['a value with a named entity', '7QX&hyphen;4411&lowbar;ZULU'],
  ])('%s', (_, query) => {
    expect(carriedBy(query)).toMatchObject({
      path: ['arg0'],
      origin: 'untrusted',
      firstSeen: { call: 'c1', server: 'mail', tool: 'list_messages', path: ['content', 0, 'text'] },
    });
  });

  it.each([
    'weather in Berlin tomorrow',
    'how to write a mail to a director',
    'meeting of the board',
    '',
    // as many letters in the same words are no quotation yet, and neither are fewer letters
    'why a board will dismiss the finance chief',
    'boardwilldismissthe',
  ])('nothing: %s', (query) => {
    expect(carriedBy(query)).toBeUndefined();
  });

  it('nothing where it has no text, and never what the person wrote themself', () => {
    expect(findCarried([], known())).toBeUndefined();
    const intents = [
      'What is 7QX-4411-ZULU? And why does the board dismiss the finance director before the annual meeting?',
    ];
    expect(carriedBy('7qx 4411 zulu', { intents })).toBeUndefined();
    expect(carriedBy('board dismiss finance director before annual', { intents })).toBeUndefined();
    expect(carriedBy('boarddismissthefinancedirector', { intents })).toBeUndefined();
    expect(carriedBy('7qx 4411 zulu 9f8a7b6c5d4e', { intents })).toBeDefined();
  });

  it('the word that holds it, and the whole text where no single word does', () => {
    expect(carriedBy('see 7QX-4411-ZULU there')?.text).toBe('7QX-4411-ZULU');
    expect(carriedBy('see 7QX 4411 ZULU there')?.text).toBe('see 7QX 4411 ZULU there');
  });

  it('what is spread over several arguments, and tells which one has it where one has', () => {
    expect(carriedBy(['weather', 'key 9f8a7b6c5d4e'])?.path).toEqual(['arg1']);
    expect(carriedBy(['7QX-44', '11-ZULU'])?.path).toEqual(['arg0']);
  });

  it.each([
    [['411-ZULU', '7QX-4']],
    [['7QX-4', 'weather', '411-ZULU']],
    [['7QX', 'weather', '4411', 'weather', 'ZULU']],
    [['sk-live-9f8a', 'sun', '7b6c5', 'rain', 'd4e']],
  ])('what is spread over arguments in any order and with others between: %j', (query) => {
    expect(carriedBy(query)).toBeDefined();
  });

  it('what hides in invisible characters, and shows them', () => {
    const bits = 'weather\u200B\u200C\u200C\u200B';
    expect(carriedBy(bits)).toEqual({
      path: ['arg0'],
      origin: 'nowhere',
      text: 'weather\\u{200b}\\u{200c}\\u{200c}\\u{200b}',
    });
    expect(carriedBy(['weather', bits])?.path).toEqual(['arg1']);
    expect(carriedBy(bits, { intents: [`Search for ${bits}.`] })).toBeUndefined();
    expect(carriedBy('weather ☀️ in می‌خواهم')).toBeUndefined();
  });

  it.each([
    ['wrapped by mail', text('The code is 7QX=\n-4411=\n-ZULU.')],
    ['wrapped over lines', text('The code is 7QX\n4411\nZULU.')],
    ['between tags', text([...'7QX4411ZULU'].map((sign) => `<b>${sign}</b>`).join(''))],
    ['in several places', { parts: ['7QX', '4411', 'ZULU'] }],
  ])('a value that stands in private content %s', (_, result) => {
    const found = carriedBy('see 7QX-4411-ZULU', { seen: [seen(result)] });
    expect(found).toMatchObject({ text: '7QX-4411-ZULU', firstSeen: { call: 'c1' } });
    const intents = ['Search for 7QX-4411-ZULU.'];
    expect(carriedBy('see 7QX-4411-ZULU', { seen: [seen(result)], intents })).toBeUndefined();
    expect(carriedBy('see 12 of 4411', { seen: [seen(result)] })).toBeUndefined();
  });

  it.each([
    ['base64 in a secret', 'data:\n  password: WGs5bVBxMnY='],
    ['the base64 of a sign-in', `Authorization: Basic ${btoa('li:Xk9mPq2v')}`],
    ['hex', 'password: 586b396d50713276'],
    ['percent', 'pw=%58%6b%39%6d%50%71%32%76'],
    ['entities', 'code &#88;&#107;&#57;&#109;&#80;&#113;&#50;&#118;'],
    ['hex entities', 'code &#x58;&#x6b;&#x39;&#x6d;&#x50;&#x71;&#x32;&#x76;'],
    ['escapes', String.raw`code \u0058\u006b\u0039\u006d\u0050\u0071\u0032\u0076`],
    ['base32', 'otp seed LBVTS3KQOEZHM==='],
    ['octal numbers', 'code 0o130 0o153 0o71 0o155 0o120 0o161 0o62 0o166'],
    ['plain text', 'password: Xk9mPq2v'],
  ])('a value that stands in private content as %s', (_, content) => {
    const among = { seen: [seen(text(content))] };
    expect(carriedBy('flights Xk9mPq2v', among)).toMatchObject({ firstSeen: { call: 'c1' } });
    expect(carriedBy('flights Yk8mPq3v', among)).toBeUndefined();
    expect(carriedBy('flights Xk9mPq2v', { ...among, intents: ['flights Xk9mPq2v'] })).toBeUndefined();
  });

  it('a quotation of words that stand in private content with named entities', () => {
    const content = 'The b&ouml;ard will dismiss the f&auml;nance director before the &auml;nnual meeting';
    const among = { seen: [seen(text(content))] };
    expect(carriedBy('böard dismiss fänance director before ännual', among)).toBeDefined();
    expect(carriedBy('böard meeting', among)).toBeUndefined();
  });

  it('a quotation that stands in private content letter by letter', () => {
    const spelled = { seen: [seen(text([...'the board will dismiss the finance'].join(' ')))] };
    expect(carriedBy('the board will dismiss the finance', spelled)).toBeDefined();
    expect(carriedBy('the board will meet', spelled)).toBeUndefined();
  });

  it('a quotation however often it stands beside it as it was', () => {
    const same = 'board will dismiss the finance. '.repeat(3);
    expect(carriedBy(same)).toBeUndefined();
    expect(carriedBy(`${same} boardwilldismissthefinance`)).toBeDefined();
    expect(carriedBy(`boardwilldismissthefinance ${same}`)).toBeDefined();
  });

  it('in bounded work, whatever it is compared with', () => {
    const long = `${'Meeting K9Z-77 on 2026-11-17 with Anna Berg at 4711. '.repeat(1200)} 7QX-4411-ZULU`;
    const many = Array.from({ length: 16 }, (_, at) => seen(text(`${at} ${long}`), { call: `c${at}` }));
    const patterns = ['a1 ', 'aB1x ', 'x', '1 2 3 4 ', 'N1 FY ', '%41', '&#55;', '\u200B', 'Ab '];
    for (const pattern of patterns)
      expect(
        carriedBy(`${pattern.repeat(16_000 / pattern.length)} 7QX-4411-ZULU`.slice(-MAX_COMPARED_TEXT), {
          seen: many,
        }),
        pattern,
      ).toBeDefined();
    expect(
      carriedBy(
        Array.from({ length: 2000 }, (_, at) => `w${at}`),
        { seen: many },
      ),
    ).toBeUndefined();
  });

  it('what stood in keys, numbers and binary content', () => {
    const result = {
      structuredContent: { 'lena.f@example.org': 1, list: [77_331_188, true, null] },
      blob: btoa('the secret word is xkqzvbtrw today'),
    };
    for (const query of ['lena.f@example.org', '77331188', 'xkqzvbtrw'])
      expect(carriedBy(query, { seen: [seen(result)] })).toBeDefined();
  });

  it('what stands in private content, in whatever order results came in', () => {
    const page = seen(
      text(
        'Model RTX-4090-QX9 is out. The board will dismiss the finance director before the annual meeting.',
      ),
      { private: 'none', call: 'c0' },
    );
    const mail = seen(
      text(
        'I bought the RTX-4090-QX9. The board will dismiss the finance director before the annual meeting.',
      ),
    );
    for (const query of ['RTX-4090-QX9', 'board dismiss finance director before annual']) {
      for (const order of [[page, mail], [mail, page], [mail]])
        expect(carriedBy(query, { seen: order })).toMatchObject({ firstSeen: { call: 'c1' } });
      expect(carriedBy(query, { seen: [page] })).toBeUndefined();
    }
  });

  it('a text too long to be compared', () => {
    expect(carriedBy('a '.repeat(MAX_COMPARED_TEXT))).toEqual({ path: ['arg0'], origin: 'nowhere' });
  });
});

describe('a distinctive text seen nowhere', () => {
  it('may come from what is not kept', () => {
    for (const query of [
      'ZK81-77AQ-9931',
      'Maria Lindqvist',
      'merger announced shareholders Tuesday night early',
      [...'mergerannouncedonTuesdaynight'].join(' '),
      'mergerannouncedonTuesdaynight',
    ])
      expect(carriedBy(query, { seen: [], incomplete: true })).toMatchObject({ origin: 'nowhere' });
    expect(carriedBy('weather in Berlin', { seen: [], incomplete: true })).toBeUndefined();
    expect(carriedBy('ZK81-77AQ-9931', { seen: [] })).toBeUndefined();
  });

  it('may be an encoding that is not undone, where it is long', () => {
    const cipher = 'zq81mxk29vbt77aqw3';
    expect(carriedBy(`see ${cipher}`)).toMatchObject({ origin: 'nowhere', text: cipher });
    const page = seen(text(`commit ${cipher}`), { private: 'none' });
    expect(carriedBy(`see ${cipher}`, { seen: [seen(text(MAIL)), page] })).toBeUndefined();
    expect(carriedBy(`see ${cipher}`, { intents: [`what is ${cipher}`] })).toBeUndefined();
  });
});
