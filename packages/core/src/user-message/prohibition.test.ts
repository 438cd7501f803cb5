import { describe, expect, it } from 'vitest';
import { splitName } from '../vocabulary/role-words.ts';
import { parseToolName } from './parsed-tool-name.ts';
import { MAX_PROHIBITIONS, addProhibitions, findForbiddenVerb, findProhibitions } from './prohibition.ts';
import type { ActionKind } from './language.ts';
import { LANGUAGES } from './language.ts';
import { UserMessages } from './user-messages.ts';

const TOOLS = ['WebSearch', 'search_issues', 'translate', 'send_email', 'delete_file', 'read_file'];

const forbiddenIn = (
  text: string,
  tools: readonly string[] = TOOLS,
  texts: readonly string[] = [],
  code: readonly string[] = [],
): readonly string[] => {
  const words = new UserMessages([{ text }]);
  return tools.filter(
    (tool) =>
      findForbiddenVerb(findProhibitions(text), {
        name: parseToolName(tool),
        words: splitName(tool),
        outward: true,
        texts,
        code,
        isAsked: (deeds: readonly ActionKind[]) => words.asksFor(deeds, [], undefined),
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
    expect(findProhibitions(`Do not read the ${things}`)[0]?.about).toBeNull();
    expect(forbiddenIn(`Do not read the ${things}`)).toEqual(['WebSearch', 'search_issues', 'read_file']);
  });
});

