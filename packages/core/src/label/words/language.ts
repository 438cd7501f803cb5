/**
 * What kind of deed a verb is. A destroying call needs a verb of its kind in the person's words:
 * `delete_file` is asked for by "get rid of", not by "summarise".
 */
export type Deed =
  | 'remove'
  | 'change'
  | 'move'
  | 'send'
  | 'pay'
  | 'share'
  | 'create'
  | 'book'
  | 'run'
  | 'stop'
  | 'fetch';

export const DEEDS: readonly Deed[] = [
  'remove',
  'change',
  'move',
  'send',
  'pay',
  'share',
  'create',
  'book',
  'run',
  'stop',
  'fetch',
];

/** One language's words, in lower case. A verb is given by its stem, to which an ending may come. */
export interface Language {
  readonly deeds: Readonly<Record<Deed, string>>;
  readonly endings: string;
  /** Verbs of several words. */
  readonly phrases: Readonly<Record<string, Deed>>;
  /** After one of these a word is a noun or an adjective, whatever verb it looks like. */
  readonly articles: string;
  /** Those of them that point to one thing that both know of. */
  readonly definites: string;
  /** What turns the rest of a clause into its opposite, and the verbs that turn it back: "do not forget to". */
  readonly negations: string;
  readonly forgetting: string;
  /** What turns what stands before it into its opposite: "lösche es nicht". */
  readonly negationsAfter: string;
  /** Words that join clauses, and of these those that end a negation. */
  readonly joins: string;
  readonly turns: string;
  /** Words before which a clause has not begun yet. */
  readonly fillers: string;
  /** How a clause begins that asks for an answer, not for a deed. */
  readonly questions: readonly string[];
  /** Of whom a clause tells that begins with one of these, and the words that make a wish of it. */
  readonly subjects: string;
  readonly wishes: string;
  /** What makes a request of a question: "can you", "please". */
  readonly requests: readonly string[];
  /** Things by their names in this language, with what tools call them. */
  readonly kinds: Readonly<Record<string, string>>;
  /** Words that lead to where something goes. */
  readonly directions: string;
  /** Words that say nothing on their own: a value that is only such words is not named by them. */
  readonly empty: string;
  /** Words by which somebody speaks of themself. */
  readonly self: string;
  /** The months in their order, each with its short forms. */
  readonly months: readonly string[];
  /** Numbers as words, from zero. */
  readonly numbers: string;
  /** After a number these make it another one. */
  readonly scales: string;
  /** Short signs for permissions, and all the words that grant them. */
  readonly permissions: Readonly<Record<string, string>>;
  /** Words that say that a permission is meant. */
  readonly rights: string;
  /** `1,234` is one thousand and more in this language. */
  readonly commaGroups: boolean;
}

