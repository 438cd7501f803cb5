import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_PARAGRAPH, MAX_PROMPT } from './extract-intent.ts';
import { UserMessages } from './user-messages.ts';
import { cases } from '../../test/specification/cases.ts';

const words = (...texts: readonly string[]): UserMessages =>
  new UserMessages(texts.map((text) => ({ text })));

describe('a value is named', () => {
  it.each<readonly [string, string | number]>([
    ['send it to bob@example.com', 'bob@example.com'],
    ['send it to Bob@Example.com.', 'bob@example.com'],
    ['send it to <bob@example.com>, please', 'bob@example.com'],
    ['read https://example.com/a?b=C.', 'https://example.com/a?b=C'],
    ['read (https://example.com/a), then stop', 'https://example.com/a'],
    ['read https://example.com/a, then stop', 'https://example.com/a'],
    ['read *https://example.com/a*', 'https://example.com/a'],
    ["read https://example.com's page", 'https://example.com'],
    ['visit example.com', 'https://example.com'],
    ['visit example.com', 'http://example.com/'],
    ['visit http://example.com', 'example.com'],
    ['visit www.example.com.They have it', 'www.example.com'],
    ['post to #general', 'general'],
    ['post to #general', '#general'],
    ['post to general', '#general'],
    ['ask @bob', 'bob'],
    ['ask Bob', 'bob'],
    ["in Bob's calendar", 'Bob'],
    ['open ~/notes.txt and *.md', '~/notes.txt'],
    ['open ~/notes.txt and *.md', '*.md'],
    ['delete __init__.py', '__init__.py'],
    ['delete /var/log/app.log', '/var/log/app.log'],
    ['delete notes.md', 'notes.md'],
    ['the file "Q3 plan.docx"', 'Q3 plan.docx'],
    ['invite Ada Lovelace to it', 'Ada Lovelace'],
    ['invite ada\n  lovelace to it', 'Ada Lovelace'],
    ['the café', 'cafe\u0301'],
    ['pay DE89 3704 0044 0532 0130 00', 'DE89 3704 0044 0532 0130 00'],
    ['pay DE89370400440532013000', 'DE89370400440532013000'],
    ['pay 12345678901234567890', '12345678901234567890'],
    ['pay 5 euros', 5],
    ['pay 5 euros', '5'],
    ['pay the man five euros', 5],
    ['pay $1,234.50', 1234.5],
    ['zahle 1.234,50 €', 1234.5],
    ['pay 5.00', '5'],
    ['call room "12"', '12'],
    ['on May 15', '2026-05-15'],
    ['on May 15', '2026-05-15T10:00:00Z'],
    ['on 15.05.2026', '2026-05-15'],
    ['on 2026-05-15', '2026-05-15'],
  ])('%j names %j', (text, value) => {
    expect(words(text).names(value)).toBe(true);
  });

  it('by any of the things the person said', () => {
    expect(words('pay bob', 'and Eve').names('eve')).toBe(true);
    expect(words().names('eve')).toBe(false);
  });
});

