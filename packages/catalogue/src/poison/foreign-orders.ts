/** Words of scripts with blanks stand apart; those of others stand in the text. */
const words = (spaced: RegExp, unspaced?: RegExp): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}_])(?:${spaced.source})(?![\\p{L}\\p{N}_])${unspaced === undefined ? '' : `|${unspaced.source}`}`,
    'iu',
  );

/** What an order speaks of, in other languages than English, and how much that counts. */
const THINGS: readonly (readonly [weight: number, pattern: RegExp])[] = [
  // the person
  [
    1,
    words(
      /nutzer\p{L}*|benutzer\p{L}*|anwender\p{L}*|kunden?|utilisateurs?|usuari[oa]s?|usuári[oa]s?|utent[ei]|gebruikers?|użytkownik\p{L}*|пользовател\p{L}*|användare\p{L}*|kullanıcı\p{L}*|brugeren?|bruker\p{L}*|korisnik\p{L}*|uživatel\p{L}*|felhasználó\p{L}*|käyttäjä\p{L}*/u,
      /用户|使用者|利用者|用戶|ユーザー|사용자|उपयोगकर्ता|المستخدم/u,
    ),
  ],
  // telling and knowing
  [
    1,
    words(
      /erwähn\p{L}*|sag(?:en?|t)|informier\p{L}*|mitteil\p{L}*|verrat\p{L}*|zeigen?|erfahren|wissen|merken|parler|dire|dites|mentionn\p{L}*|informe[rz]?|révél\p{L}*|préven\p{L}*|savoir|avisar|avises?|decir\p{L}*|dig[ao]s?|mencion\p{L}*|informar\p{L}*|informes?|revel\p{L}*|contar\p{L}*|cuentes?|conte|saber|sepa|menzion\p{L}*|rivel\p{L}*|avvis\p{L}*|sapere|sappia|vertel\p{L}*|meld(?:en)?|zeg(?:gen)?|weten|mów\p{L}*|informuj\p{L}*|wspomin\p{L}*|powiadami\p{L}*|wiedzieć|сообща\p{L}*|говори\p{L}*|упомин\p{L}*|рассказыва\p{L}*|показыва\p{L}*|знать|berätta|nämn\p{L}*|meddela|veta|bahset\p{L}*|söyle\p{L}*|bildir\p{L}*|fortæl\p{L}*|nævn\p{L}*|fortell\p{L}*/u,
      /告诉|告知|提及|透露|通知|告訴|知道|提起|伝え|言わ|知らせ|見せ|知る|말하|알리|알릴|언급|알 ?필요|बता|تخبر|تذكر/u,
    ),
  ],
  // not
  [
    1,
    words(
      /nicht|nichts|nie|niemals|kein\p{L}*|ohne|pas|jamais|sans|inutile|no|nunca|sin|não|sem|non|mai|senza|niet|nooit|zonder|nie|bez|не|ничего|незачем|inte|inget|aldrig|utan|ikke|aldri|\p{L}+(?:setme|leme|dirme|terme)/u,
      /不|别|勿|无需|無需|ない|ません|ず|지 ?마|않|없이|필요 ?없|नहीं|मत|لا/u,
    ),
  ],
  // consent
  [
    2,
    words(
      /consentimiento|consentement|consentimento|consenso|zustimmung|einwilligung|zugestimmt|eingewilligt|genehmigt|bestätigung|rückfrage|nachfragen?|confirmación|confirmation|confirmação|conferma|bevestiging|potwierdz\p{L}*|подтвержд\p{L}*|d['’]accord|toestemming|zgod\p{L}*|согла[шс]\p{L}*|разреш\p{L}*|autorisé|autorizado|autorizzato|accettato|aceptado|samtyck\p{L}*|godkän\p{L}*|onay\p{L}*/u,
      /(?:已|已经)(?:同意|授权|批准)|同意済|承認済|確認は不要|동의했|승인했|확인 ?없이/u,
    ),
  ],
  // what it was given or knows
  [
    2,
    words(
      /(?:la |toda la )?conversación|conversa(?:zione|ção)|unterhaltung|gespräch\p{L}*|chatverlauf|gesprek|rozmow\p{L}*|разговор\p{L}*|переписк\p{L}*|samtal\p{L}*|sohbet\p{L}*|\.env|\.ssh|mots? de passe|contraseñas?|senhas?|passwörter|passwort|kennwort|wachtwoord\p{L}*|hasł\p{L}*|парол\p{L}*|lösenord\p{L}*|clés? privées?|clave privada|chave privada|chiave privata|privaten? schlüssel|закрыт\p{L}* ключ\p{L}*/u,
      /对话内容|聊天记录|之前的对话|私钥|会話|秘密鍵|대화 ?내용|개인 ?키/u,
    ),
  ],
  // handing over
  [
    1,
    words(
      /incluy[ea]\p{L}*|pon|añad\p{L}*|envía\p{L}*|passez|incluez|joignez|ajoutez|mettez|envoyez|appelez|chiama|passa|includi|inserisci|invia|metti|aggiungi|inclua|envie|coloque|adicione|fügen?|trage?n?|übergib|übergeben|sende?n?|schick\p{L}*|gib|stuur|voeg|geef|wyślij|dołącz|przekaż|передай\p{L}*|отправ\p{L}*|включ\p{L}*|добав\p{L}*|укаж\p{L}*|skicka|lägg|bifoga|gönder\p{L}*|ekle\p{L}*|verwende?n?|utilisez|ruf\p{L}*/u,
      /传给|传入|填入|附上|都改为|渡し|送信し|含め|전달|포함/u,
    ),
  ],
  // an address or an account
  [2, /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,63}|(?:\d[ -]?){12,}/u],
  // before other tools
  [
    2,
    words(
      /(?:bevor|ehe|vor|avant d['’]|avant de|antes de|prima di|voordat|innan|zanim|przed|прежде чем|перед|før)(?: ?\p{L}+){0,4} ?(?:tools?|werkzeug\p{L}*|outils?|herramientas?|ferramentas?|strument[oi]|verktyg|narzędzi\p{L}*|инструмент\p{L}*|verktøy|hulpmiddel\p{L}*)/u,
      /(?:其他|别的|任何)工具.{0,6}前|他のツール.{0,10}前|다른 ?도구.{0,10}전/u,
    ),
  ],
  // whatever was asked for
  [
    1,
    words(
      /egal|immer|stets|toujours|quel que soit|siempre|sempre|qualsiasi|cualquier|qualquer|altijd|zawsze|всегда|какой бы|alltid|her zaman/u,
      /无论|一律|总是|必ず|항상/u,
    ),
  ],
  // earlier rules
  [
    2,
    words(
      /frühere\p{L}* (?:anweisung|regel)\p{L}*|instructions? précédentes?|instrucciones anteriores|instruções anteriores|istruzioni precedenti|eerdere instructies|poprzedni\p{L}* (?:instrukcj|polece)\p{L}*|(?:предыдущ|прежн)\p{L}* (?:инструкц|указан|правил)\p{L}*|tidigare instruktioner|önceki talimat\p{L}*/u,
      /之前的(?:指令|指示|规则)|以前の指示|이전 ?지시|पिछले.{0,8}निर्देश|التعليمات السابقة/u,
    ),
  ],
];

const ENGLISH = words(/the|are|and|with|this|which|from|if|not|you|your|or|uses/u);
/** English words that are also Dutch, Polish, Danish or Norwegian, and words that tell these from English. */
const SHARED = words(/is|of|for|to|by|send/u);
const NEIGHBOUR = words(/de|het|een|niet|geen|van|dat|voor|nie|się|że|jest|ikke|det|og|til/u);

const isEnglish = (sentence: string): boolean =>
  ENGLISH.test(sentence) || (SHARED.test(sentence) && !NEIGHBOUR.test(sentence));

const LEAST = 3;
/** One that asks nothing of a model: errors and conditions. */
const CONDITION = words(
  /wenn|falls|si|se|als|jeśli|если|om|eğer/u,
  /如果|若|的话|場合|때|경우|错误|失败|エラー/u,
);

/** Whether a sentence in another language speaks of enough that only an order to a model speaks of. */
export const isForeignOrder = (sentence: string): boolean => {
  if (isEnglish(sentence)) return false;
  const found = THINGS.filter(([, pattern]) => pattern.test(sentence));
  const weight = found.reduce((sum, [each]) => sum + each, 0);
  return found.length > 1 && weight >= LEAST + (CONDITION.test(sentence) ? 1 : 0);
};

/** What a server says to protect those who use it: not to be talked into something by what comes back. */
const DEFENCE = words(
  /(?:do not|don['’]t|never|must not|should not|avoid|ignore|disregard|refuse|not)\b.{0,40}\b(?:follow\p{L}*|execut\p{L}*|obey\p{L}*|act\p{L}*|trust\p{L}*|comply|instructions?|commands?|directions?)\b.{0,60}\b(?:in|inside|within|from|found|contained|embedded|appear\p{L}*|of) (?:the |any |an? |these |this |tool |search |fetched |returned |retrieved |external |untrusted )*(?:results?|pages?|documents?|content\p{L}*|text|outputs?|e-?mails?|messages?|files?|websites?|data|responses?|issues?|comments?|tickets?|body|bodies)|treat(?:ed)? .{0,40}as (?:\p{L}+ )?(?:data|untrusted)|(?:never|do not|don['’]t) (?:act on|follow|obey|execute) (?:it|them|any|such|those|embedded|injected|instructions?|commands?)|(?:do not|don['’]t|never) (?:disregard|ignore|forget|override) (?:your|the|any)|(?:do not|never) (?:\p{L}+ )?(?:comply|pass|include|send|share|reveal|put|store|expose) .{0,30}(?:passwords?|secrets?|keys?|credentials?|tokens?|personal)|if (?:a|an|the|any) (?:message|page|result|document|mail|e-?mail|text|tool) (?:asks?|tells?|instructs?|wants?)|(?:always |first )?(?:ask|confirm with|check with) the (?:user|person) (?:before|first|whether|if)|(?:wait for|after getting|get|requires?) (?:the |an? |explicit )*(?:approval|confirmation|consent)/u,
);
const LONGEST_DEFENCE = 250;
/** What a defence does not speak of: addresses, other tools, what is to be done instead. */
const ATTACK =
  /(?<!\p{L})(?:instead|also|then|additionally|afterwards|forward|upload|attach|append|copy|except|if you (?:do not|don['’]t|fail|refuse))(?!\p{L})|\w_\w|:\/\/|@|\d{8}/iu;

/** Whether a sentence protects those who use the server, and orders nothing else. */
export const isDefence = (sentence: string): boolean =>
  sentence.length <= LONGEST_DEFENCE && DEFENCE.test(sentence) && !ATTACK.test(sentence);