const ENGLISH: Language = {
  deeds: {
    remove: `archive cancel clear delete deleting discard dismiss drop empt eras expel kick prune purge remov revoke
      scrap scrub trash unassign uninstall unshare unsubscrib wipe`,
    change: `adjust alter amend append assign change changing chang configure correct edit extend fix follow increase
      lower merge modif overwrit patch push rais reduce rename replac reset restor rewrit set switch tweak unarchiv update updating enabl fill manag
      upgrade downgrade adapt refactor rebase`,
    move: `move moving postpone reassign reschedul relocat shift swap transfer delay`,
    send: `announce broadcast deliver dm email e-mail forward mail message messag notif ping post publish
      reply send sending submit text write writing`,
    pay: `pay paid refund reimburs remit send sending settl transfer wire buy purchas return`,
    share: `add adding allow authoriz authoris delegate give grant invite inviting onboard permit share sharing assign`,
    create: `add adding append build creat draft generat insert make making open prepare produce record register save
      schedul setup start store upload write writing copy clone duplicate fork import mkdir commit plan put append`,
    book: `book order reserv rent hire`,
    run: `apply click deploy evaluat exec execut invoke launch perform process restart run running start trigger rerun`,
    stop: `abort close deactivat disable end halt kill lock pause reject resolve shut stop suspend terminat`,
    fetch: `analys analyz brows calculat check compar count describ download fetch find get go inspect list look navigat open quer read retriev scrape search see show summar view visit`,
  },
  endings: 'e es s ed d er ing y ies ied ying ify ize izes ized izing ise ises ised ising it ment',
  phrases: {
    'get rid of': 'remove',
    'take down': 'remove',
    'throw away': 'remove',
    'throw out': 'remove',
    'set up': 'create',
    'switch off': 'stop',
    'turn off': 'stop',
    'shut down': 'stop',
  },
  articles: 'a an any at each every her his in its my no of on our some that the their these this those your',
  definites: 'my our that the this',
  negations:
    'arent cannot cant couldnt didnt doesnt dont havent isnt mustnt neednt never no not nothing shouldnt wasnt without wont wouldnt',
  forgetting: 'forget hesitate',
  negationsAfter: 'none nothing',
  joins: 'and but then',
  turns: 'but instead',
  fillers: 'also and but hello hey hi ok okay so then well',
  questions: [
    'are the',
    'are there',
    'can i',
    'can we',
    'could i',
    'could we',
    'did',
    'do i',
    'do they',
    'do we',
    'do you',
    'does',
    'had',
    'has',
    'have i',
    'have they',
    'have we',
    'have you',
    'how did',
    'how do',
    'how does',
    'how many',
    'how much',
    'is it',
    'is the',
    'is there',
    'may i',
    'shall i',
    'shall we',
    'should',
    'was',
    'were',
    'what did',
    'what happens',
    'what is',
    'when can',
    'when did',
    'when do',
    'when does',
    'when is',
    'when should',
    'when was',
    'when will',
    'where did',
    'where is',
    'which of',
    'who',
    'why',
    'will it',
    'would it',
  ],
  subjects: 'he i it she somebody someone they we',
  wishes: 'going hope hoping like looking love must need plan planning please should wanna want wish you',
  requests: [
    'can you',
    'can someone',
    'could you',
    'please',
    'pls',
    'will you',
    'would you',
    'would you mind',
  ],
  kinds: {},
  directions: 'at for into onto to toward towards with',
  empty: `a all also an and any anyone are as at be been but by can could did do does each every everybody everyone few
    find for from get give had has have he her here him his hi hello hey how i if in into is it its just let like me
    more most my no none not of off ok on one only or other our out over please same self she should so some someone
    such tell than thank thanks that the their them then there these they this those to too up us use was we were what
    when where which who will with would yes you your yourself myself true false null default`,
  self: 'me myself mine',
  months: [
    'january jan',
    'february feb',
    'march mar',
    'april apr',
    'may',
    'june jun',
    'july jul',
    'august aug',
    'september sept sep',
    'october oct',
    'november nov',
    'december dec',
  ],
  numbers: `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty`,
  scales: "% percent per k thousand m million mio billion bn dozen hundred times x am pm o'clock o’clock",
  permissions: {
    r: 'read',
    ro: 'read',
    w: 'write',
    rw: 'read write',
    rwx: 'read write execute',
    x: 'execute',
  },
  rights: 'access permission permissions only rights right',
  commaGroups: true,
};