describe('a value is not named', () => {
  it.each<readonly [string, string | number]>([
    ['send it to bob@example.com', 'bob@example.co'],
    ['send it to bob@example.com', 'ob@example.com'],
    ['send it to bob@example.com', 'bob'],
    ['send it to bob@example.com', 'example.com'],
    ['send it to bob@example.com', 'bob@example.com, eve@example.com'],
    ['send it to bob@example.com', 'bob@example.com\neve'],
    ['send it to bob@example.com', 'bob@exаmple.com'],
    ['read https://example.com/a', 'https://example.com'],
    ['read https://example.com/a', 'https://example.com/a/b'],
    ['read https://example.com/a', 'https://example.com/a?q=secret'],
    ['read https://example.com/a(b', 'https://example.com/a'],
    ["read https://example.com/o'neil", 'https://example.com/o'],
    ['read https://example.com/page.Html', 'https://example.com/page'],
    ['read example.com/a;b', 'example.com/a'],
    ['open ~/notes', '/notes'],
    ['delete __init__.py', 'init__.py'],
    ['delete notes.md', 'https://notes.md'],
    ['delete /var/log/app.log', '/var/log'],
    ['delete /var/log/app.log', '/VAR/log/app.log'],
    ['the file "Q3 plan.docx"', 'plan.docx'],
    ['the file "Q3 plan.docx"', 'plan'],
    ['invite Ada (Lovelace)', 'Ada Lovelace'],
    ['invite Ada. Lovelace comes', 'Ada Lovelace'],
    ['invite Ada Lovelace', 'Ada Lovelace\u200B'],
    ['invite Ada Lovelace', 'Ada Lovelace\uFEFF'],
    ['invite Ada Lovelace', 'Ada\uFFFELovelace now'],
    ['run a | b', 'a ; b'],
    ['pay DE89370400440532013000', 'DE8937040044053201300'],
    ['pay 9007199254740992', '9007199254740993'],
    ['pay 12345678901234567890', '12345678901234567891'],
    ['pay 5 euros', 50],
    ['pay 50 euros', 5],
    ['pay 5 euros', -5],
    ['raise it by 5%', 5],
    ['raise it by 5 %', 5],
    ['pay 1.234', 1234],
    ['pay 1.234', 1.234],
    ['on May 15', 15],
    ['on May 15', '2026-05-16'],
    ['on 03/04/2026', '2026-04-03'],
    ['on 03/04/2026', '2026-03-04'],
    ['send it to all of them', 'all'],
    ['send it to all of them', 'all of them'],
    ['schick es an alle', 'alle'],
    ['anything', ''],
    ['anything', ' '],
    ['anything', '...'],
    ['anything', '#'],
    ['"…"', '.'],
    ['a'.repeat(20), 'a'.repeat(MAX_PROMPT + 1)],
  ])('%j does not name %j', (text, value) => {
    expect(words(text).names(value)).toBe(false);
  });
});

describe('under a negation nothing is named', () => {
  it.each<readonly [string, string | number]>([
    ['send it to ann@example.com, not to bob@example.com', 'bob@example.com'],
    ['send it to ann@example.com instead of bob@example.com', 'bob@example.com'],
    ['pay 20 euros to her, not 50', 50],
    ['paga 20 euros de la lista, no 50', 50],
    ['do not open "Q3 plan.docx"', 'Q3 plan.docx'],
    ['do not open “notes.md” for me', 'notes.md'],
    ['please invite Ada but never Bob', 'Bob'],
    ['lösche die Liste, nicht den Ordner Archiv', 'Archiv'],
    ['supprime la liste sauf le dossier Archives', 'Archives'],
  ])('%j does not name %j', (text, value) => {
    expect(words(text).names(value)).toBe(false);
  });

  it.each<readonly [string, string | number]>([
    ['send it to ann@example.com, not to bob@example.com', 'ann@example.com'],
    ['do not pay 20 euros but 50', 50],
    ['do not open "a b" but open "c d"', 'c d'],
    ['do not forget to open "a b"', 'a b'],
  ])('but beside it, %j names %j', (text, value) => {
    expect(words(text).names(value)).toBe(true);
  });

  it('and nothing is spelled out, nor taken for the sign of a quotation', () => {
    expect(words('run `ls -l`, do not run `rm -rf x`').spells('ls -l')).toBe(true);
    expect(words('run `ls -l`, do not run `rm -rf x`').spells('rm -rf x')).toBe(false);
    expect(words('do not open "a b", open \uE0000 for me').names('a b')).toBe(false);
  });
});

describe('a name is singled out', () => {
  it.each([
    ['delete the Quarterly plan', 'quarterly plan'],
    ['delete launch_notes', 'launch_notes'],
    ['ask sam jones about it', 'Sam Jones'],
    ['the mail "Lunch"', 'lunch'],
    ['the mail "delete"', 'delete'],
    ['from Ada', 'Ada'],
  ])('%j: %j', (text, name) => {
    expect(words(text).singlesOut(name)).toBe(true);
  });

  it.each([
    ['delete the file', 'file'],
    ['delete the file', 'delete'],
    ['the file of it', 'it'],
    ['ask Al', 'Al'],
    ['delete the plan', 'quarterly plan'],
    ['send it to all', 'all'],
  ])('but not by %j: %j', (text, name) => {
    expect(words(text).singlesOut(name)).toBe(false);
  });
});

