import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toListedEntry, tool } from '../../test/disclose/catalogue-harness.ts';
import { aliasProblem } from '../config/alias.ts';
import { SEPARATOR, exposedName, sortNames } from './exposed-names.ts';

const sorted = (names: readonly string[], known: readonly string[] = []): Record<string, string | null> =>
  Object.fromEntries(
    sortNames(
      names.map((name) => toListedEntry('tool', tool(name))),
      (name) => known.includes(name),
    ).named.map(({ name, apart }) => [name, apart === null ? 'offered' : 'apart']),
  );

const told = (names: readonly string[]): string[] =>
  sortNames(
    names.map((name) => toListedEntry('tool', tool(name))),
    () => false,
  ).told.map(({ code }) => code);

const name = fc.string({ unit: fc.constantFrom(...'__abAB01.-lIOmrn'), minLength: 1, maxLength: 8 });
const alias = name.filter((text) => aliasProblem(text) === undefined);

describe('names', () => {
  it('are refused where they have anything but plain ASCII letters, digits, dots, dashes and underscores', () => {
    const bad = [
      '',
      'a b',
      'a\u0000',
      'a\n',
      'reаd',
      'ｒead',
      'a/b',
      'a:b',
      'a\u200bb',
      'é',
      'x'.repeat(129),
    ];
    expect(sorted([...bad, 'read'])).toEqual({ read: 'offered' });
    expect(told(bad)).toEqual(bad.map(() => 'NAME_REFUSED'));
  });

  it('listed twice are set apart, and told once', () => {
    expect(sorted(['a', 'b', 'a', 'a'])).toEqual({ a: 'apart', b: 'offered' });
    expect(told(['a', 'b', 'a', 'a'])).toEqual(['NAME_DUPLICATE']);
  });

  it.each([
    ['read', 'Read'],
    ['delete_all', 'DELETE_ALL'],
    ['list1', 'listl'],
    ['O_', '0_'],
    ['commit', 'comrnit'],
    ['Il', 'lI'],
  ])('that look like an earlier one are refused, and the earlier one is set apart: %s, %s', (one, two) => {
    expect(sorted([one, 'other', two])).toEqual({ [one]: 'apart', other: 'offered' });
    expect(told([one, two])).toEqual(['NAME_CONFUSABLE']);
  });

  it('from before count as earlier, wherever they stand in the list', () => {
    expect(sorted(['Read', 'read'], ['read'])).toEqual({ read: 'apart' });
  });

  it('for agents lead back to one alias and one tool, whatever the tools are called', () => {
    fc.assert(
      fc.property(alias, name, (server, own) => {
        const exposed = exposedName(server, own, true);
        const at = exposed.indexOf(SEPARATOR);
        expect([exposed.slice(0, at), exposed.slice(at + SEPARATOR.length)]).toEqual([server, own]);
      }),
      { numRuns: process.env['CALLGATE_DEEP'] === '1' ? 100_000 : 3000 },
    );
  });

  it('of which no two that are offered fold to one', () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 12 }), (names) => {
        const offered = Object.entries(sorted(names)).flatMap(([each, state]) =>
          state === 'offered' ? [each] : [],
        );
        const folded = new Set(offered.map((each) => each.toLowerCase()));
        expect(folded.size).toBe(offered.length);
      }),
      { numRuns: process.env['CALLGATE_DEEP'] === '1' ? 20_000 : 1000 },
    );
  });

  it.each(['_a', 'a_', 'a__b', '', 'a b', 'ä', 'a.b', 'x'.repeat(65), '__'])('%j is no alias', (bad) => {
    expect(aliasProblem(bad)).toBeDefined();
  });

  it.each(['a', 'github', 'my-server_2', 'A', '-', 'x'.repeat(64)])('%j is an alias', (good) => {
    expect(aliasProblem(good)).toBeUndefined();
  });
});
