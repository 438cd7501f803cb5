import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenise } from './tokens.ts';
import { COMPILED_LANGUAGES, detectLanguages } from './compiled-language.ts';

const [ENGLISH, GERMAN, FRENCH, SPANISH] = COMPILED_LANGUAGES;
const heard = (sentence: string): ReturnType<typeof detectLanguages> =>
  detectLanguages(tokenise(sentence.toLowerCase()));

describe('the language that is spoken', () => {
  it.each([
    ['please send it to the boss', ENGLISH],
    ['bitte schicke es an den Chef', GERMAN],
    ['envoie la liste à ma sœur', FRENCH],
    ['envía la lista a mi hermana', SPANISH],
  ])('shows by its common words: %s', (sentence, tongue) => {
    expect(heard(sentence)).toEqual([tongue]);
  });

  it.each([
    ['delete all tickets', ENGLISH],
    ['lösche alle Tickets', GERMAN],
    ['supprime le ticket', FRENCH],
    ['elimina el ticket', SPANISH],
    ['"delete all tickets', ENGLISH],
  ])('shows by one of them and the verb it begins with: %s', (sentence, tongue) => {
    expect(heard(sentence)).toEqual([tongue]);
  });

  it.each(['', 'ticket 51', 'delete ticket 51', 'the ticket', '... !', 'Иван удали файл'])(
    'does not show in %j',
    (sentence) => {
      expect(heard(sentence)).toEqual([]);
    },
  );

  it('may be one of several', () => {
    expect(heard('me le se')).toEqual(expect.arrayContaining([FRENCH, SPANISH]));
  });

  it('does not change with what no language knows', () => {
    const sentence = fc.constantFrom(
      'please send it to the boss',
      'bitte schicke es an den Chef',
      'envoie la liste à ma sœur',
      'envía la lista a mi hermana',
      'ticket 51',
    );
    fc.assert(
      fc.property(sentence, fc.array(fc.stringMatching(/^[0-9x#]{1,6}$/)), (text, more) => {
        expect(heard([text, ...more].join(' '))).toEqual(heard(text));
      }),
    );
  });
});