describe('a plain word is singled out where it is all that is asked about', () => {
  it.each([
    ['cancel the dentist', 'dentist'],
    ['please cancel the dentist for me', 'Dentist'],
    ['cancel my dentist, please', 'dentist'],
    ['sag den zahnarzt für mich ab', 'zahnarzt'],
    ['annule le dentiste pour moi', 'dentiste'],
    ['cancela el dentista de mi casa', 'dentista'],
  ])('%j: %j', (text, name) => {
    expect(words(text).singlesOut(name)).toBe(true);
  });

  it.each([
    ['cancel the dentist appointment', 'dentist'],
    ['cancel a dentist', 'dentist'],
    ['cancel dentist', 'dentist'],
    ['do not cancel the dentist', 'dentist'],
    ['did you cancel the dentist?', 'dentist'],
    ['i cancelled the dentist', 'dentist'],
    ['cancel the file', 'file'],
    ['cancel the one of tomorrow', 'tomorrow'],
  ])('but not by %j: %j', (text, name) => {
    expect(words(text).singlesOut(name)).toBe(false);
  });
});

describe('a name is addressed', () => {
  it.each([
    ['post it to the general channel', 'general', 'channel'],
    ['post it in channel general', 'general', 'channel'],
    ['poste es im kanal general', 'general', 'channel'],
    ['post it to general', 'general', 'channel'],
    ['post it to general', '#general', 'channel'],
    ['post it to general', 'General', 'channel'],
    ['post it in #general', 'general', 'channel'],
    ['ask @lena', 'lena', 'user'],
    ['invite lena to the party', 'lena', 'user'],
    ['ask Lena', 'lena', 'user'],
    ['ask Lena', 'Lena', 'user'],
    ['post it in the Monday channel', 'monday', 'channel'],
    ['post it in #slack', 'slack', 'channel'],
    ['post it in "March"', 'March', 'channel'],
    ['thanks.\nLena wrote me, so invite Lena', 'Lena', 'user'],
    ['put it in "general"', 'general', 'channel'],
    ['put it in "general"', 'General', 'channel'],
    ['send it to lena@example.com', 'lena@example.com', 'user'],
    ['see lena-k about it', 'lena-k', 'user'],
    ['schick es an lena und an mich', 'lena', 'user'],
    ['envoie la liste à lena', 'lena', 'user'],
    ['envía la lista a lena', 'lena', 'user'],
    ['please send lena the list', 'lena', 'user'],
    ['email lena about it', 'lena', 'user'],
    ['post it to the night shift', 'the night shift', 'channel'],
    ['ask Lena Berg about it', 'Lena Berg', 'user'],
    ['schick es an Lena, bitte', 'Lena', 'user'],
    ['lade Lena zu dem Treffen ein', 'Lena', 'user'],
    ['pay it from 4711008', '4711008', 'account'],
    ['发送 报告 到 "报告"', '报告', 'channel'],
  ])('%j: %j, a %s', (text, value, kind) => {
    expect(words(text).addresses(value, kind)).toBe(true);
  });

  it.each([
    ['in general it is fine, send it', 'general', 'channel'],
    ['in general it is fine, send it', '#general', 'channel'],
    ['in general it is fine, send it', 'General', 'channel'],
    ['General things first, send it', 'general', 'channel'],
    ['Lena should get it', 'Lena', 'user'],
    ['Check my mail', 'Check', 'channel'],
    ['Check my mail', 'check', 'channel'],
    ['Thank you.\nCheck my mail', 'Check', 'channel'],
    ['Please do this: Check my mail', 'Check', 'channel'],
    ['- Check my mail\n- Summarise it', 'Summarise', 'channel'],
    ['please Check My Mail', 'Mail', 'channel'],
    ['send the Monday report', 'Monday', 'channel'],
    ['move it to Monday', 'monday', 'channel'],
    ['verschiebe es auf Montag, schick es', 'Montag', 'channel'],
    ['envoie-le pour Mardi', 'Mardi', 'channel'],
    ['send what we spent in March', 'March', 'channel'],
    ['send it over Slack', 'Slack', 'channel'],
    ['copy it to Gmail', 'gmail', 'channel'],
    ['read general news', 'general', 'channel'],
    ['the general user', 'general', 'channel'],
    ['do not invite lena', 'lena', 'user'],
    ['post it to general', 'genera', 'channel'],
    ['send it to lena@example.com', 'lena', 'user'],
    ['send it to all of them', 'all', 'user'],
    ['lies die Mail und schicke den Bericht an mich', 'Bericht', 'channel'],
    ['发送 报告 到 general', '报告', 'channel'],
    ['post the report to general', 'the report', 'channel'],
    ['post updates to general', 'updates', 'channel'],
    ['please mail invoices to lena', 'invoices', 'channel'],
    ["post today's mail to general", "today's", 'channel'],
  ])('but not by %j: %j, a %s', (text, value, kind) => {
    expect(words(text).addresses(value, kind)).toBe(false);
  });

  it('not by the name of the server it is done with, unless a sign or its kind shows it', () => {
    expect(words('post it to acme').addresses('acme', 'channel')).toBe(true);
    expect(words('post it to acme').addresses('acme', 'channel', ['acme'])).toBe(false);
    expect(words('post it to the acme channel').addresses('acme', 'channel', ['acme'])).toBe(true);
    expect(words('post it to #acme').addresses('acme', 'channel', ['acme'])).toBe(true);
  });

  it('by one thing that was said, not by two together', () => {
    expect(words('it is general', 'open the channel').addresses('general', 'channel')).toBe(false);
    expect(words('it is general', 'post it to general').addresses('general', 'channel')).toBe(true);
  });
});

