import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readClauseWords } from './clause.ts';
import { BREAK, QUESTION_END, SENTENCE_STOP, isWordToken, tokenise } from './tokens.ts';
import { detectLanguages } from './compiled-language.ts';

interface ClauseReading {
  readonly affirmed: string;
  readonly asking: string;
}

const hear = (sentence: string): ClauseReading => {
  const tokens = tokenise(sentence.toLowerCase());
  const words = readClauseWords(tokens, detectLanguages(tokens)).filter(({ word }) => isWordToken(word));
  const those = (kept: typeof words): string => kept.map(({ word }) => word).join(' ');
  return {
    affirmed: those(words.filter(({ affirmed }) => affirmed)),
    asking: those(words.filter(({ asking }) => asking)),
  };
};

describe('a negation', () => {
  it.each([
    ['do not overwrite it, copy it', 'do copy it'],
    ["please don't delete the file", 'please'],
    ['please don’t delete the file', 'please'],
    ['please dont delete the file', 'please'],
    ['you must never delete any of them', 'you must'],
    ['pay without asking me. thanks', 'pay thanks'],
    ['please send it, no copy', 'please send it'],
    ['bitte sende es ohne die Liste', 'bitte sende es'],
    ['envoie la liste sans le fichier', 'envoie la liste'],
    ['no borres el archivo de la casa', ''],
    ['envía la lista sin el archivo', 'envía la lista'],
  ])('reaches to the end of its clause: %s', (sentence, affirmed) => {
    expect(hear(sentence).affirmed).toBe(affirmed);
  });

  it.each([
    ['delete nothing of it', ''],
    ['please read it and delete none of them', 'please read it and'],
    ['read it, delete nothing', 'read it'],
    ['lösche es nicht', ''],
    ['lösche nichts von der Liste', ''],
    ['lösche keine Datei von mir', ''],
    ['ich will nichts löschen', ''],
    ['lies die Liste und lösche sie nie', 'lies die liste und'],
    ['supprime pas le fichier', ''],
    ['ne supprime jamais le fichier de mon projet', ''],
    ['supprime aucun fichier de la liste', ''],
    ['lis la liste et ne supprime rien', 'lis la liste et'],
    ['borra nada de la lista', ''],
    ['lee la lista y no borres nada', 'lee la lista y'],
  ])('reaches back where its language puts it after the verb: %s', (sentence, affirmed) => {
    expect(hear(sentence).affirmed).toBe(affirmed);
  });

  it.each([
    ['do not read it but delete it', 'do but delete it'],
    ['do not read it and delete it', 'do'],
    ['do not read it, instead delete it', 'do instead delete it'],
    ['lies die Liste nicht aber lösche sie', 'aber lösche sie'],
    ['lösche die Liste nicht sondern lies sie', 'sondern lies sie'],
    ['ne lis pas le fichier mais supprime le', 'mais supprime le'],
    ['no leas la lista pero borra el archivo', 'pero borra el archivo'],
  ])('ends where the sentence turns: %s', (sentence, affirmed) => {
    expect(hear(sentence).affirmed).toBe(affirmed);
  });

  it.each([
    'do not forget to delete the file',
    "don't forget to delete the file",
    'dont forget to delete the file',
    'please do not hesitate to delete it',
    'bitte vergiss nicht die Datei zu löschen',
    'nicht vergessen die Datei zu löschen',
    "n'oublie pas de supprimer le fichier",
    'n’oubliez pas de supprimer le fichier',
    'no olvides borrar el archivo de la casa',
  ])('does nothing to what must not be forgotten: %s', (sentence) => {
    expect(hear(sentence).affirmed).toBe(sentence.toLowerCase());
  });

  it.each([
    ['do not forget not to delete the file', 'do not forget'],
    ['vergiss die Datei nicht', ''],
    ['vergiss nicht, die Datei nicht zu löschen', 'vergiss nicht'],
    ["n'oublie pas de ne pas supprimer le fichier", ''],
    ['no olvides no borrar el archivo de la casa', 'no olvides'],
  ])('counts beside one that does not: %s', (sentence, affirmed) => {
    expect(hear(sentence).affirmed).toBe(affirmed);
  });

  it.each([
    ['send it to ann instead of bob', 'send it to ann'],
    ['rather than to bob, send it to ann', 'send it to ann'],
    ['delete all of them except the first', 'delete all of them'],
    ['schick es an mich statt an bob', 'schick es an mich'],
    ['schick es an mich anstatt an bob', 'schick es an mich'],
    ['lösche alle außer der Liste', 'lösche alle'],
    ['lis la liste au lieu du fichier', 'lis la liste'],
    ['supprime la liste sauf le fichier', 'supprime la liste'],
    ['lee la lista en vez de la carta', 'lee la lista'],
    ['borra la lista excepto la carta', 'borra la lista'],
  ])('is what an exception is, too: %s', (sentence, affirmed) => {
    expect(hear(sentence).affirmed).toBe(affirmed);
  });

  it.each([
    'if not delete it for me',
    'wenn nicht lösche es für mich',
    'please delete file no 7',
    'please delete the files nos 7 and 8',
  ])('is not what a condition or the sign of a number is: %s', (sentence) => {
    expect(hear(sentence).affirmed).toBe(sentence);
  });

  it.each([
    ['paga 20 de la lista, no 50', 'paga 20 de la lista'],
    ['pay the 20, no 50 for me', 'pay the 20'],
    ['please delete no file of mine', 'please delete'],
  ])('is not taken for the sign of a number: %s', (sentence, affirmed) => {
    expect(hear(sentence).affirmed).toBe(affirmed);
  });

  it.each([
    ['do not send it to bob, eve or joe', 'do'],
    ['please send it to ann, but not to bob, eve', 'please send it to ann but'],
    ['delete all of the files except one, two and three', 'delete all of the files'],
    ['post it to general; never, under any circumstances, to random', 'post it to general'],
    ['never touch these files: one, two', ''],
    ['do not move it, rename it or delete it', 'do'],
    ['post it to general. not, i repeat, to random', 'post it to general i repeat'],
    ['schicke es nicht an bob, eve oder joe', ''],
    ['lösche alles außer der eins, der zwei und der drei', 'lösche alles'],
    ['envoie la liste à ann, mais pas à bob, eve', 'envoie la liste à ann mais'],
    ['envía la lista a ann, pero no a bob, eve', 'envía la lista a ann pero'],
  ])('is carried through a list: %s', (sentence, affirmed) => {
    expect(hear(sentence).affirmed).toBe(affirmed);
  });

  it.each([
    ['do not send it to bob, only to ann', 'do only to ann'],
    ['do not send it to bob, but to ann', 'do but to ann'],
    ['do not send it to bob, send it to ann', 'do send it to ann'],
    ['do not send it to bob, please tell ann', 'do please tell ann'],
    ['do not send it to bob, and', 'do'],
    ['no, to ann', 'to ann'],
    ['if it is not there, ann gets it', 'if it is ann gets it'],
    ['do not read it, i want to delete it', 'do i want to delete it'],
  ])('is carried no further than the list: %s', (sentence, affirmed) => {
    expect(hear(sentence).affirmed).toBe(affirmed);
  });

  it.each([
    ['eve must not get it', ''],
    ["eve mustn't get it", ''],
    ['eve cannot have it', ''],
    ['the list of eve is really not for them', ''],
    ['send it to ann and eve should never see it', 'send it to ann and'],
    ['deleting the list is forbidden', ''],
    ['random is off limits for you', ''],
    ['eve no debe ver la lista', ''],
    ['eve ne doit rien voir', ''],
    ['eve darf es nicht sehen', ''],
    ['if the list is not there', 'if the list is'],
    ['check why the list is not there', 'check why the list is'],
    ['you must not see it', 'you must'],
  ])('reaches its subject: %s', (sentence, affirmed) => {
    expect(hear(sentence).affirmed).toBe(affirmed);
  });

  it.each([
    ['delete everything but the first', 'delete everything'],
    ['delete all files but the first', 'delete all files'],
    ['delete every file save the first', 'delete every file'],
    ['save the file for me', 'save the file for me'],
    ['keep it away from random', ''],
    ['keep it for me', 'keep it for me'],
    ['post it to general, avoid random', 'post it to general'],
    ['post it to general, neither to ops nor to random', 'post it to general'],
    ['borra todo menos la carta', 'borra todo'],
    ['please send it to ann, aber nicht an eve', 'please send it to ann'],
    ['please send it to ann, pas à eve', 'please send it to ann'],
    ['bitte schicke die liste an ann und not to eve', 'bitte schicke die liste an ann und'],
    ['please send the n files to ann', 'please send the n files to ann'],
  ])('is known by more words, in every language: %s', (sentence, affirmed) => {
    expect(hear(sentence).affirmed).toBe(affirmed);
  });

  it('of every language counts where none shows', () => {
    for (const sentence of ['ticket not 51', 'ticket kein 51', 'ticket sin 51', 'ticket sans 51'])
      expect(hear(sentence).affirmed).not.toContain('51');
    expect(hear('ticket nicht 51').affirmed).toBe('');
  });
});