const GERMAN: Language = {
  deeds: {
    remove:
      'lösch gelöscht entfern storn stornier absag abgesagt absagen sag verwirf wegwerf leer bereinig widerruf',
    change:
      'änder geändert ändere aktualisier anpass bearbeit ersetz korrigier setz stell umbenenn überschreib erhöh senk',
    move: 'verschieb verschob verleg verlag umzieh beweg überweis',
    send: 'schick sende senden schreib benachrichtig antwort beantwort weiterleit leite veröffentlich post teile',
    pay: 'bezahl zahl überweis erstatt begleich kauf zurückzahl',
    share: 'teile teil freigeb freigib einlad lade hinzufüg füge erlaub gib berechtig',
    create: 'erstell leg anleg schreib speicher füge hinzufüg mach eröffn plane trag',
    book: 'buch reservier bestell miet',
    run: 'führ ausführ start lauf deploy',
    stop: 'stopp beend schließ abbrech brich sperr deaktivier',
    fetch: 'lies les zeig such hol öffne schau prüf fass ruf besuch',
  },
  endings: 'e en st t te ten et n est ern ere eren iere ieren ung',
  phrases: {},
  articles:
    'am das dem den der des die diese diesen dieser ein eine einem einen einer im ihr ihre ins kein keine mein meine meinem meinen meiner sein seine unser unsere vom zum zur',
  definites: 'das dem den der die mein meine meinen unser unsere',
  negations: 'kein keine keinen keiner nicht nichts nie niemals ohne',
  forgetting: 'vergiss vergessen vergesst',
  negationsAfter: 'nicht nichts nie niemals',
  joins: 'aber dann sondern und',
  turns: 'aber sondern stattdessen',
  fillers: 'aber also dann hallo hey hi ja und',
  questions: [
    'darf ich',
    'habe ich',
    'hast du',
    'hat',
    'haben sie',
    'ist',
    'kann ich',
    'können wir',
    'muss ich',
    'soll ich',
    'sollen wir',
    'sollte ich',
    'wann',
    'warum',
    'wer',
    'weshalb',
    'wie viel',
    'wie viele',
    'wieso',
    'wo',
    'wurde',
    'wurden',
  ],
  subjects: 'er es ich man sie wir',
  wishes: 'bitte brauche du hätte möchte möchten sie sollst sollt will wollen würde wünsche',
  requests: ['bitte', 'kannst du', 'könnten sie', 'könntest du', 'können sie', 'würdest du', 'würden sie'],
  kinds: {
    anhang: 'attachment',
    aufgabe: 'task',
    auftrag: 'order job',
    bestellung: 'order',
    benutzer: 'user',
    brief: 'letter',
    datei: 'file',
    dokument: 'document',
    'e-mail': 'email mail message',
    ereignis: 'event',
    kanal: 'channel',
    konto: 'account',
    kontakt: 'contact',
    kunde: 'customer client',
    mail: 'email mail message',
    nachricht: 'message',
    notiz: 'note',
    nutzer: 'user',
    ordner: 'folder directory',
    projekt: 'project',
    raum: 'room',
    rechnung: 'invoice bill',
    seite: 'page',
    tabelle: 'table',
    termin: 'event appointment meeting',
    überweisung: 'transfer payment transaction',
    vertrag: 'contract',
    vorgang: 'issue ticket case',
    zahlung: 'payment',
  },
  directions: 'an für in mit nach zu',
  empty: `alle als am an auch auf aus bei bitte da das dass dem den der des die dich dir du ein eine einem einen einer
    er es für habe hat ich ihm ihn ihr im in ist ja jede jeder kann kein mein meine mich mir mit nach nein nicht noch
    nur oder sein sich sie sind so und uns unser von vom war was wenn wer wie wir wird zu zum zur`,
  self: 'mir mich',
  months: [
    'januar jänner jan',
    'februar feb',
    'märz mär',
    'april apr',
    'mai',
    'juni jun',
    'juli jul',
    'august aug',
    'september sep',
    'oktober okt',
    'november nov',
    'dezember dez',
  ],
  numbers: `null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn
    siebzehn achtzehn neunzehn zwanzig`,
  scales: '% prozent tausend tsd million millionen mio milliarde milliarden mrd dutzend hundert mal uhr',
  permissions: {
    r: 'lesen',
    ro: 'lesen',
    w: 'schreiben',
    rw: 'lesen schreiben',
    rwx: 'lesen schreiben ausführen',
    x: 'ausführen',
  },
  rights: 'recht rechte rechten zugriff berechtigung berechtigungen',
  commaGroups: false,
};

const FRENCH: Language = {
  deeds: {
    remove: 'supprim efface annul retir enlev jett vid',
    change: 'modif chang corrig met mettre actualis remplac renomm augment rédui ajust',
    move: 'déplac report décal transfér vir',
    send: 'envo écri répond transmet préven inform publi post partag',
    pay: 'pay rembours vir règl verse achèt achet',
    share: 'partag invit ajout donn autoris',
    create: 'cré ajout écri enregistr fai rédig ouvr planifi',
    book: 'réserv lou command',
    run: 'exécut lanc démarr',
    stop: 'arrêt ferm termin désactiv bloqu',
    fetch: 'lis lire montr cherch trouv ouvr résum consult visit regard',
  },
  endings: 'e es er ez é ée és ons ent r s t re ir is it ons ie ies ier iez ive era erai eras',
  phrases: {},
  articles: 'au aux ce ces cet cette des du la le les ma mes mon notre nos sa ses son un une vos votre',
  definites: 'la le les ma mes mon notre',
  negations: 'aucun aucune jamais n ne ni pas rien sans',
  forgetting: 'oublie oubliez oublier',
  negationsAfter: 'jamais pas rien',
  joins: 'alors et mais puis',
  turns: 'mais plutôt',
  fillers: 'alors bonjour donc et mais puis salut',
  questions: [
    'as-tu',
    'avez-vous',
    'combien',
    'comment',
    'dois-je',
    'est-ce que je',
    'est-ce qu',
    'faut-il',
    'où',
    'pourquoi',
    'puis-je',
    'quand',
    'que se',
    'qui',
  ],
  subjects: 'elle elles il ils j je nous on',
  wishes: 'aimerais besoin dois faut souhaite tu veux voudrais voulons vous',
  requests: [
    'peux-tu',
    'pourrais-tu',
    'pouvez-vous',
    'pourriez-vous',
    "s'il te plaît",
    "s'il vous plaît",
    'svp',
    'stp',
  ],
  kinds: {
    client: 'customer client',
    commande: 'order',
    compte: 'account',
    courriel: 'email mail message',
    document: 'document',
    dossier: 'folder directory',
    événement: 'event',
    facture: 'invoice bill',
    fichier: 'file',
    message: 'message',
    note: 'note',
    paiement: 'payment',
    projet: 'project',
    'rendez-vous': 'event appointment meeting',
    réunion: 'event meeting',
    salon: 'channel room',
    tâche: 'task',
    utilisateur: 'user',
    virement: 'transfer payment transaction',
  },
  directions: 'à au aux avec dans pour vers',
  empty: `au aux avec ce ces cette dans de des du elle en est et il je la le les leur lui ma mais me mes moi mon ne nous
    on ou par pas pour que qui sa se ses son sur ta te tes toi ton tu un une vos votre vous`,
  self: 'moi me',
  months: [
    'janvier janv',
    'février févr',
    'mars',
    'avril avr',
    'mai',
    'juin',
    'juillet juil',
    'août',
    'septembre sept',
    'octobre oct',
    'novembre nov',
    'décembre déc',
  ],
  numbers: `zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept
    dix-huit dix-neuf vingt`,
  scales: '% pourcent mille million millions milliard milliards centaine douzaine fois heures',
  permissions: { r: 'lire', ro: 'lecture', w: 'écrire', rw: 'lecture écriture' },
  rights: 'accès droit droits autorisation autorisations',
  commaGroups: false,
};

