import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readClauseWords } from './clause.ts';
import type { RequestedActions } from './requested-actions.ts';
import { findRequestedActions } from './requested-actions.ts';
import type { ActionKind } from './language.ts';
import { tokenise } from './tokens.ts';
import type { CompiledLanguage } from './compiled-language.ts';
import { COMPILED_LANGUAGES, detectLanguages } from './compiled-language.ts';

const asked = (sentence: string): RequestedActions => {
  const tokens = tokenise(sentence.toLowerCase());
  const tongues = detectLanguages(tokens);
  return findRequestedActions(readClauseWords(tokens, tongues), tongues);
};

const asks = (sentence: string, deed: ActionKind): boolean => asked(sentence).deeds.has(deed);

describe('a sentence asks for', () => {
  it.each<readonly [ActionKind, string]>([
    ['remove', 'please delete the file'],
    ['remove', 'I want them deleted'],
    ['remove', 'deleting the old ones would be good'],
    ['remove', 'cancel it , it was cancelled'],
    ['remove', 'removing all of it'],
    ['change', 'update the price and modify the name'],
    ['move', 'reschedule the lunch to the afternoon'],
    ['send', 'reply to the mail of my boss'],
    ['send', 'it should be forwarded to her'],
    ['pay', 'the invoice should be paid'],
    ['pay', 'refund my order please'],
    ['share', 'invite her to the channel'],
    ['create', 'create a new event for me'],
    ['book', 'reserve a table for two'],
    ['run', 'execute the script for me'],
    ['stop', 'the account should be suspended'],
    ['fetch', 'summarize what is on the page'],
    ['remove', 'bitte lösche die Datei'],
    ['remove', 'get rid of the old one for me'],
    ['remove', 'do not forget to delete the file'],
    ['remove', "don't read it, delete it"],
    ['stop', 'it is late, please turn off the alarm'],
    ['remove', 'could you get rid of the old one?'],
    ['remove', 'i read it, delete it'],
    ['remove', 'read the first one and delete the second'],
    ['remove', 'kannst du es für mich entfernen'],
    ['remove', 'bitte vergiss nicht die Datei zu löschen'],
    ['change', 'bitte ändere den Preis'],
    ['send', 'schicke die Liste an meine Schwester'],
    ['pay', 'bitte bezahle die Rechnung'],
    ['book', 'reserviere mir einen Tisch'],
    ['move', 'verschiebe das Treffen auf den Montag'],
    ['stop', 'beende die Sitzung für mich'],
    ['remove', 'supprime le fichier pour moi'],
    ['remove', 'je veux supprimer les fichiers'],
    ['send', 'envoie la liste à ma sœur'],
    ['pay', 'je veux payer la facture'],
    ['book', 'réserve une table pour nous'],
    ['create', 'crée un dossier pour moi'],
    ['send', 'je veux envoyer la liste'],
    ['remove', "n'oublie pas de supprimer le fichier"],
    ['remove', 'elimina el archivo por mi'],
    ['remove', '¡borra el archivo de la casa!'],
    ['remove', 'no olvides borrar el archivo de la casa'],
    ['remove', 'quiero eliminar los archivos de la lista'],
    ['send', 'envía la lista a mi hermana'],
    ['pay', 'paga la factura de mi casa'],
    ['book', 'reserva una mesa para dos'],
  ])('%s: %s', (deed, sentence) => {
    expect(asks(sentence, deed)).toBe(true);
  });

  it.each<readonly [ActionKind, string]>([
    ['remove', 'summarize the file for me'],
    ['remove', 'the undeletable file of the droplet'],
    ['pay', 'what is the payload of it'],
    ['send', 'the senate is in the city'],
    ['book', 'the bookkeeper is on the phone'],
    ['run', 'the runtime of it is high'],
    ['share', 'what is on the shareholder list'],
    ['remove', ''],
    ['remove', 'please do not delete the file'],
    ['remove', "please don't delete the file"],
    ['remove', 'never delete any of them'],
    ['remove', 'ich habe es noch nicht gelöscht'],
    ['remove', 'ne supprime pas le fichier de mon projet'],
    ['remove', 'no elimina el archivo de la casa'],
    ['remove', 'please dont delete the file'],
    ['remove', 'please delete none of them'],
    ['remove', 'bitte nichts löschen'],
    ['remove', 'lösche keine Datei von mir'],
    ['remove', 'supprime pas le fichier'],
    ['remove', 'no borres nada de la lista'],
    ['change', 'I have changed my mind about the price'],
    ['remove', 'ich habe sie gelöscht, lies die Liste'],
    ['remove', 'did you get rid of the old one?'],
    ['remove', 'do not get rid of the old one'],
    ['remove', 'should I delete it?'],
    ['fetch', 'deleting the old ones would be good'],
    ['book', 'lee nuestra reserva de la casa'],
    ['book', 'read the book for me'],
    ['send', 'show me the message of my mother'],
  ])('not %s: %s', (deed, sentence) => {
    expect(asks(sentence, deed)).toBe(false);
  });

  it.each<readonly [ActionKind, string]>([
    ['remove', 'tell me how to delete the account and read my mail'],
    ['remove', 'write a reply to the request to delete the account'],
    ['remove', 'please find out who wants to delete the account'],
    ['remove', 'please stop bob from deleting the account'],
    ['remove', 'before you delete the account, ask me'],
    ['remove', 'remind me to delete the account'],
    ['remove', 'if you delete the account, ask me'],
    ['remove', 'draft a mail asking him to delete the account'],
    ['remove', 'please decline the request to delete the account'],
    ['remove', 'refuse to delete the account'],
    ['remove', 'make sure nobody deletes the account'],
    ['remove', 'protect the account from being deleted'],
    ['remove', 'tell me how to open, rename, or delete the account'],
    ['remove', 'tell me how to (safely) delete the account'],
    ['remove', 'find out who may read and delete the account'],
    ['remove', 'answer the mail that asks to get rid of the account'],
    ['remove', 'i would like the plan that the account is to be deleted'],
    ['remove', 'write down that the account is to be deleted'],
    ['remove', 'schreib mir wie man das konto löscht'],
    ['remove', 'erinnere mich, das konto zu löschen'],
    ['remove', 'lies die mail bevor du das konto löschst'],
    ['remove', 'dis-moi comment supprimer le compte'],
    ['remove', 'réponds à la demande de supprimer le compte'],
    ['remove', "réponds à la demande d'annuler la commande"],
    ['remove', 'dime cómo borrar la cuenta de la casa'],
    ['remove', 'responde a la petición de borrar la cuenta'],
  ])('not %s, which is only told of: %s', (deed, sentence) => {
    expect(asks(sentence, deed)).toBe(false);
  });

  it.each<readonly [ActionKind, string]>([
    ['remove', 'i want to delete the account'],
    ['remove', 'i would like you to delete the account'],
    ['remove', 'you have to delete the account'],
    ['remove', 'please try to delete the account'],
    ['remove', 'go and delete the account'],
    ['remove', 'make sure that you delete the account'],
    ['remove', 'use the tool to delete the account'],
    ['remove', 'i want the account to be deleted'],
    ['remove', 'look at it, if there is dust on it delete the account'],
    ['remove', 'tidy it up by deleting the account'],
    ['remove', 'find out who wrote it and delete the account'],
    ['remove', 'tell me how it went, and delete the account'],
    ['remove', 'ich will dass du das konto löschst'],
    ['remove', 'je veux que tu supprimes le compte'],
    ['remove', 'quiero que borres la cuenta y el archivo por mi'],
  ])('%s, however it is put: %s', (deed, sentence) => {
    expect(asks(sentence, deed)).toBe(true);
  });

  it('is read in the language it is written in', () => {
    // "pide" is a verb only to somebody who speaks Spanish.
    expect(asks('please pide for it and go', 'book')).toBe(false);
    expect(asks('pide una mesa para los dos', 'book')).toBe(true);
  });

  it('says its very words, too', () => {
    expect(asked('please frobnicate it for me').verbs).toContain('frobnicate');
    expect(asked('the frobnicate is on the table').verbs).not.toContain('frobnicate');
    expect(asked('ticket 51 frobnicate').verbs).not.toContain('frobnicate');
    expect(asked('please do not frobnicate it').verbs).not.toContain('frobnicate');
  });

  it('is read in every language where none can be told', () => {
    expect(asks('supprime', 'remove')).toBe(true);
    expect(asks('delete', 'remove')).toBe(true);
    expect(asks('elimina', 'remove')).toBe(true);
    expect(asks('"delete" ticket 51', 'remove')).toBe(true);
    // Only its first word: the rest may be nouns.
    expect(asks('ticket elimina 51', 'remove')).toBe(false);
    expect(asks('delete?', 'remove')).toBe(false);
    for (const nothing of ['', '...'])
      expect(asked(nothing)).toEqual({ deeds: new Set(), verbs: new Set(), nouns: [], onlyToKnow: false });
  });
});

