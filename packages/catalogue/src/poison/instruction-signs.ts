import { poisonMessages } from '@callgate/messages/catalogue/poison';
import type { Severity } from '../finding.ts';

const { deeds } = poisonMessages.instructions;

/** Words that are meant for a model and not for a reader of the description. */
export interface InstructionSign {
  readonly rule: 'poison/instructions' | 'poison/secrets' | 'poison/preference';
  readonly severity: Severity;
  readonly pattern: RegExp;
  /** What it does, after "it". */
  readonly does: string;
}

const sign = (
  rule: InstructionSign['rule'],
  severity: Severity,
  does: string,
  pattern: RegExp,
): InstructionSign => ({ rule, severity, does, pattern });

const ignores = (pattern: RegExp): InstructionSign =>
  sign('poison/instructions', 'error', deeds.ignores, pattern);
const conceals = (pattern: RegExp): InstructionSign =>
  sign('poison/instructions', 'error', deeds.conceals, pattern);
const frames = (pattern: RegExp): InstructionSign =>
  sign('poison/instructions', 'error', deeds.frames, pattern);
const agrees = (pattern: RegExp): InstructionSign =>
  sign('poison/instructions', 'error', deeds.agrees, pattern);
const leaks = (pattern: RegExp): InstructionSign => sign('poison/secrets', 'error', deeds.leaks, pattern);

