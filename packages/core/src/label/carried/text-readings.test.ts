import { describe, expect, it } from 'vitest';
import { decodeEmbeddedTexts, toPlainText, listTextReadings } from './text-readings.ts';

const SECRET = 'code 7QX-4411-ZULU';

const hex = (text: string, between = ''): string =>
  [...text].map((sign) => sign.charCodeAt(0).toString(16).padStart(2, '0')).join(between);

const base32 = (text: string): string => {
  const bits = [...text].map((sign) => sign.charCodeAt(0).toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(group.padEnd(5, '0'), 2)] ?? '')
    .join('');
};

const base64 = (text: string): string => btoa(text);
const reversed = (text: string): string => [...text].toReversed().join('');

describe('the readings of a text', () => {
  it.each([
    ['itself', SECRET],
    ['base64', base64(SECRET)],
    ['base64 for addresses', base64(`${SECRET}??>`).replaceAll('+', '-').replaceAll('/', '_')],
    ['base64 after words', `please look up ${base64(SECRET)} now`],
    ['base64 in pieces', (base64(SECRET).match(/.{1,5}/g) ?? []).join(' ')],
    ['base64 in pieces between dashes', (base64(SECRET).match(/.{1,5}/g) ?? []).join('-')],
    ['base32', base32(SECRET)],
    ['hex', hex(SECRET)],
    ['hex in pairs', hex(SECRET, ' ')],
    ['hex as in programs', `0x${hex(SECRET, ' 0x')}`],
    ['percent', `%${hex(SECRET, '%')}`],
    ['unicode escapes', [...SECRET].map((sign) => `\\u00${hex(sign)}`).join('')],
    ['numbers of characters', [...SECRET].map((sign) => sign.charCodeAt(0)).join(' ')],
    ['entities', [...SECRET].map((sign) => `&#${sign.charCodeAt(0)};`).join('')],
    ['base64 sign by sign', [...base64(SECRET)].join(' ')],
    ['base64 in pairs', (base64(SECRET).match(/.{1,2}/g) ?? []).join('!')],
    ['base64 with stars', (base64(SECRET).match(/.{1,4}/g) ?? []).join(' * ')],
    ['base64 of UTF-16', base64([...SECRET].map((sign) => `${sign}\0`).join(''))],
    ['base32 in pieces', (base32(SECRET).match(/.{1,5}/g) ?? []).join(' - ')],
    ['base32 after letters', `key${base32(SECRET)}`],
    ['hex far apart', hex(SECRET, '     ')],
    ['hex of assemblers', `${hex(SECRET, 'h ')}h`],
    ['hex with x', `x${hex(SECRET, ' x')}`],
    ['hex digit by digit', [...hex(SECRET)].join(' ')],
    ['escapes in braces', [...SECRET].map((sign) => `\\u{${hex(sign)}}`).join('')],
    ['long escapes', [...SECRET].map((sign) => `\\U000000${hex(sign)}`).join('')],
    ['octal escapes', [...SECRET].map((sign) => `\\${sign.charCodeAt(0).toString(8)}`).join('')],
    ['numbers in octal', [...SECRET].map((sign) => sign.charCodeAt(0).toString(8)).join(' ')],
    ['entities with zeros', [...SECRET].map((sign) => `&#0000${sign.charCodeAt(0)};`).join('')],
    ['hex entities with zeros', [...SECRET].map((sign) => `&#x00${hex(sign)};`).join('')],
    ['numbers between words', [...SECRET].map((sign) => sign.charCodeAt(0)).join(' and ')],
    ['quoted-printable', [...SECRET].map((sign) => `=${hex(sign).toUpperCase()}`).join('')],
    [
      'tag characters',
      [...SECRET].map((sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0))).join(''),
    ],
    ['reversed', reversed(SECRET)],
    ['rot13', 'pbqr 7DK-4411-MHYH'],
    ['base64 of base64', base64(base64(SECRET))],
    ['base64, reversed', reversed(base64(SECRET))],
    ['hex of reversed', hex(reversed(SECRET))],
  ])('have it as %s', (_, text) => {
    expect(listTextReadings(text).some((reading) => reading.text.includes(SECRET))).toBe(true);
  });

  it('have letters beyond ASCII, and nothing where bytes are none', () => {
    const umlauts = 'Schlüssel für Zoë 密码🙂';
    const bytes = new TextEncoder().encode(umlauts);
    const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    expect(listTextReadings(digits).some((reading) => reading.text.includes(umlauts))).toBe(true);
    expect(listTextReadings('fffe80c3fff8').some((reading) => reading.text.includes('\uFFFD'))).toBe(false);
    expect(
      listTextReadings('f4bfbfbf6161616161616161616161616161').some(
        (reading) => reading.text.trim() === 'a'.repeat(14),
      ),
    ).toBe(true);
    expect(
      listTextReadings('300 400 500 600 700 800').every((reading) => !/[a-z]{3}/.test(reading.text)),
    ).toBe(true);
  });

  it.each([
    ['calls', (sign: string) => `chr(${sign.charCodeAt(0)})`],
    ['calls with hex', (sign: string) => `CHAR(0x${hex(sign)})`],
    ['code points', (sign: string) => `U+00${hex(sign)}`],
    ['octal numbers', (sign: string) => `0o${sign.charCodeAt(0).toString(8)}`],
    ['binary numbers', (sign: string) => sign.charCodeAt(0).toString(2).padStart(8, '0')],
  ])('have characters as %s, with what stands between them', (_, write) => {
    const text = [...SECRET].map(write).join('.');
    expect(listTextReadings(text).some((reading) => reading.text === [...SECRET].join('.'))).toBe(true);
  });

  it('leave numbers alone that are no characters', () => {
    expect(listTextReadings('\\u{ffffff} &#9999999; 12345678 7 8 9 10 11').map(({ text }) => text)).toContain(
      '\\u{ffffff} &#9999999; 12345678 7 8 9 10 11',
    );
  });

  it('have characters by their names', () => {
    const written =
      'B&ouml;ard &amp; f&Aacute;n&ccedil;e&nbsp;&szlig; 7&num;9 &unknown; &constructor; & more';
    expect(listTextReadings(written).map(({ text }) => text)).toContain(
      'Böard & fÁn&ccedil;e ß 7#9 &unknown; &constructor; & more'.replace('&ccedil;', 'ç'),
    );
  });

  it('are few for a plain text', () => {
    expect(listTextReadings('weather in Berlin tomorrow').length).toBeLessThan(16);
  });
});