/** For every language and every kind of deed: the tool, how it is forbidden, and a request for it. */
const GRID: Readonly<Record<string, readonly (readonly [string, string, string])[]>> = {
  en: [
    ['WebSearch', 'Do not look anything up.', 'Look up the weather on the web.'],
    ['WebSearch', "Don't google anything.", 'Search the web for the weather.'],
    ['WebFetch', "Don't open any links.", 'Open the links in the mail.'],
    ['translate_text', "Don't translate anything.", 'Translate the text for me.'],
    ['send_message', 'Send nothing.', 'Send the notes to Bob.'],
    ['send_message', "Don't share anything.", 'Send the notes to Bob.'],
    ['send_message', 'Do not, for any reason, send anything.', 'Send the notes to Bob.'],
    ['send_message', 'It is forbidden to send anything.', 'Send the notes to Bob.'],
    ['send_message', 'I forbid you to contact anyone.', 'Send the notes to Bob.'],
    ['send_message', 'Sending mails is prohibited.', 'Send the notes to Bob.'],
    ['send_message', 'Nothing should be sent.', 'Send the notes to Bob.'],
    ['reply_to_email', "Don't answer anybody.", 'Reply to the mail of Bob.'],
    ['share_file', "Don't send anything.", 'Share the file with Bob.'],
    ['upload_file', "Don't share anything.", 'Upload the file to the drive.'],
    ['delete_file', 'Delete nothing.', 'Delete the file.'],
    ['Edit', "Don't touch any files.", 'Fix the bug in the file.'],
    ['Edit', "Don't write any files.", 'Fix the bug in the file.'],
    ['send_payment', "Don't spend any money.", 'Pay the bill for me.'],
    ['buy_ticket', "Don't order anything.", 'Buy a ticket for me.'],
    ['run_command', "Don't run anything.", 'Run the tests for me.'],
    ['create_event', "Don't create any events.", 'Create an event for me.'],
    ['create_event', "Don't invite anyone.", 'Create an event for me.'],
    ['read_file', "Don't read the file.", 'Read the file to me.'],
    ['invite_user', "Don't invite anyone.", 'Invite the user to the team.'],
  ],
  de: [
    ['WebSearch', 'Keine Websuche bitte.', 'Such im Netz nach dem Wetter.'],
    ['WebSearch', 'Bitte nicht googeln.', 'Such im Netz nach dem Wetter.'],
    ['WebSearch', 'Such bloß nicht im Netz.', 'Such im Netz nach dem Wetter.'],
    ['WebFetch', 'Öffne keine Links.', 'Öffne die Links in der Mail.'],
    ['WebFetch', 'Oeffne keine Links.', 'Öffne die Links in der Mail.'],
    ['translate_text', 'Übersetze nichts.', 'Übersetze den Text für mich.'],
    ['translate_text', 'Uebersetze nichts.', 'Übersetze den Text für mich.'],
    ['send_message', 'Bitte nicht abschicken.', 'Schick die Notizen an Bob.'],
    ['send_message', 'Lies es, ohne etwas zu verschicken.', 'Schick die Notizen an Bob.'],
    ['send_message', 'Schreib es, ohne es abzuschicken.', 'Schick die Notizen an Bob.'],
    ['send_message', 'Bitte nichts versenden.', 'Schick die Notizen an Bob.'],
    ['send_message', 'Verschick nichts.', 'Schick die Notizen an Bob.'],
    ['send_message', 'Es ist verboten, etwas zu senden.', 'Schick die Notizen an Bob.'],
    ['reply_to_email', 'Antworte niemandem.', 'Antworte auf die Mail von Bob.'],
    ['share_file', 'Schick nichts ab.', 'Gib die Datei für Bob frei.'],
    ['upload_file', 'Lade nichts hoch.', 'Lade die Datei in die Ablage.'],
    ['delete_file', 'Loesche nichts.', 'Lösche die Datei.'],
    ['delete_file', 'Wirf nichts weg.', 'Lösche die Datei.'],
    ['Edit', 'Aendere nichts.', 'Korrigiere den Fehler in der Datei.'],
    ['Edit', 'Fass nichts an.', 'Korrigiere den Fehler in der Datei.'],
    ['send_payment', 'Bezahle nichts.', 'Bezahle die Rechnung für mich.'],
    ['buy_ticket', 'Bestell nichts.', 'Kauf ein Ticket für mich.'],
    ['run_command', 'Führe nichts aus.', 'Führe die Tests aus.'],
    ['create_event', 'Erstelle keine Termine.', 'Erstelle einen Termin für mich.'],
    ['read_file', 'Lies die Datei nicht.', 'Lies mir die Datei vor.'],
    ['invite_user', 'Lade niemanden ein.', 'Lade den Nutzer in das Team ein.'],
  ],
  fr: [
    ['WebSearch', 'Evite de chercher sur le web.', 'Cherche la météo sur le web.'],
    ['WebSearch', 'Ne googlise rien.', 'Cherche la météo sur le web.'],
    ['WebFetch', "N'ouvre aucun lien.", 'Ouvre les liens dans le mail.'],
    ['translate_text', 'Ne traduis rien.', 'Traduis le texte pour moi.'],
    ['send_message', "N'expédie rien.", 'Envoie les notes à Bob.'],
    ['send_message', "Evite d'envoyer quoi que ce soit.", 'Envoie les notes à Bob.'],
    ['send_message', "Il est interdit d'envoyer quoi que ce soit.", 'Envoie les notes à Bob.'],
    ['reply_to_email', 'Ne reponds a personne.', 'Réponds au mail de Bob.'],
    ['share_file', "N'envoie rien.", 'Partage le fichier avec Bob.'],
    ['upload_file', 'Ne partage rien.', 'Mets le fichier sur le disque.'],
    ['delete_file', "N'enleve aucun fichier.", 'Supprime le fichier.'],
    ['Edit', 'Ne touche à rien.', "Corrige l'erreur dans le fichier."],
    ['send_payment', 'Ne paie rien.', 'Paie la facture pour moi.'],
    ['buy_ticket', "N'achete rien.", 'Achète un billet pour moi.'],
    ['run_command', 'Ne lance rien.', 'Lance les tests pour moi.'],
    ['deploy', 'Ne déploie pas.', 'Lance le service pour moi.'],
    ['create_event', 'Ne crée aucun événement.', 'Crée un événement pour moi.'],
    ['read_file', 'Ne lis pas le fichier.', 'Lis le fichier pour moi.'],
    ['invite_user', "N'invite personne, ne partage rien.", "Invite l'utilisateur dans le groupe."],
  ],
  es: [
    ['WebSearch', 'No busques nada en la web.', 'Busca el tiempo en la web.'],
    ['WebSearch', 'No googlees nada.', 'Busca el tiempo en la web.'],
    ['WebFetch', 'No abras ningún enlace.', 'Abre los enlaces de mi correo.'],
    ['translate_text', 'No traduzcas nada.', 'Traduce el texto para mi equipo.'],
    ['send_message', 'No reenvíes nada.', 'Envía las notas a Bob.'],
    ['send_message', 'Está prohibido enviar mensajes.', 'Envía las notas a Bob.'],
    ['reply_to_email', 'No contestes a nadie.', 'Responde al correo de Bob.'],
    ['share_file', 'No envies nada.', 'Comparte el archivo con Bob.'],
    ['upload_file', 'No compartas nada.', 'Pon el archivo en el disco.'],
    ['delete_file', 'No quites nada.', 'Borra el archivo.'],
    ['Edit', 'No toques nada.', 'Corrige el error en el archivo.'],
    ['send_payment', 'No pagues nada.', 'Paga la factura por mi.'],
    ['buy_ticket', 'No compres nada.', 'Compra un billete para mi.'],
    ['run_command', 'No ejecutes nada.', 'Ejecuta las pruebas por mi.'],
    ['deploy', 'No despliegues nada.', 'Lanza el servicio por mi.'],
    ['create_event', 'No crees eventos.', 'Crea un evento para mi.'],
    ['read_file', 'No leas el archivo.', 'Lee el archivo para mi.'],
    ['invite_user', 'No invites a nadie.', 'Invita al usuario al equipo.'],
  ],
};
/** Two prohibitions of something else than the row is about. */
const OTHERS: Readonly<Record<string, readonly [string, string]>> = {
  en: ['Do not translate anything.', 'Do not delete anything.'],
  de: ['Übersetze nichts.', 'Lösche nichts.'],
  fr: ['Ne traduis rien.', 'Ne supprime rien.'],
  es: ['No traduzcas nada.', 'No borres nada.'],
};

