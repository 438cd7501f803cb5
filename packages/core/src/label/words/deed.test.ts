import { describe, expect, it } from 'vitest';
import { DEEDS, deedsIn, deedsOf } from './deed.ts';
import type { Deed } from './language.ts';
import { LANGUAGES, listed } from './language.ts';

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

const asks = (sentence: string, deed: Deed): boolean => deedsIn(sentence.toLowerCase().split(' ')).has(deed);

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
    ['remove', 'ich habe es noch nicht gelöscht'],
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
  ])('not %s: %s', (deed, sentence) => {
    expect(asks(sentence, deed)).toBe(false);
  });

  it('is read in the language it is written in', () => {
    // "pide" and "para" are verbs only to somebody who speaks Spanish.
    expect(asks('the para is in the text of it', 'stop')).toBe(false);
    expect(asks('para la música de la casa', 'stop')).toBe(true);
  });

  it('is read in every language where none can be told', () => {
    expect(asks('supprime', 'remove')).toBe(true);
    expect(asks('delete', 'remove')).toBe(true);
    expect(asks('elimina', 'remove')).toBe(true);
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
    expect(deedsIn(Array.from({ length: 100_000 }, () => 'the')).size).toBe(0);
  });
});