describe('a thing is pointed to', () => {
  it.each([
    ['delete file 11', '11', 'file'],
    ['delete files 3, 4 and 5', '5', 'file'],
    ['delete the file with ID 11', '11', 'file'],
    ['delete file #11', '11', 'file'],
    ['delete file no 7', '7', 'file'],
    ['delete file no. 7', '7', 'file'],
    ['lösche Datei Nr. 7', '7', 'file'],
    ['supprime les fichiers 7 et 8', '8', 'file'],
    ['borra los archivos 7 y 8', '7', 'file'],
    ['the number of the file is 7', '7', 'file'],
    ['open ticket A1', 'a1', 'ticket'],
    ['delete a1b2c3d4', 'a1b2c3d4', 'file'],
    ['look at #210', '210', 'issue'],
    ['delete the file "Create"', 'Create', 'file'],
    ['delete file create', 'create', 'file'],
    ['delete the file Create', 'create', 'file'],
  ])('%j points to %s, a %s', (text, id, resource) => {
    expect(words(text).pointsTo(id, resource)).toBe(true);
  });

  it.each([
    ['delete event 11', '11', 'file'],
    ['delete ID 11', '11', 'file'],
    ['look at event #210', '210', 'issue'],
    ['look at the Termin #210', '210', 'issue'],
    ['do not delete file 11', '11', 'file'],
    ['please create the file "Walrus"', 'Create', 'file'],
    ['Create the file "Walrus"', 'Create', 'file'],
    ['delete the one of today', 'today', 'file'],
    ['update file 7731 with 350', '350', 'file'],
    ['pay 11 euros', '11', 'file'],
    ['11', '11', 'file'],
    ['delete file 111', '11', 'file'],
    ['delete the file from May 11', '1', 'file'],
    [`delete file ${'and '.repeat(20)} 11`, '11', 'file'],
    ['delete a1b2c3d4', 'a1b2c3d5', 'file'],
    ['delete A1B2C3D4', 'a1b2c3d4', 'file'],
  ])('%j does not point to %s, a %s', (text, id, resource) => {
    expect(words(text).pointsTo(id, resource)).toBe(false);
  });
});