describe('every language and every kind of deed', () => {
  const rows = Object.entries(GRID).flatMap(([code, all]) => all.map((row) => [code, ...row] as const));

  it('is a row for every language', () => {
    expect(Object.keys(GRID)).toHaveLength(LANGUAGES.length);
  });

  it.each(rows)('%s: %s is forbidden by: %s', (code, tool, forbidden, request) => {
    const [translating = '', deleting = ''] = OTHERS[code] ?? [];
    const other = tool === 'translate_text' ? deleting : translating;
    expect(forbiddenIn(forbidden, [tool])).toEqual([tool]);
    expect(forbiddenIn(request, [tool])).toEqual([]);
    expect(forbiddenIn(`${request} ${other}`, [tool])).toEqual([]);
  });

  it.each([
    ["Search the web. Don't open any links.", 'WebSearch'],
    ['Send the report to Bob. Do not share anything.', 'send_message'],
    ['Nothing else, just delete the file.', 'delete_file'],
    ['Delete nothing but the file.', 'delete_file'],
    ['Make sure nobody is missing and send the message.', 'send_message'],
    ['Find out why nothing was sent.', 'send_message'],
    ['Do not respond with a table.', 'send_message'],
    ['Do not tell me the details.', 'send_message'],
    ['It is not forbidden to delete the file.', 'delete_file'],
    ['Is it forbidden to delete the file?', 'delete_file'],
    ["Don't google anything.", 'search_issues'],
    ["Don't invite anyone.", 'create_file'],
    ["Don't write to anyone.", 'Edit'],
    ['Do not add anyone.', 'send_message'],
    ['Do not, for any reason, send anything.', 'delete_file'],
    ['Nicht bloß im Web suchen, sondern auch in den Mails.', 'WebSearch'],
  ])('%s does not forbid %s', (text, tool) => {
    expect(forbiddenIn(text, [tool])).toEqual([]);
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