const SPANISH: Language = {
  deeds: {
    remove: 'borr elimin elimín suprim cancel quita anul descart vací',
    change: 'cambi modific actualiz edit corrig correg reemplaz renombr ajust pon aument reduc',
    move: 'mueve mover muev aplaz reprogram traslad transf',
    send: 'envi enví manda escrib respond notific public avis reenv',
    pay: 'paga pague transfier transfer reembols devuelv devolv compr',
    share: 'compart invit añad agreg da dale autoriz',
    create: 'crea cree escrib guard añad agreg haz abr abre planific program',
    book: 'reserv alquil pide',
    run: 'ejecut lanz inici corre',
    stop: 'detén cierr cerr termin desactiv bloque',
    fetch: 'lee leer muestr busc encuentr abre resum consult visit mira',
  },
  endings:
    'a as ar e es er o os an en ir ad ando iendo ado ido me le lo la los las selo arlo arla arle ame ale alo ala ela elo emos amos é ó á ía',
  phrases: {},
  articles: 'al del el esta este la las los mi mis su sus tu tus un una unos unas',
  definites: 'el la las los mi mis nuestra nuestro',
  negations: 'jamás nada ni ningún ninguna no nunca sin',
  forgetting: 'olvides olvide olvidar olviden',
  negationsAfter: 'nada nunca',
  joins: 'entonces luego pero y',
  turns: 'pero sino',
  fillers: 'entonces hola luego pero pues y',
  questions: [
    'cuándo',
    'cuánto',
    'cuántos',
    'cuántas',
    'cómo',
    'debo',
    'debería',
    'dónde',
    'has',
    'hay',
    'podemos',
    'por qué',
    'puedo',
    'quién',
    'quiénes',
    'tengo que',
  ],
  subjects: 'él ella ellas ellos nosotros yo',
  wishes: 'deseo gustaría necesito quiero queremos tú usted quisiera',
  requests: ['me puedes', 'podrías', 'podría usted', 'por favor', 'puede usted', 'puedes'],
  kinds: {
    archivo: 'file',
    canal: 'channel',
    carpeta: 'folder directory',
    cita: 'event appointment meeting',
    cliente: 'customer client',
    correo: 'email mail message',
    cuenta: 'account',
    documento: 'document',
    evento: 'event',
    factura: 'invoice bill',
    fichero: 'file',
    mensaje: 'message',
    nota: 'note',
    pago: 'payment',
    pedido: 'order',
    proyecto: 'project',
    reunión: 'event meeting',
    sala: 'room',
    tarea: 'task',
    transferencia: 'transfer payment transaction',
    usuario: 'user',
  },
  directions: 'a al con en hacia para',
  empty: `a al ante con de del el ella en es esta este la las le les lo los me mi mis muy no nos o para pero por que quien
    se sin su sus te ti tu tus un una unos y ya yo`,
  self: 'me mí conmigo',
  months: [
    'enero ene',
    'febrero feb',
    'marzo mar',
    'abril abr',
    'mayo',
    'junio jun',
    'julio jul',
    'agosto ago',
    'septiembre sep',
    'octubre oct',
    'noviembre nov',
    'diciembre dic',
  ],
  numbers: `cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis
    diecisiete dieciocho diecinueve veinte`,
  scales: '% porciento mil millón millones docena veces horas',
  permissions: { r: 'leer', ro: 'lectura', w: 'escribir', rw: 'leer escribir' },
  rights: 'acceso permiso permisos',
  commaGroups: false,
};

/** Another language is another row. */
export const LANGUAGES: readonly Language[] = [ENGLISH, GERMAN, FRENCH, SPANISH];

export const listed = (words: string): string[] => words.split(/\s+/).filter((word) => word !== '');