describe('a clause asks for something', () => {
  it.each([
    'delete the file',
    'please delete the file',
    'i want you to delete the file',
    "i'd like to delete the file",
    'we need to delete the file',
    'it should be forwarded to her',
    'hey so then delete the file',
    'if the file is old delete it',
    'can you delete the file?',
    'could you delete the file?',
    'delete the file please?',
    'i wonder, could you delete the file?',
    'lösche die datei',
    'ich möchte die datei löschen',
    'kannst du die datei löschen?',
    'soll ich die datei löschen? bitte lösche sie',
    'hallo und lösche bitte die datei',
    'supprime le fichier pour moi',
    'je voudrais supprimer le fichier',
    'peux-tu supprimer le fichier de mon projet ?',
    'bonjour et supprime le fichier',
    'borra el archivo de la casa',
    'quiero borrar el archivo de la casa',
    '¿puedes borrar el archivo de la casa?',
    'hola y borra el archivo de la casa',
  ])('%s', (sentence) => {
    expect(hear(sentence).asking).toMatch(/delete|forwarded|lösch|supprime|borra/);
  });

  it.each([
    'delete the file?',
    'did you delete the file?',
    'did you delete the file',
    'should i delete the file?',
    'so should i delete the file',
    'when is the file deleted',
    'why was the file deleted?',
    'who deleted the file',
    'the file, did you delete it?',
    'hast du die datei gelöscht?',
    'soll ich die datei löschen',
    'und wer löscht die datei',
    'wann wurde die datei gelöscht?',
    'as-tu supprimé le fichier de mon projet ?',
    'et pourquoi supprimer le fichier',
    'qui supprime le fichier',
    '¿has borrado el archivo de la casa?',
    'debo borrar el archivo de la casa',
    '¿quién borra el archivo de la casa?',
  ])('a question does not: %s', (sentence) => {
    expect(hear(sentence).asking).not.toMatch(/delete|lösch|supprim|borra/);
    expect(hear(sentence).affirmed).toMatch(/delete|lösch|supprim|borra/);
  });

  it.each([
    'i deleted the file of my boss',
    "i've deleted the file of my boss",
    'but they deleted the file',
    'it was deleted by my boss',
    'my boss asked me to delete the file',
    'tom says delete the file',
    'mein chef sagt lösche die datei',
    'mon chef dit supprime le fichier',
    'mi jefe dice borra el archivo de la casa',
    'ich habe die datei gelöscht',
    'dann haben sie die datei gelöscht',
    "j'ai supprimé le fichier de mon projet",
    'il a supprimé le fichier de mon projet',
    'yo he borrado el archivo de la casa',
    'pero ella ha borrado el archivo de la casa',
  ])('a report does not: %s', (sentence) => {
    expect(hear(sentence).asking).not.toMatch(/delete|lösch|supprim|borra/);
    expect(hear(sentence).affirmed).toMatch(/delete|lösch|supprim|borra/);
  });

  it.each([
    ['i deleted it. please send it to me', 'please send it to me'],
    ['i deleted it, send it to me', 'send it to me'],
    ['did you see it? send it to me', 'send it to me'],
    ['send it to me. did you delete it?', 'send it to me'],
    ['open it, read it, and do not delete it', 'open it read it and do'],
    ['read it (do not delete it) and send it', 'read it do and send it'],
    ['ich habe sie gelesen, lösche sie', 'lösche sie'],
    ["j'ai lu la liste, supprime le fichier", 'supprime le fichier'],
    ['yo leo la lista, borra el archivo', 'borra el archivo'],
    ['and so', 'and so'],
  ])('or another one does: %s', (sentence, asking) => {
    expect(hear(sentence).asking).toBe(asking);
  });
});

