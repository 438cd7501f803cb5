import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../receive/json.ts';
import { findFirstOccurrence } from './find-first-occurrence.ts';
import type { SeenResult } from './seen-result.ts';

const seen = (result: Json, parts: Partial<SeenResult> = {}): SeenResult => ({
  call: 'c1',
  server: 'office',
  tool: 'read_mail',
  resource: 'mail',
  origin: 'untrusted',
  private: 'none',
  directory: false,
  vouched: true,
  whole: true,
  about: null,
  result,
  size: 0,
  ...parts,
});

const text = (...texts: readonly string[]): Json => ({
  content: texts.map((one) => ({ type: 'text', text: one })),
});

describe('where a value was first seen', () => {
  it('is the place in the text', () => {
    expect(findFirstOccurrence([seen(text('hello', 'pay to DE89 now'))], 'DE89')).toEqual({
      place: { call: 'c1', server: 'office', tool: 'read_mail', path: ['content', 1, 'text'], span: [7, 11] },
      origin: 'untrusted',
    });
  });

  it('is the whole value where it is a number', () => {
    expect(findFirstOccurrence([seen({ structuredContent: { a: [1, 42] } })], '42')?.place).toEqual({
      call: 'c1',
      server: 'office',
      tool: 'read_mail',
      path: ['structuredContent', 'a', 1],
    });
  });

  it.each([
    ['12', 'a 123 b 12', [8, 10]],
    ['12', '312 12.', [4, 6]],
    ['bob', 'bobby, bob', [7, 10]],
    ['@x', 'bob@x y', [3, 5]],
    ['é', 'aé é', [3, 4]],
    ['a-b', 'xa-b a-b', [5, 8]],
  ])('%s in %j is at %j', (value, where, span) => {
    expect(findFirstOccurrence([seen(text(where))], value)?.place.span).toEqual(span);
  });

  it.each([
    ['12', '123 312'],
    ['bob', 'bobby'],
    ['5', ''],
    ['content', 'x'],
  ])('%s is not in %j', (value, where) => {
    expect(findFirstOccurrence([seen(text(where))], value)).toBeUndefined();
  });

  it('is the earliest result, and untrusted if any that holds it is', () => {
    const trusted = seen(text('x 42'), { call: 'c1', origin: 'trusted' });
    const untrusted = seen(text('y 42'), { call: 'c2' });
    const other = seen(text('nothing'), { call: 'c3' });
    expect(findFirstOccurrence([other, trusted], '42')).toMatchObject({
      origin: 'trusted',
      place: { call: 'c1' },
    });
    expect(findFirstOccurrence([trusted, other, untrusted], '42')).toMatchObject({
      origin: 'untrusted',
      place: { call: 'c1' },
    });
    expect(findFirstOccurrence([untrusted, trusted], '42')).toMatchObject({
      origin: 'untrusted',
      place: { call: 'c2' },
    });
    expect(findFirstOccurrence([trusted, other], '42')).toMatchObject({ origin: 'trusted' });
    expect(findFirstOccurrence([], '42')).toBeUndefined();
  });

  it('is looked for in so many places', () => {
    expect(
      findFirstOccurrence([seen([...Array.from({ length: 30_000 }, () => 0), 'x 42'])], '42'),
    ).toBeUndefined();
  });

  it('law: what a place says stands there', () => {
    const piece = fc.constantFrom('a', 'b', '1', ' ', '-', 'é');
    const word = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(word, fc.array(piece, { maxLength: 20 }), (value, parts) => {
        const whole = parts.join('');
        const span = findFirstOccurrence([seen(text(whole))], value)?.place.span;
        if (span !== undefined) expect(whole.slice(...span)).toBe(value);
        expect(findFirstOccurrence([seen(text(`${whole} ${value} `))], value)).toBeDefined();
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['a'.repeat(30_000), 'a'.repeat(65_000)],
    [`${'ab '.repeat(10_000)}a`, 'ab '.repeat(21_000)],
    ['a', 'a'.repeat(65_000)],
    ['.', 'a'.repeat(65_000)],
  ])('a search that fails at every letter ends', (value, where) => {
    expect(findFirstOccurrence([seen(text(where))], value)).toBeUndefined();
  });
});
