import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isKindWord, isWordForKind } from './kind.ts';
import { LANGUAGES, splitWordList } from './language.ts';

describe('a word means a kind of thing', () => {
  it.each([
    ['file', 'file'],
    ['files', 'file'],
    ['entries', 'entry'],
    ['datei', 'file'],
    ['termin', 'event'],
    ['termin', 'appointment'],
    ['fichier', 'file'],
    ['fichiers', 'file'],
    ['factures', 'invoice'],
    ['carpeta', 'folder'],
    ['carpetas', 'directory'],
    ['walrus', 'walrus'],
  ])('%s: %s', (word, kind) => {
    expect(isWordForKind(word, kind)).toBe(true);
  });

  it.each([
    ['file', 'event'],
    ['datei', 'event'],
    ['fichier', 'folder'],
    ['Datei', 'file'],
    ['', 'file'],
    ['constructor', 'file'],
  ])('not %s: %s', (word, kind) => {
    expect(isWordForKind(word, kind)).toBe(false);
  });

  it('which every word of the tables does', () => {
    for (const { kinds } of LANGUAGES)
      for (const [word, meant] of Object.entries(kinds))
        for (const kind of splitWordList(meant)) {
          expect(isWordForKind(word, kind), `${word}: ${kind}`).toBe(true);
          expect(isKindWord(word)).toBe(true);
        }
  });

  it('and no other', () => {
    const known = new Set(LANGUAGES.flatMap(({ kinds }) => Object.keys(kinds)));
    fc.assert(
      fc.property(fc.string(), (word) => {
        fc.pre(!known.has(word));
        expect(isKindWord(word)).toBe(false);
      }),
    );
    expect(isKindWord('constructor')).toBe(false);
    expect(isKindWord('küchenmesse')).toBe(false);
  });
});
