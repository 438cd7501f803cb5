import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_ADDRESSES,
  addressKey,
  listAddressKeys,
  findAddresses,
  getMailDomain,
  getLinkHost,
} from './address.ts';

const reaches = (written: string, value: string): boolean => {
  const key = addressKey(value);
  return key !== undefined && listAddressKeys(written).includes(key);
};

describe('an address that was written', () => {
  it.each([
    ['bob@example.com', 'bob@example.com'],
    ['Bob@Example.com', 'bob@example.COM'],
    ['example.com', 'example.com'],
    ['example.com', 'http://example.com'],
    ['example.com', 'https://example.com'],
    ['Example.COM', 'https://example.com/'],
    ['https://example.com', 'https://example.com/'],
    ['https://example.com/', 'https://example.com'],
    ['https://example.com/a', 'example.com/a'],
    ['http://example.com/a', 'https://example.com/a'],
    ['HTTPS://example.com/a', 'https://example.com/a'],
    ['ftp://example.com/a', 'ftp://example.com/a'],
    ['https://example.com/a?b=C#d', 'https://example.com/a?b=C#d'],
    ['localhost:8080/x', 'http://localhost:8080/x'],
    ['http://[::1]:80/x', 'http://[::1]:80/x'],
    ['notes.md', 'notes.md'],
  ])('%s reaches %s', (written, value) => {
    expect(reaches(written, value)).toBe(true);
  });

  it.each([
    ['bob@example.com', 'bob@example.co'],
    ['bob@example.com', 'bob@example.com.evil.test'],
    ['bob@example.com', 'rob@example.com'],
    ['bob@example.com', 'example.com'],
    ['https://example.com/a', 'http://example.com/a'],
    ['https://example.com/a', 'https://example.com/A'],
    ['https://example.com/a', 'https://example.com/a/'],
    ['https://example.com/a', 'https://example.com/a?x=1'],
    ['https://example.com/a', 'https://example.com/ab'],
    ['https://example.com/ab', 'https://example.com/a'],
    ['https://example.com', 'https://example.com@evil.test'],
    ['https://example.com', 'https://evil.test/example.com'],
    ['https://example.com', 'https://example.com.evil.test'],
    ['https://example.com', 'https://example.com:8443'],
    ['https://example.com', 'ftp://example.com'],
    ['ftp://example.com', 'https://example.com'],
    ['example.com/a', 'example.com\\a'],
    ['notes.md', 'https://notes.md'],
    ['README.md', 'http://readme.md'],
  ])('%s does not reach %s', (written, value) => {
    expect(reaches(written, value)).toBe(false);
  });

  it.each([
    '',
    'word',
    'a b',
    '.',
    'a.',
    '.a',
    '/etc/passwd',
    '@',
    'a@',
    '@b',
    'a@b@c',
    'x@y/z',
    'evil.test\\.example.com',
    'https://',
  ])('%j is no address', (text) => {
    expect(addressKey(text)).toBeUndefined();
    expect(listAddressKeys(text)).toEqual([]);
  });
});

describe('the host of an address', () => {
  it.each([
    ['https://Example.com:8080/a?b#c', 'example.com'],
    ['example.com', 'example.com'],
    ['https://example.com?x', 'example.com'],
    ['http://[::1]:80/x', '[::1]'],
    ['http://localhost:80', 'localhost'],
    ['word', undefined],
    ['bob@example.com', undefined],
  ])('%s → %s', (value, host) => {
    expect(getLinkHost(value)).toBe(host);
  });

  it.each([
    ['bob@Example.com', 'example.com'],
    ['bob', undefined],
    ['a@b@c', undefined],
  ])('the domain of %s is %s', (value, domain) => {
    expect(getMailDomain(value)).toBe(domain);
  });
});

