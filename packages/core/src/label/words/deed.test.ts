import { describe, expect, it } from 'vitest';
import { DEEDS, affirmed, askedIn, deedsOf, languagesOf } from './deed.ts';
import type { Deed } from './language.ts';
import { LANGUAGES, listed } from './language.ts';
import { BREAK, isWord, tokensOf } from './tokens.ts';

describe('the words of a language', () => {
  it.each(LANGUAGES.map((language, index) => [index, language] as const))(
    '%d has them all',
    (_, language) => {
      expect(language.months).toHaveLength(12);
      expect(listed(language.numbers)).toHaveLength(21);
      for (const deed of DEEDS) expect(listed(language.deeds[deed]).length).toBeGreaterThan(2);
      const all = [
        ...Object.values(language.deeds),
        language.endings,
        language.articles,
        language.negations,
        language.forgetting,
        language.scales,
        language.rights,
        ...Object.keys(language.phrases),
        language.empty,
        language.self,
        language.numbers,
        ...language.months,
      ].join(' ');
      expect(all).toBe(all.toLowerCase().normalize('NFC'));
      expect(Object.keys(language.deeds)).toHaveLength(DEEDS.length);
    },
  );
});

const spoken = (sentence: string): readonly string[] => tokensOf(sentence.toLowerCase());

const asks = (sentence: string, deed: Deed): boolean => askedIn(spoken(sentence)).deeds.has(deed);

describe('a sentence asks for', () => {
  it.each<readonly [Deed, string]>([
    ['remove', 'please delete the file'],
    ['remove', 'I want them deleted'],
    ['remove', 'deleting the old ones would be good'],
    ['remove', 'cancel it , it was cancelled'],
    ['remove', 'removing all of it'],
    ['change', 'update the price and modify the name'],
    ['change', 'I have changed my mind about the price'],
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
    ['remove', 'es ist noch da, obwohl ich es gelöscht habe'],
    ['remove', 'get rid of the old one for me'],
    ['remove', 'do not forget to delete the file'],
    ['remove', "don't read it, delete it"],
    ['stop', 'it is late, please turn off the alarm'],
    ['remove', 'kannst du es für mich entfernen'],
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
    ['remove', 'elimina el archivo por mi'],
    ['remove', 'quiero eliminar los archivos de la lista'],
    ['send', 'envía la lista a mi hermana'],
    ['pay', 'paga la factura de mi casa'],
    ['book', 'reserva una mesa para dos'],
  ])('%s: %s', (deed, sentence) => {
    expect(asks(sentence, deed)).toBe(true);
  });

  it.each<readonly [Deed, string]>([
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
    ['book', 'read the book for me'],
    ['send', 'show me the message of my mother'],
  ])('not %s: %s', (deed, sentence) => {
    expect(asks(sentence, deed)).toBe(false);
  });

  it('is read in the language it is written in', () => {
    // "pide" is a verb only to somebody who speaks Spanish.
    expect(asks('please pide for it and go', 'book')).toBe(false);
    expect(asks('pide una mesa para los dos', 'book')).toBe(true);
  });

  it('is told by its common words, and by the verb it begins with', () => {
    const [english, german] = LANGUAGES;
    expect(languagesOf(spoken('please send it to the boss'))).toEqual([english]);
    expect(languagesOf(spoken('bitte schicke es an den Chef'))).toEqual([german]);
    expect(languagesOf(spoken('delete all tickets'))).toEqual([english]);
    expect(languagesOf(spoken('ticket 51'))).toEqual([]);
    expect(languagesOf([])).toEqual([]);
  });

  it('says its very words, too', () => {
    expect(askedIn(spoken('please frobnicate it for me')).verbs).toContain('frobnicate');
    expect(askedIn(spoken('the frobnicate is on the table')).verbs).not.toContain('frobnicate');
    expect(askedIn(spoken('ticket 51 frobnicate')).verbs).not.toContain('frobnicate');
  });

  it('has only words that stand under no negation', () => {
    const kept = (sentence: string): readonly string[] => affirmed(spoken(sentence)).filter(isWord);
    expect(kept('do not overwrite it, copy it')).toEqual(['do', 'copy', 'it']);
    expect(kept('pay without asking me. thanks')).toEqual(['pay', 'thanks']);
    expect(kept('ticket not 51')).toEqual(['ticket']);
    expect(affirmed(['not', 'this'])).toEqual([BREAK, BREAK]);
    expect(affirmed([])).toEqual([]);
  });

  it('is read in every language where none can be told', () => {
    expect(asks('supprime', 'remove')).toBe(true);
    expect(asks('delete', 'remove')).toBe(true);
    expect(asks('elimina', 'remove')).toBe(true);
    // Only its first word: the rest may be nouns.
    expect(asks('ticket elimina 51', 'remove')).toBe(false);
  });
});

describe('the verb in a name', () => {
  it.each<readonly [string, Deed]>([
    ['delete', 'remove'],
    ['remove', 'remove'],
    ['send', 'send'],
    ['modify', 'change'],
    ['reserve', 'book'],
    ['execute', 'run'],
    ['schedule', 'create'],
    ['list', 'fetch'],
  ])('%s is to %s', (word, deed) => {
    expect(deedsOf(word)).toContain(deed);
  });

  it.each(['', 'a', 'droplet', 'sender', 'payload', 'file', 'DELETE', 'deletedeletedeletedelete'])(
    '%j is none',
    (word) => {
      expect(deedsOf(word)).toEqual([]);
    },
  );

  it('a word may be several deeds', () => {
    expect(deedsOf('send')).toEqual(expect.arrayContaining(['send', 'pay']));
  });

  it('every stem is its own deed', () => {
    for (const language of LANGUAGES)
      for (const deed of DEEDS)
        for (const stem of listed(language.deeds[deed])) expect(deedsOf(stem), stem).toContain(deed);
  });

  it('a long word is read to its end', () => {
    expect(deedsOf('delete'.repeat(200_000))).toEqual([]);
    expect(askedIn(Array.from({ length: 100_000 }, () => 'the')).deeds.size).toBe(0);
  });
});