describe('somebody only wants to know', () => {
  it.each([
    'summarize the file for me',
    'summarize issue 42',
    'what is in the list?',
    'did you delete the file?',
    'read the list and the file',
    'i have deleted it, show me the list',
    'do not delete it, read it to me',
    'zeig mir die Liste',
    'lis la liste de mon projet',
    'lee la lista de mi casa',
  ])('%s', (sentence) => {
    expect(asked(sentence).onlyToKnow).toBe(true);
  });

  it.each([
    '',
    'issue 42',
    'delete issue 42',
    'summarize issue 42 delete',
    'read the list and delete the file',
    'read it, get rid of it',
    'can you delete the file?',
    'tidy up shelf for me',
    'lies die Liste und lösche sie',
    'lis la liste et supprime le fichier',
    'lee la lista y borra el archivo',
  ])('but not by %j', (sentence) => {
    expect(asked(sentence).onlyToKnow).toBe(false);
  });
});

/** What people say in one language. */
interface Speech {
  readonly sentences: readonly string[];
  readonly negated: readonly string[];
  readonly joins: readonly string[];
}

const SPEECHES: readonly Speech[] = [
  {
    sentences: [
      'read the list of my files',
      'send it to me',
      'open the file for them',
      'i want to cancel the order',
      'find all of the mails',
      'i have paid the bill of my boss',
    ],
    negated: [
      'do not delete it',
      "don't pay the bill",
      'dont send any of it',
      'never book a room',
      'delete nothing',
      'cancel none of them',
    ],
    joins: ['. ', ', ', ' and ', ' but ', '\n'],
  },
  {
    sentences: [
      'lies die Liste',
      'schicke es an mich und an uns',
      'ich möchte die Rechnung bezahlen',
      'wir haben die Liste gelesen',
    ],
    negated: [
      'lösche sie nicht',
      'nichts löschen',
      'buche keinen Raum',
      'die Datei niemals löschen',
      'kein Geld überweisen',
    ],
    joins: ['. ', ', ', ' und ', ' aber ', '\n'],
  },
  {
    sentences: [
      'lis la liste de mon projet',
      'envoie le fichier pour moi',
      'je voudrais payer la facture',
      'il a lu la liste',
    ],
    negated: [
      'ne supprime pas le fichier',
      'supprime pas le fichier',
      'ne réserve rien',
      'supprime aucun fichier',
      'sans annuler la commande',
    ],
    joins: ['. ', ', ', ' et ', ' mais ', '\n'],
  },
  {
    sentences: [
      'lee la lista de mi casa',
      'envía el archivo a los dos',
      'quiero pagar la factura de la casa',
      'ella ha leído la lista de la casa',
    ],
    negated: [
      'no borres el archivo',
      'nunca reserves una mesa',
      'no elimines nada',
      'sin cancelar el pedido',
    ],
    joins: ['. ', ', ', ' y ', ' pero ', '\n'],
  },
];