describe('addresses inside a text', () => {
  it.each<readonly [string, readonly string[]]>([
    ['', []],
    ['nothing to see here, e.g. this.', []],
    ['write to bob@example.com, please', ['bob@example.com']],
    ['bob@example.com;eve@example.org', ['bob@example.com', 'eve@example.org']],
    ['<bob@example.com>', ['bob@example.com']],
    ['mailto:bob@example.com', ['bob@example.com']],
    ['to=bob@example.com', ['bob@example.com']],
    ['evil.test:bob@example.com', ['evil.test', 'bob@example.com']],
    ['@example.com is ours', ['example.com']],
    ['https://example.com/a.', ['https://example.com/a']],
    ['(https://example.com/a)', ['https://example.com/a']],
    ['https://example.com/a_(b)', ['https://example.com/a_(b)']],
    ['[text](https://example.com/a)', ['https://example.com/a']],
    ['![](//evil.test/a.png)', ['evil.test/a.png']],
    ["'https://example.com/a'", ['https://example.com/a']],
    ["https://example.com/o'x", ["https://example.com/o'x"]],
    ["https://example.com's page", ['https://example.com']],
    ['https://example.com/a;b,c(d', ['https://example.com/a;b,c(d']],
    ['example.com/a;SECRET', ['example.com/a;SECRET']],
    ['example.com/a(SECRET)', ['example.com/a(SECRET)']],
    ['example.com/?q=secret', ['example.com/?q=secret']],
    ['evil.test/?u=https://example.com', ['evil.test/?u=', 'https://example.com']],
    ['url=example.com', ['example.com']],
    ['a=b=example.com/?x=1', ['example.com/?x=1']],
    ['see:example.com', ['example.com']],
    ['see—example.com', ['example.com']],
    ['!example.com', ['example.com']],
    ['_example.com_ **example.org**', ['example.com', 'example.org']],
    ['https:/example.com/x', ['example.com/x']],
    ['https:\\\\example.com/x', ['example.com/x']],
    ['://example.com', ['example.com']],
    ['a.b.c.d.e.f.g.h.i.j.k.l.example.com', ['a.b.c.d.e.f.g.h.i.j.k.l.example.com']],
    ['example.com:8080/x', ['example.com:8080/x']],
    ['example.com.', ['example.com']],
    ['10.0.0.1/x and 1.2.3', ['10.0.0.1/x']],
    ['example.xn--p1ai', ['example.xn--p1ai']],
    ['bücher.example', ['bücher.example']],
    ['example.com.Then go', ['example.com']],
    ['Example.Com', ['Example.Com']],
    ['the end.Then go, v1.2.Now', []],
    ['report.pdf, notes.md and script.py.', []],
    ['notes.md:example.com', ['example.com']],
    ['www.notes.md', ['www.notes.md']],
    ['report.pdf/x', ['report.pdf/x']],
    ['src/readme.final', []],
    ['3.14 and 2.5', []],
    ['DE89 3704 0044 0532 0130 00', ['DE89 3704 0044 0532 0130 00']],
    ['DE89370400440532013000.', ['DE89370400440532013000']],
    ['call +49 30 1234 5678 90', ['+49 30 1234 5678 90']],
    ['account 12345678901.', ['12345678901']],
    [
      'DE89.3704.0044.0532.0130.00 or DE89-3704-0044-0532-0130-00',
      ['DE89.3704.0044.0532.0130.00', 'DE89-3704-0044-0532-0130-00'],
    ],
    [`pay 0x${'aB'.repeat(20)} now`, [`0x${'aB'.repeat(20)}`]],
    [`pay bc1${'q9'.repeat(15)} now`, [`bc1${'q9'.repeat(15)}`]],
    ['12345678901.5 is a number', []],
    ['2026-11-15 and 1234567', []],
    ['<img src="//evil/a?SECRET">', ['//evil/a?SECRET']],
    ['<img src=//evil/a>', ['//evil/a']],
    ['![](//evil:8080/a.)', ['//evil:8080/a']],
    ['![](//SECRET)', ['//SECRET']],
    ['src=//SECRET', ['//SECRET']],
    ['see \\\\files\\share', ['\\\\files\\share']],
    ['///evil/a', ['///evil/a']],
    ['//evil/a?u=bob@example.com', ['//evil/a?u=bob@example.com', 'bob@example.com']],
    ['x(); //TODO and // more, and/or a//b, C:\\\\Users\\\\x, // /', []],
  ])('%s', (text, expected) => {
    const found = findAddresses(text);
    expect(found.map((address) => address.text)).toEqual(expected);
    for (const address of found) expect(text.startsWith(address.text, address.at)).toBe(true);
  });

  it('says so when there are more than it lists', () => {
    expect(findAddresses('a@example.com '.repeat(1000))).toHaveLength(MAX_ADDRESSES + 1);
    expect(findAddresses('example.com='.repeat(1000)).length).toBeGreaterThan(MAX_ADDRESSES);
    expect(findAddresses('12345678901, '.repeat(1000))).toHaveLength(MAX_ADDRESSES + 1);
  });
});