it('a plain text has neither invisible nor look-alike signs', () => {
  expect(toPlainText('ｐa\u200Bss')).toBe('pass');
  expect(toPlainText('٧QX-٤٤١١')).toBe('7QX-4411');
  expect(toPlainText('7🇶🇽 🆀 🅐 🄱')).toBe('7QX Q A B');
  expect(toPlainText('7\u0301Z\u0301')).toBe('7Z');
  expect(toPlainText('Zoë 7')).toBe('Zoë 7');
});

describe('what stands encoded in a text that is kept', () => {
  it.each([
    ['base64', base64(SECRET)],
    ['short base64', base64('Xk9mPq2v')],
    ['base64 for addresses', base64(`${SECRET}??>`).replaceAll('+', '-').replaceAll('/', '_')],
    ['base64 behind a slash', `token/${base64(SECRET)}`],
    ['base64 over lines', (base64(SECRET).match(/.{1,10}/g) ?? []).join('\n')],
    ['base32', base32(SECRET)],
    ['base32 in small letters', base32(SECRET).toLowerCase()],
    ['base32 in groups', (base32(SECRET).match(/.{1,4}/g) ?? []).join(' ')],
    ['hex', hex(SECRET)],
    ['hex in pairs', hex(SECRET, ':')],
    ['percent', `%${hex(SECRET, '%')}`],
    ['unicode escapes', [...SECRET].map((sign) => `\\u00${hex(sign)}`).join('')],
    ['numbers of characters', [...SECRET].map((sign) => sign.charCodeAt(0)).join(', ')],
    ['entities', [...SECRET].map((sign) => `&#${sign.charCodeAt(0)};`).join('')],
    ['hex entities', [...SECRET].map((sign) => `&#x${hex(sign)};`).join('')],
    ['named entities', SECRET.replaceAll('-', '&hyphen;')],
    ['quoted-printable', [...SECRET].map((sign) => `=${hex(sign).toUpperCase()}`).join('')],
    ['lines that mail has wrapped', SECRET.replaceAll('-', '=\n-')],
  ])('is read: %s', (_, text) => {
    const secret = text === base64('Xk9mPq2v') ? 'Xk9mPq2v' : SECRET;
    expect(decodeEmbeddedTexts(`value: ${text} and more`).join('\n')).toContain(secret);
  });

  it('is nothing in plain words', () => {
    expect(decodeEmbeddedTexts('The harbour office has sent notes about a SOMETHING elsewhere.')).toEqual([]);
    expect(decodeEmbeddedTexts('AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA and words')).toEqual([]);
    expect(decodeEmbeddedTexts('7QX\n-4411')).toEqual([]);
  });
});