const spoken = fc.nat({ max: SPEECHES.length - 1 }).chain((index) => {
  const { sentences, negated, joins } = SPEECHES[index] ?? { sentences: [], negated: [], joins: [] };
  return fc.record({
    index: fc.constant(index),
    said: fc.array(fc.constantFrom(...sentences), { minLength: 1, maxLength: 3 }),
    more: fc.constantFrom(...negated),
    join: fc.constantFrom(...joins),
  });
});

const inTongue = (sentence: string, tongue: CompiledLanguage | undefined): RequestedActions => {
  const tongues = tongue === undefined ? [] : [tongue];
  return findRequestedActions(readClauseWords(tokenise(sentence.toLowerCase()), tongues), tongues);
};

describe('laws of what is asked', () => {
  it('a negated clause never adds a deed', () => {
    fc.assert(
      fc.property(spoken, ({ index, said, more, join }) => {
        const before = said.join('. ');
        const deeds = inTongue(before, COMPILED_LANGUAGES[index]).deeds;
        const both = inTongue(before + join + more, COMPILED_LANGUAGES[index]).deeds;
        expect([...both].filter((deed) => !deeds.has(deed))).toEqual([]);
        const turned = inTongue(
          `${more}${join === ', ' ? ', ' : '. '}${before}`,
          COMPILED_LANGUAGES[index],
        ).deeds;
        expect([...turned].filter((deed) => !deeds.has(deed))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('a sentence turned into a question without a word of request asks for nothing', () => {
    fc.assert(
      fc.property(spoken, fc.constantFrom('?', '??', '?!', ' ?'), ({ index, said }, sign) => {
        const questions = said.map((sentence) => sentence + sign).join(' ');
        expect(asked(questions).deeds).toEqual(new Set());
        const none = { deeds: new Set(), verbs: new Set(), onlyToKnow: true };
        expect(inTongue(questions, COMPILED_LANGUAGES[index])).toMatchObject(none);
      }),
      { numRuns: 1000 },
    );
  });

  it('every one of these asks for something, until it is a question or a report', () => {
    const deeds = SPEECHES.map(({ sentences }) =>
      sentences.map((sentence) => asked(sentence).deeds.size > 0),
    );
    for (const asking of deeds) expect(asking).toEqual(asking.map((_, at) => at < asking.length - 1));
  });

  it('a long prompt is read to its end', () => {
    const words = Array.from({ length: 100_000 }, () => 'the');
    expect(
      findRequestedActions(readClauseWords(words, COMPILED_LANGUAGES), COMPILED_LANGUAGES).deeds.size,
    ).toBe(0);
  });
});