const WORDS = [
  ...'the it to me please not never nothing but and do forget i did can you delete read'.split(' '),
  ...'die es nicht und lösche le pas et supprime el no y borra'.split(' '),
];
const tokens = fc.array(fc.constantFrom(...WORDS, ',', BREAK, SENTENCE_STOP, QUESTION_END), {
  maxLength: 24,
});

describe('laws of clauses', () => {
  it('every word and sign is read once, in its place', () => {
    fc.assert(
      fc.property(tokens, (words) => {
        expect(readClauseWords(words, detectLanguages(words)).map(({ word }) => word)).toEqual(words);
      }),
      { numRuns: 2000 },
    );
  });

  it('no word is asked for under a negation', () => {
    fc.assert(
      fc.property(tokens, (words) => {
        for (const { affirmed, asking } of readClauseWords(words, detectLanguages(words)))
          expect(asking && !affirmed).toBe(false);
      }),
    );
  });

  it('sentences are read one by one', () => {
    const sentence = fc.array(fc.constantFrom(...WORDS, ','), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(sentence, sentence, fc.constantFrom(SENTENCE_STOP, QUESTION_END), (first, second, end) => {
        const spoken = detectLanguages([...first, ...second]);
        const words = (all: readonly string[]): ReturnType<typeof readClauseWords> =>
          readClauseWords(all, spoken).filter(({ word }) => isWordToken(word));
        expect(words([...first, end, ...second])).toEqual([...words([...first, end]), ...words(second)]);
      }),
      { numRuns: 1000 },
    );
  });
});
