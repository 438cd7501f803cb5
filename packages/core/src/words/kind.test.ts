import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isKind, meansKind } from './kind.ts';
import { LANGUAGES, listed } from './language.ts';

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
    expect(meansKind(word, kind)).toBe(true);
  });

  it.each([
    ['file', 'event'],
    ['datei', 'event'],
    ['fichier', 'folder'],
    ['Datei', 'file'],
    ['', 'file'],
    ['constructor', 'file'],
  ])('not %s: %s', (word, kind) => {
    expect(meansKind(word, kind)).toBe(false);
  });

  it('which every word of the tables does', () => {
    for (const { kinds } of LANGUAGES)
      for (const [word, meant] of Object.entries(kinds))
        for (const kind of listed(meant)) {
          expect(meansKind(word, kind), `${word}: ${kind}`).toBe(true);
          expect(isKind(word)).toBe(true);
        }
  });

  it('and no other', () => {
    const known = new Set(LANGUAGES.flatMap(({ kinds }) => Object.keys(kinds)));
    fc.assert(
      fc.property(fc.string(), (word) => {
        fc.pre(!known.has(word));
        expect(isKind(word)).toBe(false);
      }),
    );
    expect(isKind('constructor')).toBe(false);
    expect(isKind('küchenmesse')).toBe(false);
  });
});
