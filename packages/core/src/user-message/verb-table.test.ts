import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActionKind } from './language.ts';
import { ACTION_KINDS, LANGUAGES, splitWordList } from './language.ts';
import { ENGLISH } from './languages/english.ts';
import { findActions, findVerb, compileVerbs } from './verb-table.ts';

describe('the verb in a name', () => {
  it.each<readonly [string, ActionKind]>([
    ['delete', 'remove'],
    ['remove', 'remove'],
    ['send', 'send'],
    ['modify', 'change'],
    ['reserve', 'book'],
    ['execute', 'run'],
    ['schedule', 'create'],
    ['list', 'fetch'],
    ['löschen', 'remove'],
    ['supprime', 'remove'],
  ])('%s is to %s', (word, deed) => {
    expect(findActions(word)).toContain(deed);
  });

  it.each(['', 'a', 'droplet', 'sender', 'payload', 'file', 'DELETE', 'deletedeletedeletedelete'])(
    '%j is none',
    (word) => {
      expect(findActions(word)).toEqual([]);
    },
  );

  it('may be several deeds', () => {
    expect(findActions('send')).toEqual(expect.arrayContaining(['send', 'pay']));
  });

  it('is every stem of every language', () => {
    for (const language of LANGUAGES)
      for (const deed of ACTION_KINDS)
        for (const stem of splitWordList(language.deeds[deed]))
          expect(findActions(stem), stem).toContain(deed);
  });

  it('is looked for to the end of a long word', () => {
    expect(findActions('delete'.repeat(200_000))).toEqual([]);
  });
});

describe('a verb in a sentence', () => {
  const verbs = LANGUAGES.map((language) => compileVerbs([language], splitWordList(language.endings)));

  it.each<readonly [number, string, ActionKind]>([
    [0, 'deletes', 'remove'],
    [0, 'deleted', 'remove'],
    [0, 'deleting', 'remove'],
    [0, 'cancelled', 'remove'],
    [0, 'canceling', 'remove'],
    [0, 'emptied', 'remove'],
    [0, 'notifying', 'send'],
    [0, 'submitted', 'send'],
    [0, 'summarised', 'fetch'],
    [1, 'lösche', 'remove'],
    [1, 'gelöscht', 'remove'],
    [1, 'stornieren', 'remove'],
    [1, 'überweist', 'pay'],
    [2, 'supprimez', 'remove'],
    [2, 'supprimé', 'remove'],
    [2, 'envoyer', 'send'],
    [2, 'réservons', 'book'],
    [3, 'borralo', 'remove'],
    [3, 'eliminando', 'remove'],
    [3, 'enviarle', 'send'],
    [3, 'reservado', 'book'],
  ])('of language %d, %s: %s', (language, word, deed) => {
    expect(findVerb(verbs[language] ?? compileVerbs([], []), word)).toContain(deed);
  });

  it.each([
    [0, 'good'],
    [0, 'runtime'],
    [0, 'shareholder'],
    [0, 'lösche'],
    [0, 'cancelation'],
    [0, 'cancell'],
    [0, 'd'],
    [1, 'delete'],
    [1, 'buchstabe'],
    [2, 'payload'],
    [3, 'da-da'],
  ])('of language %d is not %s', (language, word) => {
    expect(findVerb(verbs[language] ?? compileVerbs([], []), word)).toEqual([]);
  });

  it('is read by its longest stem', () => {
    const deeds = { ...ENGLISH.deeds, remove: 'ab', send: 'abab', pay: 'abab' };
    const two = compileVerbs([{ ...ENGLISH, deeds }], ['x']);
    expect(findVerb(two, 'abab')).toEqual(['send', 'pay']);
    expect(findVerb(two, 'ababx')).toEqual(['send', 'pay']);
    expect(findVerb(two, 'abx')).toEqual(['remove']);
    expect(findVerb(two, 'abbx')).toEqual(['remove']);
    expect(findVerb(two, 'abb')).toEqual([]);
    expect(findVerb(two, 'xab')).toEqual([]);
  });

  it('is found whatever the word is', () => {
    fc.assert(
      fc.property(fc.string(), (word) => {
        for (const known of verbs)
          for (const deed of findVerb(known, word)) expect(ACTION_KINDS).toContain(deed);
      }),
    );
  });
});