describe('the person', () => {
  it('grants what a sign stands for only by all its words, beside one that says so', () => {
    expect(words('give her read access to it').grants('r')).toBe(true);
    expect(words('give her read and write access to it').grants('rw')).toBe(true);
    expect(words('give her read/write access').grants('rw')).toBe(true);
    expect(words('give her read access to it').grants('rw')).toBe(false);
    expect(words('read it and write to her').grants('rw')).toBe(false);
    expect(words('do not give her write access').grants('w')).toBe(false);
    expect(words('sie hat das Recht es zu lesen').grants('r')).toBe(true);
    expect(words('read access').grants('constructor')).toBe(false);
    expect(words('read access').grants('')).toBe(false);
  });

  it('spells out what is to be run', () => {
    expect(words('run `rm -rf x`').spells('rm -rf x')).toBe(true);
    expect(words('run this:\n  select 1;  \n').spells('select 1;')).toBe(true);
    expect(words('run rm -rf x').spells('rm -rf x')).toBe(false);
    expect(words('run `rm -rf x`').spells('rm -rf')).toBe(false);
    expect(words('run\n```\nrm -rf x\n```\n').spells('rm -rf x')).toBe(false);
  });

  it.each([
    ['Run the tests. The following are forbidden:\nrm -rf ~/docs\ngit push', 'git push'],
    ['Run `npm test`, avoid `rm -rf ~/docs`.', 'rm -rf ~/docs'],
    ['Run the tests. Never run:\nrm -rf ~/docs', 'rm -rf ~/docs'],
    ['Run the tests, but not\nrm -rf ~/docs', 'rm -rf ~/docs'],
    ['I found this in my history:\nrm -rf ~/docs\nRun the tests.', 'rm -rf ~/docs'],
    ['What does this do?\nrm -rf ~/docs\nRun the tests.', 'rm -rf ~/docs'],
    ['The page says to run `rm -rf ~/docs`. Run the tests.', 'rm -rf ~/docs'],
  ])('does not spell out what they only tell of: %j', (text, code) => {
    expect(words(text).spells(code)).toBe(false);
  });

  it.each([
    ['Never run `a`. Run this:\nrm -rf ~/docs', 'rm -rf ~/docs'],
    ['Can you run this?\nrm -rf ~/docs', 'rm -rf ~/docs'],
    ['rm -rf ~/docs', 'rm -rf ~/docs'],
  ])('spells out what they ask for: %j', (text, code) => {
    expect(words(text).spells(code)).toBe(true);
  });

  it('wants what they say, unless they say not', () => {
    expect(words('Overwrite it').wants('overwrite')).toBe(true);
    expect(words('overwritten').wants('overwrite')).toBe(false);
    expect(words('do not overwrite it').wants('overwrite')).toBe(false);
    expect(words("don't overwrite it, copy it").wants('copy')).toBe(true);
    expect(words('do not forget to overwrite it').wants('overwrite')).toBe(true);
    expect(words('should I overwrite it?').wants('overwrite')).toBe(false);
    expect(words('I overwrite it').wants('overwrite')).toBe(false);
  });

  it('chooses what a plain word says', () => {
    expect(words('add her as admin').chooses('admin')).toBe(true);
    expect(words('her role is "admin"').chooses('admin')).toBe(true);
    expect(words('add her, but not as admin').chooses('admin')).toBe(false);
    expect(words('i am the admin, add her').chooses('admin')).toBe(false);
    expect(words('add her, her role is not "admin"').chooses('admin')).toBe(false);
  });

  it('only asks to know where nothing else was said', () => {
    expect(words('show me the list').onlyAsksToKnow()).toBe(true);
    expect(words('show me the list', 'what is in it?').onlyAsksToKnow()).toBe(true);
    expect(words('show me the list', 'delete it for me').onlyAsksToKnow()).toBe(false);
    expect(words().onlyAsksToKnow()).toBe(false);
  });

  it('speaks of themself', () => {
    expect(words('send me the list').meansSelf()).toBe(true);
    expect(words('schick mir die Liste').meansSelf()).toBe(true);
    expect(words('send Bob the list').meansSelf()).toBe(false);
  });

  it('asks for deeds, not by what stands in quotation marks', () => {
    expect(words('please delete it').asksFor(['remove'], ['delete'], undefined)).toBe(true);
    expect(words('please delete it').asksFor(['pay', 'send'], [], undefined)).toBe(false);
    expect(words('please frobnicate it').asksFor([], ['frobnicate'], undefined)).toBe(true);
    expect(words('please frobnicate it').asksFor(['send'], ['send', 'frobnicate'], undefined)).toBe(true);
    expect(words('did you delete it?').asksFor(['remove'], ['delete'], undefined)).toBe(false);
    expect(words('I have deleted it').asksFor(['remove'], ['delete'], undefined)).toBe(false);
    expect(words('can you delete it?').asksFor(['remove'], ['delete'], undefined)).toBe(true);
    expect(words('read the mail "please delete it"').asksFor(['remove'], ['delete'], undefined)).toBe(false);
    expect(words('read it').asksFor([], [], undefined)).toBe(false);
  });

  it('asks for a deed to a kind of thing, in one breath', () => {
    expect(words('please delete the files').asksFor(['remove'], ['delete'], 'file')).toBe(true);
    expect(words('please delete the files').asksFor(['remove'], ['delete'], 'event')).toBe(false);
    expect(words('bitte lösche die Datei').asksFor(['remove'], ['delete'], 'file')).toBe(true);
    expect(words('please delete it, not the file').asksFor(['remove'], ['delete'], 'file')).toBe(false);
    expect(words('please delete it', 'read the event').asksFor(['remove'], ['delete'], 'event')).toBe(false);
  });
});

