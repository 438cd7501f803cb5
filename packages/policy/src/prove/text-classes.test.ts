import { describe, expect, it } from 'vitest';
import { globMatches } from '@callgate/core/decide';
import { seededRandom } from './seeded-random.ts';
import type { TextPredicate } from './text-classes.ts';
import { listTextClasses } from './text-classes.ts';

const fares = (text: string, predicates: readonly TextPredicate[]): string =>
  predicates
    .map(({ test, constant, folded }) => {
      const read = folded ? text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) : text;
      switch (test) {
        case 'eq':
          return read === constant;
        case 'startsWith':
          return read.startsWith(constant);
        case 'endsWith':
          return read.endsWith(constant);
        case 'contains':
          return read.includes(constant);
        case 'glob':
          return globMatches(constant, read);
        case 'order':
          return read < constant ? '<' : read === constant ? '=' : '>';
      }
    })
    .join();

const predicate = (test: TextPredicate['test'], constant: string, folded = false): TextPredicate => ({
  test,
  constant,
  folded,
});

describe('the classes of texts', () => {
  it('are the ways in which a text can fare, with a shortest text each', () => {
    expect(listTextClasses([])).toEqual(['']);
    expect(listTextClasses([predicate('startsWith', 'a'), predicate('endsWith', 'b')])?.toSorted()).toEqual(
      ['', 'a', 'ab', 'b'].toSorted(),
    );
    expect(listTextClasses([predicate('eq', 'x')], { isName: true })?.includes('')).toBe(false);
    expect(listTextClasses([predicate('glob', '?*')], { isName: true })?.includes('')).toBe(true);
    expect(listTextClasses([predicate('contains', ''), predicate('glob', '*')])).toEqual(['']);
  });

  it('have no class for what cannot be', () => {
    const classes = listTextClasses([predicate('eq', 'ab'), predicate('startsWith', 'b')]) ?? [];
    expect(classes.filter((text) => text === 'ab' && text.startsWith('b'))).toEqual([]);
    expect(classes).toHaveLength(3);
  });

  it('hold every text there is', () => {
    const random = seededRandom(11);
    const letters = [...'abAB*'];
    const word = (most: number): string =>
      Array.from({ length: random.below(most + 1) }, () => random.pick(letters)).join('');
    for (let round = 0; round < 150; round += 1) {
      const predicates = Array.from({ length: 1 + random.below(4) }, (): TextPredicate => {
        const test = random.pick(['eq', 'startsWith', 'endsWith', 'contains', 'glob', 'order'] as const);
        return predicate(test, word(3), test !== 'order' && random.next() < 0.3);
      });
      const known = new Set((listTextClasses(predicates) ?? []).map((text) => fares(text, predicates)));
      for (let tries = 0; tries < 40; tries += 1) {
        const text = word(6) + (random.next() < 0.2 ? random.pick(['~', 'é', ' ', '_']) : '');
        expect(known, JSON.stringify({ predicates, text })).toContain(fares(text, predicates));
      }
    }
  });

  it('have one for all characters that no constant names', () => {
    const all = [...'abcdefghijklmnopqrstuvwxyz0123456789-_.~\u00a1'].join('');
    const classes = listTextClasses([predicate('contains', all), predicate('glob', '?')]) ?? [];
    expect(classes.some((text) => text.length === 1)).toBe(true);
    expect(listTextClasses([...all].map((letter) => predicate('eq', letter)))).toHaveLength(all.length + 1);
  });

  it('are given up where there are too many', () => {
    const many = Array.from({ length: 40 }, (_, at) =>
      predicate('contains', String.fromCharCode(0x100 + at)),
    );
    expect(listTextClasses(many)).toBeUndefined();
  });

  it('count half of a character beyond the first plane as one of its own', () => {
    const classes = listTextClasses([predicate('order', '\ud800'), predicate('order', '\udfff')]) ?? [];
    expect(
      new Set(
        classes.map((text) => fares(text, [predicate('order', '\ud800'), predicate('order', '\udfff')])),
      ).size,
    ).toBe(5);
  });
});
