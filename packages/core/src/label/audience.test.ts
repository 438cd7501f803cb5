import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Audience } from './audience.ts';

describe('the person’s own addresses', () => {
  const audience = new Audience({
    identities: ['Ada@Example.com', 'DE89370400440532013000', 'https://ada.example'],
  });

  it.each([
    'ada@example.com',
    'Ada@Example.com',
    'DE89370400440532013000',
    'https://ada.example',
    'https://ADA.example/',
  ])('%s is one', (value) => {
    expect(audience.isOwn(value)).toBe(true);
  });

  it.each([
    '',
    'ada',
    'bob@example.com',
    'ada@example.com.evil.test',
    'de89370400440532013000',
    'DE8937040044053201300',
    'http://ada.example',
  ])('%j is none', (value) => {
    expect(audience.isOwn(value)).toBe(false);
  });
});

describe('what is internal', () => {
  it('without a word: the domains of the identities, and every name that is no address', () => {
    const audience = new Audience({ identities: ['ada@example.com', 'ada-account'] });
    for (const value of [
      'bob@example.com',
      'BOB@Example.COM',
      'bob@mail.example.com',
      'https://wiki.example.com/x',
      'wiki.example.com',
      'general',
      'Bob Ross',
      '#general',
    ])
      expect(audience.isInternal(value), value).toBe(true);
    for (const value of [
      'bob@evil.test',
      'bob@notexample.com',
      'bob@example.com.evil.test',
      'https://evil.test/example.com',
      'https://example.com@evil.test/',
      'evil.test\\.example.com',
      'https://evil.test\\.example.com/x',
      'bob@evil.test,x.example.com',
      'x;evil.test.example.com%00.example.com',
      'http://[::1]/',
      'bob@x@example.com',
      '/etc/passwd',
      'a:b',
      'a\\b',
      '12345678',
      'DE89370400440532013000',
    ])
      expect(audience.isInternal(value), value).toBe(false);
  });

  it('never a domain at which anybody may have an address', () => {
    const audience = new Audience({ identities: ['ada@gmail.com'] });
    expect(audience.isInternal('eve@gmail.com')).toBe(false);
    expect(audience.isInternal('general')).toBe(true);
  });

  it('is what the operator says, and nothing else', () => {
    const audience = new Audience({
      identities: ['ada@example.com'],
      internal: ['@Corp.example', 'intranet.local', 'team-*'],
    });
    for (const value of ['bob@corp.example', 'x.corp.example', 'http://intranet.local:8080/x', 'team-a'])
      expect(audience.isInternal(value), value).toBe(true);
    for (const value of [
      'bob@example.com',
      'general',
      'ateam-a',
      'corpXexample',
      'evilcorp.example',
      'team-a@evil.test',
      'team-/x',
    ])
      expect(audience.isInternal(value), value).toBe(false);
  });

  it('is nothing where the operator says so', () => {
    const audience = new Audience({ internal: [] });
    expect([audience.isInternal('general'), audience.isInternal('a@b.example'), audience.isOwn('x')]).toEqual(
      [false, false, false],
    );
  });

  it('is every name, and no address, where nothing is known', () => {
    const audience = new Audience({});
    expect([audience.isInternal('general'), audience.isInternal('a@b.example')]).toEqual([true, false]);
  });
});

describe('laws of an audience', () => {
  it('an address elsewhere is never internal, however it is written', () => {
    const audience = new Audience({ identities: ['ada@corp.example'], internal: ['corp.example', '*'] });
    const part = fc.constantFrom(
      'corp.example',
      'evil.test',
      '@',
      '/',
      '\\',
      ':',
      '.',
      ',',
      ';',
      '?',
      '#',
      '%',
      'x',
      '-',
      'https://',
      '[',
      ']',
    );
    let internal = 0;
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const value = parts.join('');
        if (!audience.isInternal(value)) return;
        internal++;
        // What a browser or a mail program would reach by it.
        const hosts = [
          ...(URL.canParse(value) ? [new URL(value).hostname].filter((host) => host !== '') : []),
          ...(/^[^/?#]*@/.test(value) ? [value.slice(value.lastIndexOf('@') + 1)] : []),
        ];
        expect(hosts.filter((host) => !`.${host}`.endsWith('.corp.example'))).toEqual([]);
      }),
      { numRuns: 20_000 },
    );
    expect(internal).toBeGreaterThan(500);
  });

  it.each(['a', '.', 'a.', '@', '/', '1', '\\', ':', '-', '*'])(
    'a long run of %j is read to its end',
    (unit) => {
      const audience = new Audience({
        identities: ['ada@corp.example'],
        internal: ['corp.example', 'a*b*c'],
      });
      for (const end of ['', '@', '.corp.example', 'x '])
        expect([
          audience.isOwn(unit.repeat(500_000) + end),
          typeof audience.isInternal(unit.repeat(500_000) + end),
        ]).toEqual([false, 'boolean']);
    },
  );
});
