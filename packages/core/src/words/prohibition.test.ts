import { describe, expect, it } from 'vitest';
import { splitName } from '../vocabulary/role-words.ts';
import { readToolName } from './tool-name.ts';
import { MAX_PROHIBITIONS, addProhibitions, forbiddenVerb, prohibitionsIn } from './prohibition.ts';
import type { Deed } from './language.ts';
import { Words } from './words.ts';

const TOOLS = ['WebSearch', 'search_issues', 'translate', 'send_email', 'delete_file', 'read_file'];

const forbiddenIn = (
  text: string,
  tools: readonly string[] = TOOLS,
  texts: readonly string[] = [],
  code: readonly string[] = [],
): readonly string[] => {
  const words = new Words([{ text }]);
  return tools.filter(
    (tool) =>
      forbiddenVerb(prohibitionsIn(text), {
        name: readToolName(tool),
        words: splitName(tool),
        outward: true,
        texts,
        code,
        isAsked: (deeds: readonly Deed[]) => words.asksFor(deeds, [], undefined),
      }) !== undefined,
  );
};

describe('what is run', () => {
  const runs = (text: string, command: string): boolean =>
    forbiddenIn(text, ['run_command'], [command], [command]).length === 0;

  it.each([
    ['Fix the bug. Do not push.', 'git push --force origin main'],
    ['Never delete files.', 'rm -rf docs'],
    ['Do not delete anything.', 'cd x && unlink y'],
    ['Do not fetch anything from the web.', 'curl https://a.test'],
  ])('%s forbids %s', (text, command) => {
    expect(runs(text, command)).toBe(false);
    expect(runs(text, 'ls -l')).toBe(true);
  });
});

it.each([
  ['Review it. Do not edit any files.', 'Write'],
  ['Do not change anything.', 'save_note'],
  ['Do not use the internet.', 'WebSearch'],
  ["Don't use Bash.", 'Bash'],
  ['Do not use the tool delete_file.', 'delete_file'],
  ['Do not call web_search.', 'web_search'],
  ['Benutze nicht das Internet.', 'WebSearch'],
])('%s forbids %s', (text, tool) => {
  expect(forbiddenIn(text, [tool, 'list_people'])).toEqual([tool]);
});

describe('what a person forbids', () => {
  it.each([
    ['Do not search the web.', 'WebSearch'],
    ['Don’t search the web, please.', 'WebSearch'],
    ['Summarise my mail. Never search the internet for it.', 'WebSearch'],
    ['Do not, under any circumstances, search the web.', 'WebSearch'],
    ['Answer without searching the web.', 'WebSearch'],
    ['No web search please.', 'WebSearch'],
    ['Avoid searching the web.', 'WebSearch'],
    ["I don't want you to search the web.", 'WebSearch'],
    ['Can you not search the web?', 'WebSearch'],
    ['Do not search the web, but search my mail.', 'WebSearch'],
    ["Please don't translate anything.", 'translate'],
    ['Never delete files.', 'delete_file'],
    ['Do not send emails or delete anything.', 'send_email,delete_file'],
    ['Do not search the web, send emails or delete anything.', 'WebSearch,send_email,delete_file'],
    ["Don't email the customer.", 'send_email'],
    ["Don't send it until you have searched the web.", 'send_email'],
    ["Don't search.", 'WebSearch,search_issues'],
    ['Such nicht im Web.', 'WebSearch'],
    ['Bitte keine E-Mails senden.', 'send_email'],
    ['Lösche keine Dateien.', 'delete_file'],
    ['Fasse es zusammen, ohne im Internet zu suchen.', 'WebSearch'],
    ['Ne cherche pas sur le web.', 'WebSearch'],
    ["N'envoie pas de courriel.", 'send_email'],
    ['Résume la page sans chercher sur internet.', 'WebSearch'],
    ['No busques en la web.', 'WebSearch'],
    ['Nunca borres los archivos.', 'delete_file'],
    ['Resume esto sin buscar en internet.', 'WebSearch'],
  ])('%s', (text, tools) => {
    expect(forbiddenIn(text).join()).toBe(tools);
  });

  it.each([
    'Do not forget to search the web.',
    'Do not hesitate to search the web.',
    'Never forget to send the email.',
    "Why don't you search the web?",
    "why don't you search the web",
    'Not only search the web but also send an email.',
    'If you cannot find it, search the web.',
    'If it is not in my mail, search the web.',
    'Do not answer without searching the web.',
    "Don't avoid searching the web.",
    'No need to search the web.',
    'No, search the web.',
    'The search does not work, fix it.',
    'I do not know the answer, search the web.',
    'Summarise no more than 5 emails.',
    'Vergiss nicht, im Web zu suchen.',
    'Nicht nur im Web suchen, sondern auch in den Mails.',
    "N'oublie pas de chercher sur le web.",
    'Pourquoi ne pas chercher sur le web ?',
    'No olvides buscar en la web.',
    '¿Por qué no buscas en la web?',
    'Not.',
    '> Do not search the web.',
  ])('nothing: %s', (text) => {
    expect(forbiddenIn(text)).toEqual([]);
  });

  it('reaches what is named in the arguments, and other things of a kind only where the kind is not asked for', () => {
    const text = 'Send the notes to Ann, but do not send them to Bob.';
    expect(forbiddenIn(text, ['send_email'], ['ann@example.org'])).toEqual([]);
    expect(forbiddenIn(text, ['send_email'], ['bob@example.org'])).toEqual(['send_email']);
    expect(forbiddenIn('Do not read the salaries.', ['read_file'], ['notes.txt'])).toEqual([]);
    expect(forbiddenIn('Do not read the salaries.', ['read_file'], ['salaries.csv'])).toEqual(['read_file']);
  });

  it('forbids everything of its deeds where it names more than is kept', () => {
    const things = Array.from({ length: 20 }, (_, at) => `thing${String.fromCharCode(97 + at)}`).join(' ');
    expect(prohibitionsIn(`Do not read the ${things}`)[0]?.about).toBeNull();
    expect(forbiddenIn(`Do not read the ${things}`)).toEqual(['WebSearch', 'search_issues', 'read_file']);
  });
});

describe('prohibitions that add up', () => {
  it('are kept once, and stay the same object where nothing changes', () => {
    const once = addProhibitions([], 'Do not search the web.', true);
    expect(addProhibitions(once, 'Do not search the web.', false)).toBe(once);
    expect(addProhibitions(once, 'Hello there.', true)).toBe(once);
  });

  it('become one that forbids more, never less, where there are too many', () => {
    let known = addProhibitions([], 'Do not search the web.', true);
    for (let at = 0; at < MAX_PROHIBITIONS + 3; at++)
      known = addProhibitions(known, `Do not send file${String.fromCharCode(97 + at)}.`, false);
    expect(known).toHaveLength(MAX_PROHIBITIONS);
    expect(known[0]?.about).toBeNull();
    expect(known[0]?.deeds).toContain('fetch');
  });

  it('are lifted by a wish for the same deed, and not by another', () => {
    const known = addProhibitions([], 'Do not search the web. Never delete files.', true);
    expect(known).toHaveLength(2);
    expect(addProhibitions(known, 'Please search the web now.', true)).toHaveLength(1);
    expect(addProhibitions(known, 'Please remove the files.', true)).toHaveLength(1);
    expect(addProhibitions(known, 'Please search the web now.', false)).toHaveLength(2);
    expect(addProhibitions(known, 'Read my mail.', true)).toBe(known);
  });
});
