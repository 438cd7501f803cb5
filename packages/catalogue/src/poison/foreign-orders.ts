/** Words of scripts with blanks stand apart; those of others stand in the text. */
const words = (spaced: RegExp, unspaced?: RegExp): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}_])(?:${spaced.source})(?![\\p{L}\\p{N}_])${unspaced === undefined ? '' : `|${unspaced.source}`}`,
    'iu',
  );

const PERSON = words(
  /nutzer\p{L}*|benutzer\p{L}*|anwender\p{L}*|kunden?|utilisateurs?|usuari[oa]s?|usuári[oa]s?|utent[ei]|gebruikers?|użytkownik\p{L}*|пользовател\p{L}*|användare\p{L}*|kullan[ıi]c[ıi]\p{L}*|brugeren?|bruker\p{L}*|korisnik\p{L}*|uživatel\p{L}*|felhasználó\p{L}*|käyttäjä\p{L}*/u,
  /用户|使用者|利用者|用戶|ユーザー|사용자|उपयोगकर्ता|المستخدم/u,
);

const SECRET = words(
  /(?:la |toda la )?conversación|conversa(?:zione|ção)|unterhaltung|gespräch\p{L}*|chatverlauf|gesprek|rozmow\p{L}*|разговор\p{L}*|переписк\p{L}*|samtal\p{L}*|sohbet\p{L}*|\.env|\.ssh|mots? de passe|contraseñas?|senhas?|passwörter|passwort|kennwort|wachtwoord\p{L}*|hasł\p{L}*|парол\p{L}*|lösenord\p{L}*|clés? privées?|clave privada|chave privada|chiave privata|privaten? schlüssel|bisherige\p{L}* (?:gespräch|nachrichten?)|frühere\p{L}* nachrichten|messages (?:précédents|antérieurs|de l['’]utilisateur)|mensajes (?:anteriores|previos|del usuario)|mensagens (?:anteriores|do usuário)|messaggi (?:precedenti|dell['’]utente)|(?:eerdere|vorige) berichten|wcześniejsz\p{L}* wiadomości|предыдущ\p{L}* сообщени\p{L}*|tidigare meddelanden|tidligere beskeder|önceki mesajlar\p{L}*|закрыт\p{L}* ключ\p{L}*|cookies?|tokens?|jetons?|токен\p{L}*|system-?prompt|systemprompt\p{L}*|prompt (?:système|del sistema|do sistema|di sistema)|systeemprompt|системн\p{L}* (?:промпт|инструкц)\p{L}*|zugangsdaten|identifiants|credenciales|credenciais|credenziali|api-?schlüssel|clés? api|claves? (?:de )?api|chaves? (?:de )?api|şifre\p{L}*|parola\p{L}*|\.netrc|\.aws/u,
  /对话|聊天记录|私钥|密钥|密码|令牌|系统提示|之前的.{0,4}消息|之前.{0,4}消息|会話|やり取り|やりとり|秘密鍵|이전 ?메시지|パスワード|トークン|システムプロンプト|대화|개인 ?키|비밀번호|토큰|시스템 ?프롬프트|पासवर्ड|बातचीत|كلمات? المرور|المحادثة|متغيرات البيئة/u,
);

const TELL = words(
  /erwähn\p{L}*|sag(?:en?|t)|informier\p{L}*|mitteil\p{L}*|verrat\p{L}*|zeigen?|erfahren|wissen|merken|parler|dire|dites|mentionn\p{L}*|informe[rz]?|révél\p{L}*|préven\p{L}*|savoir|avisar|avises?|decir\p{L}*|dig[ao]s?|mencion\p{L}*|informar\p{L}*|informes?|revel\p{L}*|contar\p{L}*|cuentes?|conte|saber|sepa|menzion\p{L}*|rivel\p{L}*|avvis\p{L}*|sapere|sappia|vertel\p{L}*|meld(?:en)?|zeg(?:gen)?|weten|mów\p{L}*|informuj\p{L}*|wspomin\p{L}*|powiadami\p{L}*|wiedzieć|сообща\p{L}*|говори\p{L}*|упомин\p{L}*|рассказыва\p{L}*|показыва\p{L}*|знать|berätta|nämn\p{L}*|meddela|veta|bahset\p{L}*|söyle\p{L}*|bildir\p{L}*|fortæl\p{L}*|nævn\p{L}*|fortell\p{L}*/u,
  /告诉|告知|提及|透露|通知|告訴|知道|提起|伝え|言わ|知らせ|見せ|知る|말하|알리|알릴|언급|알 ?필요|बता|تخبر|تذكر/u,
);

const NOT = words(
  /nicht|nichts|nie|niemals|kein\p{L}*|ohne|pas|jamais|sans|inutile|no|nunca|sin|não|sem|non|mai|senza|niet|nooit|zonder|nie|bez|не|ничего|незачем|inte|inget|aldrig|utan|ikke|aldri|\p{L}+(?:setme|leme|dirme|terme)/u,
  /不|(?<![识區区级分特类個个])别|勿|无需|無需|ない|ません|(?<!必)ず|지 ?마|않|없이|필요 ?없|नहीं|(?<![\p{L}\p{M}])मत(?![\p{L}\p{M}])|لا/u,
);

const HAND_OVER = words(
  /incluy[ea]\p{L}*|pon|añad\p{L}*|envía\p{L}*|passez|incluez|joignez|ajoutez|mettez|envoyez|appelez|chiama|passa|includi|inserisci|invia|metti|aggiungi|inclua|envie|coloque|adicione|fügen?|trage?n?|übergib|übergeben|sende?n?|schick\p{L}*|gib|stuur|voeg|geef|wyślij|dołącz|przekaż|передай\p{L}*|отправ\p{L}*|включ\p{L}*|добав\p{L}*|укаж\p{L}*|skicka|lägg|bifoga|gönder\p{L}*|ekle\p{L}*|verwende?n?|utilisez|ruf\p{L}*|schreibe?n?|kopiere?n?|lies|lesen sie|copi[ae]\p{L}*|copier|écri[st]\p{L}*|collez|lisez|lis|transmet\p{L}*|escrib[ae]\p{L}*|peg[au]\p{L}*|lee|lea|transmit\p{L}*|escrev[ae]\p{L}*|cole|leia|scriv[ie]\p{L}*|incolla\p{L}*|leggi|kopieer|schrijf|plak|zet|lees|skopiuj|wklej|wpisz|zapisz|umieść|скопируй\p{L}*|запиши\p{L}*|встав\p{L}*|перед[аe]\p{L}*|помест\p{L}*|kopiera|skriv|klistra|kopiér|indsæt|kopyala\p{L}*|yaz\p{L}*|ilet\p{L}*/u,
  /传给|传入|填入|附上|都改为|写入|复制|发送|提供|放入|渡し|送信|含め|入れ|書き込|コピー|전달|포함|넣|복사|보내|입력|भेज|डाल|أرسل|أدرج|انسخ/u,
);

const RATHER = words(
  /bevorzug\p{L}*|vorzuziehen|statt|stattdessen|anstelle|zuerst|préfér\p{L}*|au lieu|plutôt|d['’]abord|prefier\p{L}*|prefer\p{L}*|en lugar|en vez|primero|antes|em vez|primeiro|preferi\p{L}*|invece|al posto|prima|in plaats van|eerst|liever|zamiast|najpierw|preferuj\p{L}*|вместо|сначала|сперва|предпочита\p{L}*|istället|först|i stedet|først|yerine|önce/u,
  /而不是|代替|优先|首先|代わり|優先|まず|대신|우선|먼저|पहले|بدلا/u,
);

const FIELD = words(
  /kontext|contexte?|contexto|contesto|context|parameter\p{L}*|argument\p{L}*|feld|champ|paramètre|campo|parámetro|parâmetro|parametro|veld|pol[aeu]|parametr\p{L}*|пол[еяю]|параметр\p{L}*|fältet|feltet|alanına|notes?|notas?/u,
  /context|参数|字段|引数|フィールド|メモ欄|매개변수|필드|पैरामीटर|फ़ील्ड|المعامل|حقل/u,
);

const WHATEVER = words(
  /egal|immer|stets|toujours|quel que soit|siempre|sempre|qualsiasi|cualquier|qualquer|altijd|zawsze|всегда|какой бы|alltid|altid|dennoch|trotzdem|quelle que soit|independientemente|aunque|sea cual sea|independentemente|mesmo que|anche se|ongeacht|ook als|niezależnie|nawet jeśli|независимо|даже если|oavsett|uanset|her zaman|daima|jede[rnm]|in allen fällen/u,
  /无论|一律|总是|始终|不管|必ず|常に|に関わらず|항상|관계없이|हमेशा|दائم/u,
);

/** What an order speaks of, in other languages than English, and how much that counts. */
const THINGS: readonly (readonly [weight: number, pattern: RegExp])[] = [
  // the person
  [1, PERSON],
  // telling and knowing
  [1, TELL],
  // not
  [1, NOT],
  // consent
  [
    1,
    words(
      /consentimiento|consentement|consentimento|consenso|zustimmung|einwilligung|zugestimmt|eingewilligt|genehmigt|bestätigung|rückfrage|nachfragen?|confirmación|confirmation|confirmação|conferma|bevestiging|potwierdz\p{L}*|подтвержд\p{L}*|d['’]accord|toestemming|zgod\p{L}*|pozwoleni\p{L}*|согла[шс]\p{L}*|разреш\p{L}*|erlaubnis|freigabe|genehmigung|autorisation|permission|permiso|permissão|permesso|aprobación|aprovação|approvazione|tillstånd|godkendelse|bekræft\p{L}*|bekreft\p{L}*|bekräft\p{L}*|izni?|autorisé|autorizado|autorizzato|accettato|aceptado|samtyck\p{L}*|godkän\p{L}*|onay\p{L}*/u,
      /同意|授权|批准|承認|許可|確認|确认|동의|승인|허락|허가|확인|सहमति|अनुमति|موافقة|تأكيد/u,
    ),
  ],
  // that it was given already, or can be left out
  [
    2,
    words(
      /(?:bereits|schon|déjà|ya|já|già|reeds|już|уже|redan|allerede|zaten)(?: \p{L}+){0,4} (?:zugestimmt|eingewilligt|genehmigt|accord|autorisé|donné|consent\p{L}*|autoriz\p{L}*|acept\p{L}*|concord\p{L}*|accettat\p{L}*|autorizzat\p{L}*|toestemming|goedgekeurd|zgodz\p{L}*|соглас\p{L}*|разреш\p{L}*|godkän\p{L}*|samtyck\p{L}*|onay\p{L}*)|ohne (?:rückfrage|nachfrage|zu fragen|nachzufragen)|sans (?:demander|confirmation)|sin (?:preguntar|pedir|confirmación)|sem (?:perguntar|pedir|confirmação)|senza (?:chiedere|conferma)|zonder (?:te vragen|bevestiging)|bez (?:pytania|potwierdz\p{L}*)|без (?:подтвержд\p{L}*|вопрос\p{L}*)|utan att fråga|uden at spørge|sormadan/u,
      /(?:已|已经)(?:同意|授权|批准)|(?:无需|不用|不必|無需).{0,8}(?:同意|确认|授权|批准)|直接执行|同意済|承認済|(?:確認|許可|同意)は(?:不要|必要ありません)|確認せず|동의했|승인했|(?:확인|동의|허락) ?없이/u,
    ),
  ],
  // what it was given or knows
  [2, SECRET],
  // handing over
  [1, HAND_OVER],
  [
    1,
    words(
      /umgebungsvariablen?|variables? d['’]environnement|variables? de entorno|variáveis de ambiente|variabili d['’]ambiente|omgevingsvariabelen?|zmienn\p{L}* środowisk\p{L}*|переменн\p{L}* (?:окружени\p{L}*|сред\p{L}*)|miljövariabler|ortam değişken\p{L}*/u,
      /环境变量|環境変数|환경 ?변수/u,
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
  // tools, of others
  [
    2,
    words(
      /(?:ander\p{L}*|übrig\p{L}*|autres?|otr[ao]s?|demás|outr[ao]s?|altr[aoie]+|andere|inn(?:e|ych|ymi)|друг\p{L}*|andra|andre|diğer)(?: \p{L}+)?,? (?:tools?|werkzeuge?n?|outils?|herramientas?|ferramentas?|strument[oi]|verktyg|værktøj\p{L}*|narzędzi\p{L}*|инструмент\p{L}*|verktøy|hulpmiddelen|serveurs?|servidor\p{L}*|server|araç\p{L}*)/u,
      /(?:其他|其它|别的|任何)(?:的)?工具|他のツール|다른 ?도구|अन्य (?:टूल|उपकरण)|الأدوات الأخرى/u,
    ),
  ],
  // to rather use this
  [1, RATHER],
  // what to recommend or to answer
  [
    1.5,
    words(
      /empf[ie]\p{L}*hl\p{L}*|erwähne?|lobe?|bewerb\p{L}*|recommand\p{L}*|conseill\p{L}*|recom[ie]+nd\p{L}*|aconsej\p{L}*|raccomand\p{L}*|consigli\p{L}*|aanbevel\p{L}*|beveel|polec(?:aj|ić)\p{L}*|рекоменд\p{L}*|совету\p{L}*|rekommender\p{L}*|anbefal\p{L}*|öner\p{L}*|tavsiye|(?:die |der |das )beste?\p{L}*|meilleure?s?|mejor(?:es)?|melhor(?:es)?|miglior[ei]|najleps\p{L}*|лучш\p{L}*|bästa?|en iyi/u,
      /推荐|最佳|最好的|おすすめ|お勧め|勧め|推奨|최고|추천|सिफारिश|सर्वश्रेष्ठ|أوص|الأفضل/u,
    ),
  ],
  [
    0.5,
    words(
      /bewerte?|berichte?|conclu\p{L}+|rapport|informe|relatório|rapporto|wynik\p{L}*|вывод|antworte?\p{L}*|behaupte?\p{L}*|zusammenfassung\p{L}*|répon\p{L}*|affirm\p{L}*|résumé|respuestas?|responde\p{L}*|afirm\p{L}*|resumen|respostas?|responda|resumo|rispost[ae]|rispond\p{L}*|riassunto|antwoord\p{L}*|samenvatting|odpowied\p{L}*|odpowiad\p{L}*|ответ\p{L}*|утвержда\p{L}*|svaret?|svara|yanıt\p{L}*|cevap\p{L}*/u,
      /回答|回复|总结|答复|返答|答え|结论|結論|결론|답변|대답|답하|요약|उत्तर|जवाब|الإجابة|إجابت/u,
    ),
  ],
  // that all is well
  [
    1.5,
    words(
      /sicher|unbedenklich|keine (?:gebühren|probleme)|sûre?s?|sans danger|segur[ao]s?|sicur[oaie]|veilig|bezpieczn\p{L}*|безопас\p{L}*|säker|sikker|güvenli|no hay problemas|aucun problème|nessun problema|nenhum problema/u,
      /安全|没有问题|問題な[しい]|문제 ?없|안전하/u,
    ),
  ],
  // ours
  [
    1,
    words(
      /unser\p{L}*|notre|nos|nuestr[ao]s?|noss[ao]s?|nostr[aoie]|onze|ons|nasz\p{L}*|наш\p{L}*|vår\p{L}*|vores|ürünümüz\p{L}*|bizim/u,
      /我们的|本公司|我司|当社|弊社|우리|हमार|منتجنا|خدمتنا|لدينا/u,
    ),
  ],
  // where agents and machines read what to do later
  [2, words(/agents\.md|claude\.md|\.cursorrules|git-?hooks?|pre-commit|crontab|cron|\.bashrc|\.zshrc/u)],
  // a parameter
  [1, FIELD],
  // whatever was asked for
  [1, WHATEVER],
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

/** Whether a sentence has words that only English has. */
export const isEnglish = (sentence: string): boolean =>
  ENGLISH.test(sentence) || (SHARED.test(sentence) && !NEIGHBOUR.test(sentence));

const LEAST = 3;
const LONG = 150;

/** What is asked beside: that nobody is told, or that it need not be asked. */
const FOREIGN_ATTACK = words(
  /stattdessen|à la place|en su lugar|em vez disso|invece|вместо этого|zamiast|sondern|(?:nicht|kein\p{L}*)(?: \p{L}+){0,3} (?:nötig|notwendig|erforderlich)|pas (?:besoin|nécessaire)|ne (?:\p{L}+ )?demand\p{L}*|no (?:hace falta|es necesario|pid[ae]s?)|não (?:é preciso|é necessário|peça)|non (?:serve|occorre|è necessario|chied\p{L}*)|niet nodig|nie (?:trzeba|pytaj|proś)|не (?:нужно|надо|требуется|спрашивай\p{L}*|запрашивай\p{L}*)/u,
  /无需|不用|不必|不要(?:问|询问)|不要です|必要ありません|必要はありません|필요 ?없/u,
);

/** What protects a person, in other languages than English. */
const FOREIGN_DEFENCE: readonly RegExp[] = [
  // to ask first
  words(
    /(?:espere|aguarde|attendez|attendi|warten sie auf|wacht op|poczekaj na|дождитесь|vänta på|vent på|fragen sie|frage?|bitten sie|holen sie|hole|demandez|demande|obtenez|sollicitez|pida|pide|solicite|solicita|obtenga|pregunte|confirme|peça|pergunte|obtenha|chiedi|chiedere|chieda|richiedi|ottieni|vraag|poproś|zapytaj|uzyskaj|запрашивайте|запросите|спросите|получите|спрашивайте|fråga|be|spørg)(?: \p{L}+['’]?\p{L}*){0,5}? (?:bestätigung|zustimmung|einwilligung|erlaubnis|freigabe|confirmation|accord|consentement|autorisation|confirmación|consentimiento|permiso|aprobación|confirmação|consentimento|permissão|conferma|consenso|permesso|autorizzazione|bevestiging|toestemming|potwierdzeni\p{L}*|zgod\p{L}*|подтвержден\p{L}*|соглас\p{L}*|разрешен\p{L}*|bekräftelse|innan|inden|before|bevor|vor|avant|antes|prima|voordat|przed|перед|прежде)/u,
    /(?:请先|先|事先|事前|征得|前.{0,6}请).{0,14}(?:确认|同意|批准)|前に.{0,20}(?:確認|許可|同意|承認)|기 ?전에.{0,20}(?:확인|동의|승인|허락)|önce.{0,40}(?:onay|izin)|قبل.{0,40}(?:موافقة|تأكيد)|पहले.{0,40}(?:पुष्टि|अनुमति)/u,
  ),
  // to tell
  words(
    /(?:informe|informez|prévenez|avise|informieren sie|informa|avvisa|informeer|informuj|сообщайте|informera) (?:den \p{L}+ |de \p{L}+ )?(?:siempre|toujours|sempre|immer|altijd|zawsze|всегда|alltid)/u,
    /等待.{0,12}(?:确认|同意)|(?:確認|承認).{0,4}待|(?:확인|승인).{0,6}기다/u,
  ),
  // nothing without it
  words(
    /(?:nie|niemals|nicht|nichts|kein\p{L}*|jamais|rien|pas|nunca|nada|no|não|mai|nulla|non|nooit|niets|niet|nigdy|nic|никогда|ничего|не|aldrig|inget|inte|ikke)(?: \p{L}+){0,8} (?:ohne|sans|sin|sem|senza|zonder|bez|без|utan|uden)(?: \p{L}+['’]?\p{L}*){0,4}|ohne(?: \p{L}+){1,5} (?:wird|werden) (?:\p{L}+ )?(?:nichts|nicht|kein\p{L}*)/u,
    /未经.{0,12}(?:不|勿|禁止)|なし(?:に|で).{0,14}ない|없이.{0,14}(?:마|않)/u,
  ),
  // not to obey what comes back
  words(
    /(?:nicht|kein\p{L}*|nie|niemals|pas|jamais|aucune?|no|nunca|ninguna?|não|nenhuma?|non|mai|nessuna?|niet|geen|nooit|nie|nigdy|не|никогда|inte|inga|aldrig|ikke|ingen)(?: \p{L}+){0,5}? (?:anweisungen|befehlen?|aufforderungen|instructions|consignes|ordres|instrucciones|órdenes|instruções|ordens|istruzioni|ordini|comandi|instructies|opdrachten|polece\p{L}*|instrukcj\p{L}*|инструкци\p{L}*|указани\p{L}*|команд\p{L}*|instruktioner|anvisningar|instruks\p{L}*)(?: \p{L}+){0,3}? (?:aus|in|im|dans|des|contenues|en|de|del|que|em|contidas|nei|nelle|contenute|dei|uit|van|zawart\p{L}*|z|ze|w|из|в|från|i|fra)/u,
    /(?:不要|勿|不得|别).{0,4}(?:执行|遵循|听从|理会).{0,16}(?:指令|指示|命令)|(?:指示|命令).{0,6}(?:従わない|実行しない)|(?:지시|명령).{0,6}(?:따르지|실행하지)/u,
  ),
  // not to hand out secrets
  words(
    /(?:nie|niemals|keine|jamais|nunca|mai|nooit|geen|nigdy|никогда|aldrig|no|não|non|nie|не|asla|ne|n['’]\p{L}+)(?: \p{L}+){0,5}? (?:passwörter|zugangsdaten|kennwörter|mots de passe|identifiants|contraseñas?|credenciales|tokens?|jetons?|senhas?|credenciais|password|credenziali|wachtwoord(?:en)?|hase[łl]|haseł|hasła|парол\p{L}*|passwort|mot de passe|lösenord|adgangskoder|passord)/u,
    /(?:切勿|请勿|不要|勿).{0,10}(?:密码|密钥|凭据)|(?:パスワード|秘密鍵).{0,14}ないで|(?:비밀번호|암호).{0,14}마|(?:şifre|parola).{0,16}(?:may[ıi]n|meyin)|(?:请勿|不要|切勿).{0,12}(?:密码|令牌)/u,
  ),
];
/** One that asks nothing of a model: errors and conditions. */
const CONDITION = words(
  /wenn|falls|si|se|als|jeśli|если|om|eğer/u,
  /如果|若|的话|場合|때|경우|错误|失败|エラー/u,
);

/** Names as programs write them: text about how something is set up. */
const CODE = /[A-Z]_[A-Z]|\w\.\w+\(|\w=\w|`\w+\.\w+`/u;
/** What honest texts speak of as well: alone these are no order. */
const ORDINARY: ReadonlySet<RegExp> = new Set([PERSON, NOT, HAND_OVER, FIELD, WHATEVER, RATHER]);
const OWN_TOOLS =
  /(?:dieses|dieser) servers?|de ce serveur|de este servidor|deste servidor|di questo server|van deze server|tego serwera|этого сервера|本服务器|このサーバー|이 서버/iu;
const UNSPACED = /[\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF]/gu;

/** A long sentence speaks of more: so much more has to be found. */
const longer = (sentence: string): number =>
  Math.floor((sentence.length + 2 * (sentence.match(UNSPACED)?.length ?? 0)) / LONG);

/** Whether a sentence in another language speaks of enough that only an order to a model speaks of. */
export const isForeignOrder = (sentence: string): boolean => {
  if (isEnglish(sentence)) return false;
  const spoken = THINGS.filter(([, pattern]) => pattern.test(sentence));
  const isSilent = spoken.some(([, pattern]) => pattern === NOT);
  // to tell a person something hides nothing
  const found = spoken.filter(([, pattern]) => isSilent || pattern !== TELL);
  const telling = found.filter(([, pattern]) => !ORDINARY.has(pattern));
  if (telling.length === 0 || OWN_TOOLS.test(sentence)) return false;
  if (found.length === 2 && found.every(([, pattern]) => pattern === PERSON || pattern === SECRET))
    return false;
  const weight = found.reduce((sum, [each]) => sum + each, 0);
  const least = LEAST + (CONDITION.test(sentence) ? 1 : 0) + (CODE.test(sentence) ? 1 : 0) + longer(sentence);
  return found.length > 1 && weight >= least;
};

const isForeignDefence = (sentence: string): boolean =>
  !isEnglish(sentence) &&
  FOREIGN_DEFENCE.some((pattern) => pattern.test(sentence)) &&
  !FOREIGN_ATTACK.test(sentence);

/** What a server says to protect those who use it: not to be talked into something by what comes back. */
const DEFENCE = words(
  /(?:do not|don['’]t|never|must not|should not|avoid|ignore|disregard|refuse|not)\b.{0,40}\b(?:follow\p{L}*|execut\p{L}*|obey\p{L}*|act\p{L}*|trust\p{L}*|comply|instructions?|commands?|directions?)\b.{0,60}\b(?:in|inside|within|from|found|contained|embedded|appear\p{L}*|of) (?:the |any |an? |these |this |tool |search |fetched |returned |retrieved |external |untrusted )*(?:results?|pages?|documents?|content\p{L}*|text|outputs?|e-?mails?|messages?|files?|websites?|data|responses?|issues?|comments?|tickets?|body|bodies)|treat(?:ed)? .{0,40}as (?:\p{L}+ )?(?:data|untrusted)|(?:never|do not|don['’]t) (?:act on|follow|obey|execute) (?:it|them|any|such|those|embedded|injected|instructions?|commands?)|(?:do not|don['’]t|never) (?:disregard|ignore|forget|override) (?:your|the|any)|(?:do not|never) (?:\p{L}+ )?(?:comply|pass|include|send|share|reveal|put|store|expose) .{0,30}(?:passwords?|secrets?|keys?|credentials?|tokens?|personal)|if (?:a|an|the|any|some) (?:\p{L}+ )?(?:message|page|result|document|mail|e-?mail|text|tool|ticket|comment|issue|file|site|website|review) (?:asks?|tells?|instructs?|wants?|says?|contains?|requests?|claims?)|if (?:the )?(?:user|person|customer|owner) (?:has|have|did)(?: not|n['’]t) (?:confirm|approv|agree|consent)\p{L}*|(?:only|not|never)\b.{0,50}\b(?:after|once|until|unless|when|if) (?:the |an? )?(?:user|person|customer|owner|human)\b.{0,30}\b(?:approv|confirm|agree|consent|ask)\p{L}*|(?:nothing|no (?:results?|match|matches|records?)) (?:was|were|is|are) (?:found|returned)|(?:do not|don['’]t|never) (?:make|invent|guess|fabricate)|only what the (?:user|person) (?:ask|nam|want)\p{L}*|that the (?:user|person) (?:asked to|chose|selected)|(?:do not|never) (?:tell|promise|say)\b.{0,60}\b(?:until|unless)\b.{0,30}\b(?:confirmed|final|complete|done)|tools? (?:of|in|on|from) this (?:server|toolset|connector)|(?:always |first )?(?:ask|confirm with|check with) the (?:user|person) (?:before|first|whether|if)|(?<!(?:not|never|n['’]t|no need to|need not|not need to|not have to|without) )(?:wait for|after getting|get|requires?) (?:the |an? |explicit )*(?:approval|confirmation|consent)/u,
);
/** More of the same: nothing without asking, what texts of others may try, and secrets that are shown to nobody. */
const MORE_DEFENCE: readonly RegExp[] = [
  /\b(?:never|(?:do|must|may|should|is|are|be) not|don['’]t|cannot|nothing is)\b(?! (?:hesitate|worry|wait|stop|mind|refrain|wrong|afraid|bother))[^.,;:]{0,80}\bwithout (?:first |explicitly )?(?:asking|requesting|seeking|getting|obtaining|waiting)\b[^.,;:]{0,40}\b(?:permission|confirmation|approval|consent)\b/iu,
  /\b(?:disregard|ignore)\b[^.,;:]{0,20}\b(?:prompts?|rules|orders|requests|directives|text)\b[^.,;:]{0,20}\b(?:embedded|found|contained|inside|within|appear\w{0,4}|in) (?:the |any |these )?(?:\w{1,12} )?(?:results?|pages?|documents?|content|text|messages?|e-?mails?|files?|comments?|tickets?)\b/iu,
  /\b(?:content|pages?|messages?|e-?mails?|tickets?|comments?|texts?|results|documents|websites?)\b[^.,;:]{0,20}\b(?:may|might|can|could|that|which)\b[^.,;:]{0,20}\b(?:ask|asks|tell|tells|try|instruct|instructs|want|contain|contains|claim)\b.{0,100}\b(?:report such|ignore such|such (?:text|attempts|requests) (?:is|are)|phishing|an attack|suspicious|not from the (?:user|person))\b/iu,
  /\b(?:never|do not|don['’]t) (?:show|reveal|display|print|disclose|repeat)\b(?![^.]*\b(?:that|how|why|whether|what)\b)[^.,;:]{0,30}\b(?:passwords?|card numbers?|secrets?|tokens?|api keys?|credentials?|pins?)\b/iu,
];

const LONGEST_DEFENCE = 250;
/** What a defence does not speak of: addresses, other tools, what is to be done instead. */
const ATTACK =
  /(?<!\p{L})(?:instead|also|then|additionally|afterwards|forward|upload|attach|append|copy|except|if you (?:do not|don['’]t|fail|refuse))(?!\p{L})|,\s*(?:please )?(?:forget|override|obey|follow|do as|comply|ignore (?:all|any|your|previous|prior|earlier|the (?:user|person)))\b|\b(?:reveal|tell|mention|say|disclose|show)\b[^.,;:]{0,40}\b(?:user|person|customer)\b[^.,;:]{0,10}\bthat\b|\w_\w|:\/\/|@|\d{8}/iu;

/** What a tool finds in texts of others, quoted. */
const FINDS = words(
  /(?:detect|flag|find|recogni[sz]e|spot|look|scan|block|mark|classif(?:y|ie)|report|catch|check|filter)(?:s|es)?|erkennt|meldet|findet|markiert|détecte|signale|repère|detecta|señala|marca|identifica|rileva|segnala|herkent|detecteert|wykrywa|oznacza|обнаруживает|находит|отмечает|upptäcker|finder|tespit eder/u,
  /检测|识别|标记|検出|検知|탐지|감지|표시/u,
);
const QUOTED =
  /"[^"]{1,200}"|“[^”]{1,200}”|„[^“”]{1,200}[“”]|«[^»]{1,200}»|「[^」]{1,200}」|(?<!\w)['‘][^'’]{4,200}['’](?!\w)/gu;
/** The card or picture is in front of the person already. */
const SEEN =
  /\b(?:users?|person|people|customer|they)\b.{0,25}\b(?:sees?|is shown|are shown|gets?|can see|already (?:has|have))\b.{0,60}\b(?:no need|need not|not need|do not (?:repeat|describe)|don['’]t (?:repeat|describe))/iu;

const isQuoting = (sentence: string): boolean =>
  FINDS.test(sentence.slice(0, 40)) && new RegExp(QUOTED.source, 'u').test(sentence);

/** Whether a sentence protects those who use the server, and orders nothing else. */
export const isDefence = (sentence: string): boolean => {
  if (sentence.length > LONGEST_DEFENCE) return false;
  const quoting = isQuoting(sentence);
  if (ATTACK.test(quoting ? sentence.replaceAll(QUOTED, '') : sentence)) return false;
  return (
    quoting ||
    [DEFENCE, ...MORE_DEFENCE].some((each) => each.test(sentence)) ||
    SEEN.test(sentence) ||
    isForeignDefence(sentence)
  );
};