const said = fc.stringMatching(/^[a-m0-4 .,@/:'"#-]{0,60}$/);
const strange = fc.stringMatching(/^[n-z5-9.@/:-]{1,12}$/).filter((value) => /[n-z5-9]/.test(value));

const label = fc.stringMatching(/^[a-z][a-z0-9]{1,6}$/);
const host = label.map((name) => `${name}.example`);
const mail = fc.tuple(label, host).map((parts) => parts.join('@'));
const link = fc
  .tuple(host, fc.stringMatching(/^[a-z0-9/=?&()[\];,-]{1,12}[a-z0-9]$/))
  .map(([name, rest]) => `https://${name}/${rest}`);
const bare = fc
  .tuple(host, fc.stringMatching(/^[a-z0-9/=?&()[\];,-]{1,12}[a-z0-9]$/))
  .map(([name, rest]) => `${name}/${rest}`);
const account = fc.stringMatching(/^[A-Z]{2}\d{18}$/);
const address = fc.oneof(mail, link, bare, account);

describe('laws of words', () => {
  it('a value the person never wrote is never named', () => {
    fc.assert(
      fc.property(said, strange, (text, value) => {
        const heard = words(text);
        expect(heard.names(value)).toBe(false);
        expect(heard.singlesOut(value)).toBe(false);
        expect(heard.pointsTo(value, 'file')).toBe(false);
        expect(heard.spells(value)).toBe(false);
      }),
      { numRuns: cases(600, 3000) },
    );
  });

  it('an address that was written is named, wherever it stands', () => {
    const before = fc.constantFrom('', 'send it to ', '(', '<', '"', '\n', 'a, ', '*');
    const after = fc.constantFrom('', ' please', ').', '>', '"', '\n', ', then', '.', '!', '*');
    fc.assert(
      fc.property(
        before,
        address.filter((text) => !/[()[\],;]/.test(text)),
        after,
        (left, value, right) => {
          expect(words(left + value + right).names(value)).toBe(true);
        },
      ),
      { numRuns: cases(400, 2000) },
    );
  });

  it('no part of an address that was written is named', () => {
    fc.assert(
      fc.property(address, fc.nat(), fc.nat(), (whole, from, length) => {
        const start = from % whole.length;
        const part = whole.slice(start, start + 1 + (length % whole.length));
        // Without its scheme it is the same page.
        fc.pre(part !== whole && `https://${part}` !== whole);
        expect(words(`send it to ${whole} now`).names(part), part).toBe(false);
      }),
      { numRuns: cases(1000, 5000) },
    );
  });

  it('nothing that only begins or ends with an address is named', () => {
    fc.assert(
      fc.property(address, fc.stringMatching(/^[a-z0-9@/.-]{0,6}[a-z0-9]$/), (whole, more) => {
        const heard = words(`send it to ${whole} now`);
        expect(heard.names(whole + more)).toBe(false);
        fc.pre(!`${more}${whole}`.startsWith('http'));
        expect(heard.names(more + whole)).toBe(false);
      }),
      { numRuns: cases(600, 3000) },
    );
  });

  const blocks: readonly (readonly [string, (content: string) => string])[] = [
    ['a fenced block', (content) => `\n\`\`\`\n${content}\n\`\`\`\n`],
    ['quoted lines', (content) => `\n> ${content}\n`],
    ['a tagged document', (content) => `\n<doc>\n${content}\n</doc>\n`],
    ['a long paste', (content) => `\n\n${content} ${'x '.repeat(MAX_PARAGRAPH)}\n\n`],
    ['a passed-on mail', (content) => `\n---- Original ----\n${content}\n`],
    ['a long quotation', (content) => `\n“${content}${' x'.repeat(100)}”\n`],
  ];

  it.each(blocks)('%s names nothing, alone or in a prompt', (_, block) => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z ]{0,30}$/), address, (text, value) => {
        fc.pre(!value.includes('`'));
        for (const heard of [
          words(block(`pay ${value} 4711 delete`)),
          words(text + block(`pay ${value} 4711 delete`)),
        ]) {
          expect(heard.names(value)).toBe(false);
          expect(heard.names(4711)).toBe(false);
          expect(heard.names('4711')).toBe(false);
        }
        expect(words(block('please delete it')).asksFor(['remove'], ['delete'], undefined)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('more said never names less', () => {
    fc.assert(
      fc.property(fc.array(said, { minLength: 1, maxLength: 3 }), said, (before, next) => {
        const [earlier, later] = [words(...before), words(...before, next)];
        const values = before.flatMap((text) => [text, ...text.split(' ')]);
        expect(values.filter((value) => earlier.names(value) && !later.names(value))).toEqual([]);
      }),
    );
  });

  it('answers the same for the same words, remembered or not', () => {
    const utterance = { text: 'send it to bob@example.com' };
    const [first, second] = [new UserMessages([utterance]), new UserMessages([utterance])];
    expect([first.names('bob@example.com'), second.names('bob@example.com')]).toEqual([true, true]);
  });

  it.each([
    'a',
    '.',
    'a.',
    '/',
    '@',
    '1',
    '1 ',
    '://',
    '(',
    ')',
    '*',
    "'",
    '_',
    '"',
    '`',
    '“',
    '<a>',
    '-',
    '>',
    '\n',
    '#',
    'may ',
    '1 may ',
    'a.A',
    ',',
    '1,',
    '$',
    '%',
    '\u0301',
    'İ',
    '\uFFFE',
    '\uFFFF',
  ])('prompts and values of %j are read to their end', (unit) => {
    for (const [start, end] of [
      ['', ''],
      ['x', '!'],
      ['https://', 'x'],
    ]) {
      const text = start + unit.repeat(50_000 / unit.length) + end;
      const heard = [words(text), words('pay 5 to bob@example.com for "x"')];
      for (const one of heard) {
        expect(one.names(text)).toBe(false);
        expect(one.singlesOut(text)).toBe(false);
        expect(one.pointsTo(text, 'file')).toBe(false);
        expect(one.spells(text)).toBe(false);
        expect(one.grants(text)).toBe(false);
        expect(one.meansSelf()).toBe(false);
        expect(one.asksFor(['remove'], ['delete'], undefined)).toBe(false);
      }
    }
  });

  it.each(['.', "'", ')', '*', 'a.', '(', '@', '1', ' '])('a megabyte of %j is read to its end', (unit) => {
    const heard = words('pay 5 to bob@example.com for "x"');
    for (const [start, end] of [
      ['', 'x'],
      ['https://a.example/', 'x'],
    ]) {
      const value = start + unit.repeat(1_000_000 / unit.length) + end;
      expect([heard.names(value), heard.pointsTo(value, 'file'), heard.spells(value)]).toEqual([
        false,
        false,
        false,
      ]);
    }
  });
});

describe('who a person says they are', () => {
  const identifies = (text: string, value: string): boolean => new UserMessages([{ text }]).identifies(value);

  it.each([
    ['My email is kari@skerry.example.', 'kari@skerry.example'],
    ['my order #W-1 never came', 'W-1'],
    ['Sure: my user id: kari_moe_7', 'kari_moe_7'],
    ["I'm Kari Moe, zip code 5020.", 'Kari Moe'],
    ["I'm Kari Moe, zip code 5020.", '5020'],
    ['My name is Kari and my postcode is 5020', '5020'],
    ['Meine Kundennummer ist K-77', 'K-77'],
    ['Mi correo es kari@skerry.example', 'kari@skerry.example'],
  ])('%s: %s', (text, value) => {
    expect(identifies(text, value)).toBe(true);
  });

  it.each([
    ['Send my report to kari@skerry.example', 'kari@skerry.example'],
    ['My friend kari@skerry.example wrote', 'kari@skerry.example'],
    ['My email is a@skerry.example and b@skerry.example is hers', 'b@skerry.example'],
    ['Her email is kari@skerry.example', 'kari@skerry.example'],
    ['My email is kari@skerry.example', 'skerry.example'],
    ['My order is not W-1', 'W-1'],
    ['My account and W-1', 'W-1'],
    ['W-1', 'W-1'],
    ['My order is W-1', ''],
  ])('not %s: %s', (text, value) => {
    expect(identifies(text, value)).toBe(false);
  });
});

describe('a folder that the person named', () => {
  const request = words('Tidy up /srv/notes and ~/plans/2026, please');

  it.each(['/srv/notes/a.txt', '/srv/notes/b c/d.md', '~/plans/2026/x'])('holds %s', (path) => {
    expect(request.namesAbove(path)).toBe(true);
  });

  it.each([
    '/srv/notes',
    '/srv/a',
    '/srv/notes/.a',
    '/srv/notes/../a',
    '/srv/notes//a',
    'notes/a',
    '/srv/notes/a%2f',
    '',
  ])('does not hold %s', (path) => expect(request.namesAbove(path)).toBe(false));
});

describe('a repository is named with its owner', () => {
  it.each([
    'Fix the typo in acme/site issue 42.',
    'Look at https://forge.example/acme/site/issues/42 please.',
    'Clone https://forge.example/acme/site',
  ])('by %s', (request) => {
    expect(words(request).namesRepository('acme', 'site')).toBe(true);
  });

  it.each<readonly [string, string, string]>([
    ['Fix the typo in acme/site.', 'site', 'acme'],
    ['Fix the typo in acme/site.', 'acme', 'payroll'],
    ['Fix the typo in acme/site-old.', 'acme', 'site'],
    ['Fix the typo in other/acme/site.', 'acme', 'site'],
    ['Look at acme and at site.', 'acme', 'site'],
    ['Look at https://forge.example/x/acme/site.', 'acme', 'site'],
    ['Look at https://forge.example/acme/site2.', 'acme', 'site'],
    ['Look at https://forge.example/?q=acme/site', 'acme', 'site'],
    ['```\nacme/site\n```', 'acme', 'site'],
    ['Fix acme/site.', 'acme/site', ''],
    ['Fix ../site.', '..', 'si te'],
  ])('not by %s: %s/%s', (request, owner, repository) => {
    expect(words(request).namesRepository(owner, repository)).toBe(false);
  });
});

it.each<readonly [string, string, boolean]>([
  ['Summarise the page into summary.md.', 'summary.md', true],
  ['Summarise the page into summary.md.', 'other.md', false],
  ['Summarise what is in summary.md.', 'summary.md', false],
  ['Compare a.md to b.md.', 'b.md', false],
  ['Do not put it into notes.md.', 'notes.md', false],
  ['Look into matters.', 'matters', false],
])('%s puts something into %s: %s', (request, file, expected) => {
  expect(words(request).putsInto(file)).toBe(expected);
});
