import { describe, expect, it } from 'vitest';
import { foldUmlauts } from './strip-accents.ts';
import { findUnknownException } from './exception.ts';
import { COMPILED_LANGUAGES } from './compiled-language.ts';
import { UserMessages } from './user-messages.ts';

const names = (text: string, value: string): boolean => new UserMessages([{ text }]).names(value);

const EXCEPTIONS = {
  en: `except|with the exception of|with the single exception of|with exception of|excluding|excepting|save for|minus|
    barring|leaving out|skipping|omitting|sparing|not including|exclusive of|aside from|other than|bar|without|
    unless it is|ignoring|but|except for|to the exclusion of`,
  de: `außer|ausser|mit Ausnahme von|mit Ausnahme der Datei|mit der einzigen Ausnahme|unter Ausschluss von|
    unter Ausschluß von|ausgenommen|abgesehen von|exklusive|ohne|nicht aber|bis auf|ausschließlich der Datei|
    ausschliesslich|es sei denn`,
  fr: `sauf|à l'exception de|à l’exception de|a l'exception de|à la seule exception de|à l'exclusion de|mis à part|hormis|
    excepté|excepte|hors|en dehors de|à part|a part|exclu|sans|en excluant|à moins que|moins`,
  es: `excepto|a excepción de|a excepcion de|con excepción de|con la excepción de|con la única excepción de|exceptuando|
    aparte de|fuera de|excluyendo|salvo|menos|sin|quitando|a menos que sea|omitiendo`,
};
const ALL_FILES = {
  en: 'Delete all files',
  de: 'Lösche alle Dateien',
  fr: 'Supprime tous les fichiers',
  es: 'Borra todos los archivos',
};
const ALL_PEOPLE = {
  en: 'Send the report to everybody',
  de: 'Schick den Bericht an alle',
  fr: 'Envoie le rapport à tous',
  es: 'Envía el informe a todos',
};
type LanguageCode = keyof typeof EXCEPTIONS;
const CODES = Object.keys(EXCEPTIONS) as LanguageCode[];
const phrasesOf = (code: LanguageCode): readonly string[] =>
  EXCEPTIONS[code].split('|').map((each) => each.trim());

describe('what is excepted is not named', () => {
  it.each(CODES.flatMap((code) => phrasesOf(code).map((phrase) => [code, phrase] as const)))(
    '%s: %s',
    (code, phrase) => {
      expect(names(`${ALL_FILES[code]} ${phrase} a.txt`, 'a.txt')).toBe(false);
      expect(names(`${ALL_PEOPLE[code]} ${phrase} bob@example.org`, 'bob@example.org')).toBe(false);
    },
  );

  it.each([
    ['Delete all files, skip a.txt.', 'a.txt'],
    ['Delete every file and keep the file a.txt.', 'a.txt'],
    ['Delete all of my very old files minus a.txt.', 'a.txt'],
    ['Delete all files, with the exception of a.txt and b.txt.', 'b.txt'],
    ['Lösche alle Dateien, behalte a.txt.', 'a.txt'],
    ['Supprime tous les fichiers, garde a.txt.', 'a.txt'],
    ['Borra todos los archivos, conserva a.txt.', 'a.txt'],
    ['Lösche alle Dateien, mit Ausnahme von "Plan A".', 'Plan A'],
  ])('%s', (text, value) => {
    expect(names(text, value)).toBe(false);
  });

  it.each([
    ['Delete all files in a.txt', 'a.txt'],
    ['Delete all files named a.txt', 'a.txt'],
    ['Delete all files including a.txt', 'a.txt'],
    ['Delete all three files a.txt and b.txt', 'b.txt'],
    ['Delete all mails from bob@example.org', 'bob@example.org'],
    ['Delete the exception log a.txt', 'a.txt'],
    ['Send the exception report to bob@example.org', 'bob@example.org'],
    ['Delete a part of a.txt', 'a.txt'],
    ['Read all mails and save a.txt', 'a.txt'],
    ['Read all mails, save a.txt', 'a.txt'],
    ['Is there any way to save a.txt', 'a.txt'],
    ['Send everything to ann@example.org but also to bob@example.org', 'bob@example.org'],
    ['Delete all drafts but send a.txt', 'a.txt'],
    ['Skip the tests and delete a.txt', 'a.txt'],
    ['Send the file to the defense team at bob@example.org', 'bob@example.org'],
    ['Lösche alle Dateien in a.txt', 'a.txt'],
    ['Lösche ausschließlich die Datei a.txt', 'a.txt'],
    ['Supprime tous les fichiers nommés a.txt', 'a.txt'],
    ['Supprime au moins le fichier a.txt', 'a.txt'],
    ['Borra todos los archivos incluyendo a.txt', 'a.txt'],
    ['Envía el informe de la cuenta fuera de servicio a bob@example.org', 'bob@example.org'],
  ])('named: %s', (text, value) => {
    expect(names(text, value)).toBe(true);
  });
});

describe('an exception in words that no table knows', () => {
  it.each([
    ['Delete all files forgoing a.txt', 'a.txt'],
    ['Lösche alle Dateien verschonend a.txt', 'a.txt'],
    ['Supprime tous les fichiers épargnant a.txt', 'a.txt'],
    ['Borra todos los archivos respetando a.txt', 'a.txt'],
    ['Delete every file bypassing "Plan A"', 'Plan A'],
    ['Delete all files in the folder forgoing the file a.txt', 'a.txt'],
  ])('leaves what it joins unnamed where all of a kind is destroyed: %s', (text, value) => {
    expect(names(text, value)).toBe(false);
  });

  it.each([
    ['Send all files forgoing a.txt', 'a.txt'],
    ['Delete the file forgoing a.txt', 'a.txt'],
    ['Delete all files and open a.txt', 'a.txt'],
    ['Delete all files', 'files'],
  ])('elsewhere says nothing: %s', (text, value) => {
    expect(names(text, value)).toBe(true);
  });

  it('is none where the joining word is a number', () => {
    expect(findUnknownException(['delete', 'all', '3', 'a.txt'], COMPILED_LANGUAGES)).toBeUndefined();
  });
});

it('evens out accents and umlauts', () => {
  expect(['lösche', 'loesche', 'losche'].map(foldUmlauts)).toEqual(['losche', 'losche', 'losche']);
  expect(['außer', 'évite', 'd’œuvre'].map(foldUmlauts)).toEqual(['ausser', 'evite', "d'ouvre"]);
});