const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const host = fc
  .tuple(label, fc.constantFrom('com', 'org', 'example', 'test'))
  .map((parts) => parts.join('.'));
const tail = fc.stringMatching(/^[a-z0-9/?=&-]{0,12}[a-z0-9]$/);
const link = fc.oneof(
  fc.tuple(host, tail).map(([name, rest]) => `https://${name}/${rest}`),
  fc.tuple(host, tail).map(([name, rest]) => `${name}/${rest}`),
  fc.tuple(label, host).map((parts) => parts.join('@')),
  fc.tuple(host, tail, host).map(([name, rest, other]) => `${name}/?${rest}=https://${other}`),
);
const around = fc.constantFrom(
  '',
  ' ',
  '(',
  ')',
  '"',
  ', ',
  '; ',
  '\n',
  '<',
  '>',
  ':',
  '=',
  '!',
  '—',
  '[',
  '*',
  ' see ',
  '|',
  '„',
);

describe('laws of addresses', () => {
  it('an address is found whatever stands around it', () => {
    fc.assert(
      fc.property(
        around,
        link,
        fc.constantFrom('', ' ', ')', '"', ', ', '; ', '.', '\n', '>', '!', ' then'),
        (before, address, after) => {
          const text = before + address + after;
          const found = findAddresses(text);
          // Some address covers every character of the host.
          const at = before.length + (address.startsWith('https://') ? 8 : 0);
          expect(
            found.some((one) => one.at <= at && one.at + one.text.length > at),
            text,
          ).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('what is found stands in the text, in its order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(link, around, fc.string({ maxLength: 5 })), { maxLength: 12 }),
        (parts) => {
          const text = parts.join('');
          const found = findAddresses(text);
          for (const address of found) {
            expect(address.text).not.toBe('');
            expect(text.startsWith(address.text, address.at)).toBe(true);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('a key is found only by an address that differs in capitals of the host or in the scheme', () => {
    const changed = (text: string, at: number, how: number): string => {
      const [before, sign, after] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)];
      return (
        [before + sign.toUpperCase() + after, before + after, `${before}x${sign}${after}`, `http://${text}`][
          how
        ] ?? text
      );
    };
    /** Capitals of a host or a mail address, and the scheme, do not count. */
    const plain = (text: string): string => {
      const page = text.replace(/^https?:\/\//i, '');
      return page.includes('@') ? page.toLowerCase() : page.replace(/^[^/]*/, (name) => name.toLowerCase());
    };
    let reached = 0;
    fc.assert(
      fc.property(link, fc.nat(40), fc.nat(4), (written, at, how) => {
        const value = changed(written, at % written.length, how);
        const found = reaches(written, value);
        if (found) reached++;
        expect(!found || plain(value) === plain(written), value).toBe(true);
      }),
      { numRuns: 3000 },
    );
    expect(reached).toBeGreaterThan(300);
  });

  it.each([
    'a',
    '.',
    'a.',
    'a.a.',
    '/',
    '@',
    '1',
    '1 ',
    '://',
    'x://',
    '=',
    'a=',
    'a.bc=',
    'a.b:',
    '-',
    '(',
    ')',
    ':',
    '_',
    '*',
    "'",
    '\\',
    'x.yz/(',
    "x.yz/'",
    'DE89 ',
    ' ',
    '\u0301',
    'a@b ',
  ])('a long run of %j is read to its end', (unit) => {
    for (const [start, end] of [
      ['', ''],
      ['x', '!'],
      ['https://', ' '],
      ['a@', '/x'],
    ]) {
      const text = start + unit.repeat(50_000 / unit.length) + end;
      expect(findAddresses(text).length).toBeLessThanOrEqual(2 * MAX_ADDRESSES + 2);
      expect([addressKey(text), getLinkHost(text), getMailDomain(text)]).toHaveLength(3);
    }
  });

  it.each(['.', 'a.', '_', "'", ')', ':', '1', '-'])('a megabyte of %j is read to its end', (unit) => {
    for (const [start, end] of [
      ['', ' @'],
      ['https://', ' x'],
      ['x', '!'],
    ]) {
      const text = start + unit.repeat(1_000_000 / unit.length) + end;
      expect(findAddresses(text).length).toBeLessThanOrEqual(2);
      expect(listAddressKeys(text).length).toBeLessThanOrEqual(3);
    }
  });
});