/** Known tricks, in the languages they are met in. Gaps are bounded, so that no text is slow to look through. */
export const INSTRUCTION_SIGNS: readonly InstructionSign[] = [
  ignores(
    /\b(?:ignor(?:e|ing)|disregard|forget|override|bypass|set aside|do not follow|stop following)\b.{0,40}?\b(?:previous|prior|above|earlier|preceding|existing|original|system|your|any|all)\b.{0,30}?\b(?:i\w{0,2}nstructions?|prompts?|rules?|guidelines?|directives?|constraints?|polic(?:y|ies)|told)\b/isu,
  ),
  ignores(/\bforget (?:everything|all|anything)\b.{0,40}\b(?:told|said|above|before|learned)\b/isu),
  ignores(
    /\b(?:these|this|following) (?:instructions?|rules?|directives?)\b.{0,30}\b(?:overrides?|supersedes?|(?:takes?|has|have) (?:precedence|priority)|(?:is|are) more important)\b/isu,
  ),
  ignores(
    /\b(?:ignorier\w{0,40}|vergiss|vergessen Sie|missachte\w{0,40})\b.{0,40}\b(?:Anweisung\w{0,40}|Regeln|Vorgaben|Befehle)/isu,
  ),
  ignores(
    /\b(?:ignor\w{1,40}|oubli\w{1,40})\b.{0,40}\b(?:instructions|consignes|règles)\b.{0,20}\bpr[ée]c[ée]dentes?/isu,
  ),
  ignores(/\b(?:ignor\w{1,40}|olvida\w{0,40})\b.{0,40}\b(?:instrucciones|reglas|indicaciones)\b/isu),
  ignores(
    /\b(?:ignor\w{1,40}|esque\w{1,40}|desconsider\w{1,40})\b.{0,40}(?:instruções|instrucoes|regras)/isu,
  ),
  ignores(/\b(?:ignor\w{1,40}|dimentica\w{0,40})\b.{0,40}\b(?:istruzioni|regole)\b/isu),
  ignores(
    /(?:忽略|无视|忘记|忽視|無視).{0,12}(?:指令|指示|提示|规则|規則|命令)|(?:指示|命令|ルール).{0,8}無視/isu,
  ),
  ignores(/(?:игнорир|забуд|проигнорир).{0,50}(?:инструкци|указани|правил)/isu),
  ignores(/(?:지시|지침|명령|규칙).{0,10}(?:무시|잊)/isu),

  conceals(
    /\b(?:do not|don'?t|never|must not|should not|without|avoid|no need to)\b[^.\n]{0,25}\b(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|mention(?:ing)?|reveal(?:ing)?|show(?:ing)?|disclos(?:e|ing)|alert(?:ing)?|warn(?:ing)?|report(?:ing)?|let(?:ting)?)\b[^.\n]{0,40}\b(?:user|human|person|operator|customer)s?\b(?![- ]?(?:id|name|agent|facing|data|input|list))/isu,
  ),
  conceals(/\b(?:keep|hide|conceal)\b[^.\n]{0,50}\bfrom (?:the )?(?:user|human|person|operator)s?\b/isu),
  conceals(
    /\b(?:user|human|person) (?:must|should|need) (?:not|never) (?:know|see|notice|be (?:told|informed|aware))/isu,
  ),
  conceals(
    /\b(?:never|do not|don'?t) (?:reveal|mention|say|admit|disclose|explain) (?:that|this|how|why|what)\b[^.\n]{0,40}\b(?:you|instruction|step|did|tool)/isu,
  ),
  conceals(
    /\b(?:silently|secretly|covertly|quietly)\b[^.\n]{0,20}\b(?:send|append|include|call|read|upload|forward|copy|add|pass|collect|store|execute|attach)\b/isu,
  ),
  conceals(
    /\b(?:sage?|erzähl\w{0,40}|teile?|verrate?|erwähne?|informiere)\b.{0,20}\b(?:dem |den |der )?(?:Nutzer|Benutzer|Anwender)\w{0,40}\b.{0,15}\b(?:nichts|nicht|kein\w{0,40})\b/isu,
  ),
  conceals(
    /\bn(?:e |['’]en |['’])(?:\w{1,40} ){0,3}?(?:dis|dites|parle[zr]?|mentionne[zr]?|informe[zr]?|révèle[zr]?)\b.{0,12}\bpas\b.{0,20}utilisateur/isu,
  ),
  conceals(
    /\b(?:no|nunca|jamás) (?:se lo |le |lo |se )?(?:digas?|mencion[ea]s?|informes?|reveles?|cuentes?|muestres?)\b.{0,25}\busuario/isu,
  ),
  conceals(
    /\b(?:não|nunca|jamais) (?:o |lhe )?(?:contes?|digas?|informes?|mencion[ea]s?|reveles?|mostres?)\b.{0,25}\b(?:usuário|utilizador|utente)/isu,
  ),
  conceals(/\bnon (?:dirlo|dire|menzionare|informare|rivelare|mostrare)\b.{0,25}\butente/isu),
  conceals(
    /(?:不要|别|請勿|请勿|勿).{0,4}(?:告诉|告知|通知|提及|透露|告訴).{0,6}(?:用户|使用者|用戶)|ユーザー.{0,8}(?:言わない|伝えない|知らせない|見せない)/isu,
  ),
  conceals(/не\s{1,8}(?:говори|сообщай|рассказывай|упоминай|показывай).{0,25}пользовател/isu),
  conceals(/사용자.{0,6}(?:말하지|알리지|언급하지|보여주지)/isu),

  frames(/<\/?(?:IMPORTANT|CRITICAL|SYSTEM|SECRET|HIDDEN|ADMIN|INFORMATION|INSTRUCTIONS?|OVERRIDE)>/u),
  frames(/<\/?(?:system|assistant|system[-_ ]?(?:prompt|message|reminder)|hidden|secret|admin)>/iu),
  frames(/<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id)\|>/iu),
  frames(/\[\/?INST\]|<<\/?SYS>>|^#{2,6}\s{0,20}system(?: (?:prompt|message))?\s{0,20}:/imu),
  frames(/<\/(?:description|tool|tools|tool_description|function|functions|context|parameters)>/iu),
  sign(
    'poison/instructions',
    'warning',
    deeds.aside,
    /\b(?:note|message|instructions?|attention|reminder) (?:to|for) (?:the |any |all )?(?:AI|LLM|language model|assistant|model|agent)s?\b(?: model| assistant| agent)?\s{0,20}[:,–-]/isu,
  ),
  frames(/\bimportant message (?:from|to)\b.{0,60}\b(?:to you|from me|user|AI|model|assistant)\b/isu),
  frames(
    /\b(?:enter|enable|activate|switch to|you are (?:now )?in)\b.{0,15}\b(?:developer|debug|god|admin|unrestricted|jailbreak|DAN) mode\b/isu,
  ),
  frames(
    /\b(?:from now on|starting now|henceforth),? (?:you (?:are|will|must|should|act|work)|act as|respond)\b/isu,
  ),
  frames(
    /\byou (?:are now|now work for|now act|must now act)\b.{0,40}\b(?:assistant|agent|admin|server|owner|unrestricted|mode|AI|work)\b/isu,
  ),
  frames(/\b(?:your|a) new (?:task|goal|objective|role|instructions?|system prompt) (?:is|are)\b/isu),
  frames(
    /\b(?:safety|security|content) (?:rules?|guidelines?|polic(?:y|ies)|restrictions?|checks?) (?:do(?:es)? not|don'?t|no longer) apply/isu,
  ),

  agrees(
    /\b(?:user|human|operator|person|admin\w{0,40})s? (?:has|have|had|is|are)? ?(?:already )?(?:approved|consented|agreed|authori[sz]ed|confirmed|pre-?approved)\b[^.\n]{0,60}\b(?:every|all|any|so|this|calls?|never|no)\b/isu,
  ),
  agrees(
    /\b(?:without|never|do not|don'?t|no need to) (?:asking|ask|request|requesting|wait(?:ing)? for|prompt(?:ing)?|seek(?:ing)?)\b[^.\n]{0,25}\b(?:permission|confirmation|approval|consent)\b/isu,
  ),
  agrees(
    /\b(?:approve|accept|allow) (?:all|every|any) (?:tool )?(?:calls?|requests?|actions?|prompts?)\b/isu,
  ),

  leaks(
    /\b(?:read|open|cat|fetch|load|get|access|include|pass|send|put|provide|attach|upload|copy|content\w{0,40}|requires?|lies|lesen?|lis|lisez|lee|leer|leia|leggi)\b[^\n]{0,60}(?:~\/?\.(?:ssh|aws|gnupg|kube|config\/gcloud|netrc|npmrc|docker|cursor|claude|codeium|vscode)\b|\.ssh\/|id_(?:rsa|ed25519|dsa|ecdsa)\b|\/etc\/(?:passwd|shadow)\b|\.aws\/credentials|\.cursor\/mcp\.json|claude_desktop_config|\bmcp\.json\b|\.npmrc\b|\.netrc\b|\.pgpass\b)/isu,
  ),
  leaks(
    /(?:读取|讀取|读|打开|прочитай|прочти|読み|읽).{0,20}(?:\.ssh|id_rsa|\.env|\.aws|credentials|密钥|私钥|ключ)/isu,
  ),
  leaks(/(?:~\/\.ssh|id_rsa|\.aws\/credentials).{0,30}(?:読み|読ん|읽|прочит)/isu),
  leaks(
    /\b(?:include|pass|send|put|add|provide|append|attach|insert|copy)\b[^.\n]{0,40}\b(?:contents? of|values? (?:of|from))[^\n]{0,30}(?:\.env\b|environment variables?|secrets?|credentials?|private keys?|config(?:uration)? files?)[^.\n]{0,50}\b(?:parameter|argument|field|as|in|into|to)\b/isu,
  ),
  leaks(
    /\b(?:your|the (?:full|entire|complete|whole|exact)|full|entire|complete|verbatim)\b[^.\n]{0,20}\bsystem (?:prompt|message|instructions?)\b/isu,
  ),
  leaks(
    /\b(?:entire|full|whole|complete|all(?: of)?(?: the)?) (?:conversation|chat|dialogue?|message)(?: history| log)?\b(?:[^.\n]{0,20}\b(?:so far|to date|until now|with the user|verbatim)|[^.\n]{0,30}\b(?:user|they) (?:wrote|said|typed))/isu,
  ),
  leaks(
    /\b(?:everything|anything|all)\b[^.\n]{0,20}\b(?:you thought|you were (?:told|thinking)|the user (?:wrote|said|typed))/isu,
  ),
  leaks(
    /\b(?:chain[- ]of[- ]thought|internal reasoning|hidden reasoning)\b[^.\n]{0,60}\b(?:before|verbatim|you|here|exact)/isu,
  ),
  leaks(
    /\b(?:all|list of|every)\b[^.\n]{0,20}\btools?\b[^.\n]{0,20}\b(?:you (?:can|have|may)|available to you)\b/isu,
  ),
  leaks(
    /\b(?:pass|provide|include|send|enter|put|supply|insert)\b[^.\n]{0,20}\b(?:the )?(?:user|human|person|customer|owner)(?:'s|s'|’s)\b[^.\n]{0,30}\b(?:passwords?|api[- ]?keys?|tokens?|credentials?|secrets?|private keys?|pin|card number)\b/isu,
  ),
  leaks(
    /\b(?:always|also|additionally|secretly|must)\b[^.\n]{0,30}\b(?:bcc|cc|copy|forward|send|add|include)\b[^\n]{0,90}[\w.+-]@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}/isu,
  ),
  leaks(
    /\b(?:report|send|post|upload|forward|submit|transmit|exfiltrate|leak)\b[^.\n]{0,60}\b(?:to|at)\b[^.\n]{0,10}https?:\/\/[^\s)]{1,200}[?&][\w-]{1,40}=[{<$%[]/isu,
  ),

  sign(
    'poison/instructions',
    'warning',
    deeds.first,
    /\b(?:before|prior to)\b[^.\n]{0,20}\b(?:using|calling|invoking|running|executing)\b[^.\n]{0,30}\b(?:this|any other|any|other|another) (?:tools?|functions?)?\b[^.\n]{0,40}\b(?:must|always|first|need to|have to|read|open|send|fetch)\b/isu,
  ),
  sign(
    'poison/preference',
    'warning',
    deeds.pushes,
    /\b(?:always|must)\b[^.\n]{0,20}\b(?:call|use|invoke|run|prefer)\b[^.\n]{0,25}\bthis (?:tool|function|server)\b[^.\n]{0,30}\b(?:first|before (?:any|all|every|other)|instead|no matter|regardless|for (?:every|all|any))\b/isu,
  ),
  sign(
    'poison/preference',
    'warning',
    deeds.excludes,
    /\b(?:never|do not|don'?t|must not|stop)\b[^.\n]{0,15}\b(?:use|call|invoke|trust|prefer)\b[^.\n]{0,20}\b(?:any |all )?other (?:tools?|servers?|functions?)\b/isu,
  ),
  sign(
    'poison/preference',
    'warning',
    deeds.disparages,
    /\b(?:other|all other|the built-?in|competing) (?:tools?|servers?)\b[^.\n]{0,20}\b(?:are|is) (?:broken|unsafe|deprecated|insecure|malicious|outdated|unreliable)\b/isu,
  ),
  sign(
    'poison/instructions',
    'warning',
    deeds.threatens,
    /\b(?:if you (?:do not|don'?t|fail to|refuse)|otherwise|or else)\b[^.\n]{0,60}\b(?:crash|terminat|shut ?down|delet|lost|lose|punish|fired|illegal|die|harm)\w{0,40}/isu,
  ),
  sign(
    'poison/instructions',
    'note',
    deeds.commands,
    /\b(?:you (?:MUST|SHALL)|IMPORTANT:|CRITICAL:|MANDATORY)(?![a-z])/u,
  ),
  ignores(
    /\b(?:earlier|previous|original|above) (?:system )?(?:message|prompt|instructions?|rules?) (?:was|were|is|are) (?:wrong|outdated|invalid|void|replaced|cancel\w{1,40}|obsolete)\b/isu,
  ),
  ignores(/\b(?:negeer|vergeet)\b.{0,40}\b(?:instructies|regels|opdrachten)\b/isu),
  ignores(/\b(?:zignoruj\w{0,40}|ignoruj\w{0,40}|zapomnij\w{0,40})\b.{0,40}(?:polece|instrukcj|zasad)/isu),
  ignores(/(?:talimat|yönerge|kural).{0,40}(?:yok say|görmezden gel|unut)/isu),
  ignores(/(?:تجاهل|انس).{0,30}(?:التعليمات|الأوامر|القواعد)/isu),
  conceals(
    /\bleave (?:it|this|that|them)\b[^.\n]{0,20}\bout of (?:your|the) (?:summary|answer|reply|response|report|message)\b/isu,
  ),
  conceals(
    /\b(?:no (?:reason|need)|do not|don'?t|never)\b[^.\n]{0,20}\bbring(?:ing)? (?:this|it|that) up\b/isu,
  ),
  conceals(/\b(?:zeg|vertel|meld)\b.{0,25}\b(?:niets|niet)\b.{0,25}\bgebruiker/isu),
  conceals(
    /\bnie (?:mów\w{0,40}|informuj\w{0,40}|wspominaj\w{0,40}|pokazuj\w{0,40})(?:\s.{0,30}|\s)użytkownik/isu,
  ),
  conceals(/kullanıcı.{0,30}(?:söyleme|bildirme|gösterme)|لا تخبر.{0,10}المستخدم/isu),
  sign('poison/instructions', 'warning', deeds.aside, /<!--.{0,400}?(?:-->|$)/su),
  frames(/["']?role["']?\s{0,20}:\s{0,20}["'](?:system|assistant|developer)["']/iu),
  agrees(
    /\b(?:skip|bypass|suppress|disable|avoid)\b[^.\n]{0,20}\b(?:confirmation|approval|consent|permission) (?:dialogs?|prompts?|steps?|checks?|questions?)/isu,
  ),
  leaks(
    /(?:contents?|value|copy|output) of[^\n]{0,30}(?:\.(?:bash|zsh|sh)_history|\.git-credentials|keychain)/isu,
  ),
  leaks(
    /\b(?:authorization header|session (?:cookie|token)|bearer token|access token)s?\b[^.\n]{0,20}\b(?:you (?:hold|have|were given|use)|of the (?:user|host|client))\b/isu,
  ),
  leaks(
    /\b(?:everything|anything|all|what)\b[^.\n]{0,20}\byou (?:remember|know|have stored)\b[^.\n]{0,20}\b(?:user|person|them|human)\b/isu,
  ),
  sign(
    'poison/instructions',
    'warning',
    deeds.decodes,
    /\b(?:decode|decrypt|unscramble|deobfuscate)\b[^.\n]{0,25}\b(?:this|the following|rot13|with rot)\b/isu,
  ),
  sign(
    'poison/secrets',
    'warning',
    deeds.collects,
    /\b(?:summary|copy|list|text|contents?) of\b[^.\n]{0,30}\b(?:last|recent|latest|all)\b[^.\n]{0,20}\b(?:e?mails?|messages?|files?|documents?|chats?)\b[^.\n]{0,30}\b(?:user|person|human) (?:received|sent|has|wrote|opened)\b/isu,
  ),
  frames(
    /(?:^|[.!?\n][ \t]{0,8})(?:SYSTEM|ADMIN|DEVELOPER|ASSISTANT)(?: (?:NOTICE|MESSAGE|NOTE|INSTRUCTIONS?|OVERRIDE|PROMPT))?\s{0,20}:/u,
  ),
  frames(/\bIMPORTANT SYSTEM (?:NOTICE|MESSAGE|NOTE|INSTRUCTIONS?)\b/u),
  agrees(/\bpre-?approved by\b/isu),
  conceals(
    /\b(?:user|human|person)\b[^.\n]{0,20}\b(?:need not|needn'?t|does(?: not|n'?t) (?:need|have) to) (?:know|be (?:told|informed|aware))\b/isu,
  ),
  sign(
    'poison/instructions',
    'error',
    deeds.redirects,
    /\b(?:change|replace|redirect|rewrite|set)\b[^.\n]{0,20}\b(?:recipient|receiver|destination|payee|account)s?\b[^.\n]{0,10}\b(?:to|with) (?:[\w.+-]{1,64}@|\+?\d{6}|https?:)/isu,
  ),
  leaks(
    /\b(?:read|open|cat|load|send|include|pass|attach|upload|sende?|lies|lee|lis)\b[^\n]{0,40}(?:~\/|\.\/|\s|`)\.env\b(?!\.(?:example|sample|template))[^.\n]{0,60}\b(?:and|to|in|into|as|an|an)\b/isu,
  ),
  leaks(
    /\b(?:include|pass|send|attach|upload|post|forward|copy|provide)\b[^.\n]{0,40}\b(?:contents? of )?the user(?:'s|’s) (?:private|personal|secret|local|home|environment|ssh|config\w{0,40})\b/isu,
  ),
  leaks(
    /\b(?:call|send|post|forward|upload|attach|include|copy|submit|transmit)\b[^.\n]{0,60}\b(?:(?:full|entire|whole|complete) (?:conversation|chat)|(?:conversation|chat) (?:history|context|log|list))\b/isu,
  ),
  leaks(
    /\b(?:contents? of|values? of|all)\b[^.\n]{0,20}\b(?:user(?:'s|’s)|host(?:'s|’s)) environment variables?\b/isu,
  ),
  leaks(
    /\b(?:attach|include|send|forward|collect|pass)\b[^.\n]{0,50}\b(?:any|all|every)\b[^.\n]{0,15}\b(?:api[_ -]?keys?|passwords?|tokens?|secrets?|credentials?)\b[^.\n]{0,15}\byou (?:find|see|have|know)\b/isu,
  ),
  leaks(
    /\b(?:only|used?|needed) for the (?:ssh|private|api|secret) key\b|\bupload(?:s|ing)? (?:local |the )?(?:credentials|secrets|private keys|ssh keys)\b/isu,
  ),
  frames(
    /\b(?:disable|remove|drop|turn off)\b[^.\n]{0,20}\b(?:safety|content)\b[^.\n]{0,12}\b(?:restrictions?|filters?|rules?|guidelines?|controls?)\b/isu,
  ),
  frames(/\bact as an? (?:jailbroken|unrestricted|unfiltered|uncensored)\b/isu),
];

/** Names of parameters through which what nobody meant to give is given. */
export const ASKING_NAMES: RegExp =
  /(?:^|_)(?:system_?prompt|chain_?of_?thought|conversation_?(?:history|so_?far|log)|chat_?history|tool_?call_?history|(?:available|all)_?tools|tools?_?list|model_?name_?and_?version)$|(?:content|contents|reading|read|dump|from|of)_(?:\w{1,40}_)?(?:ssh|id_?rsa|private_?key|passwd|env|environment|credentials|secrets?)\w{0,20}$/iu;
