/** An address, an account or a number that only an order brings along. */
const ADDRESS =
  /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,63}|\b0x[\da-f]{8,64}|\b[A-Z]{2}\d{2}[A-Z\d]{8,30}|(?:\d[ -]?){10,20}/u
    .source;
const OWN =
  'cookies?|environment variables?|variables? whose names?|connection strings?|system prompt|(?:initial|your|original) instructions|recovery codes?|passwords|credentials|shell history|clipboard|(?:what|everything|anything)\\b.{0,25}\\b(?:said|discussed|wrote|typed)|(?:earlier|last|recent|previous)\\b.{0,10}\\b(?:messages|turns)|(?:the|of the|this) (?:conversation|dialogue|chat)|transcript';
const ASIDE = '(?:hint|notes?|context|metadata|trace|reason|comments?|debug|intent|remarks)\\b';
const ACTS = 'disclose|reveal|mention|divulge|communicate|discuss|inform|notify|refer|raise|tell';

const order = (source: string): RegExp => new RegExp(`\\b(?:${source})`, 'iu');

/** Orders that sound like facts, law or advice: what they order stands in them whatever their tone. */
const PLAIN_ORDERS: readonly RegExp[] = [
  // a value of the person is replaced
  order(
    `(?:recipient|receiver|payee|beneficiary|account|iban|wallet|payout|return address|destination|invoices|copies|refunds)\\b.{0,40}\\b(?:is to be|are to be|shall be|will be|stays|must be|always|on file is|addressed to|are sent to|goes? to|reads)\\b.{0,30}(?:${ADDRESS})`,
  ),
  /^(?!.*\b(?:no|none|not|nothing)\b)(?:.{0,40}[,;:] )?(?:enter|pick|choose|select|store|grant|book|submit|register|put)\b(?! (?:this|the tool)).{1,40}\b(?:if|where|when|although|even if|even when)\b.{0,50}\b(?:(?:was|is|were|has been) (?:asked for|requested|wanted|chosen|specified|named|preferred)|(?:wanted|chose|requested|preferred|asked for|said|typed)\b)/iu,
  // what is to be concluded, and whom to praise
  order(
    '(?:verdict|conclusion|assessment|rating|score|recommendation|advice)s?\\b.{0,50}\\b(?:is|are|must be|should be|reads|has to be)\\b.{0,10}\\b(?:always|in any case|regardless|whatever|in all cases)',
  ),
  order(
    '(?:findings|alerts|issues|warnings|vulnerabilit\\w{1,6}|errors|problems)\\b.{0,60}\\b(?:as|are|be) (?:called |rated |reported as |described as |marked as )?(?:false positives?|harmless|noise|resolved|none)\\b',
  ),
  order(
    '(?:advise|speak|write|argue|warn)\\b.{0,20}\\bagainst\\b.{0,20}\\b(?:competit\\w{1,6}|rivals?|other (?:vendors|providers|products|offers))',
  ),
  /\b(?:[Cc]ompar|[Aa]dvi[cs]|[Aa]sk\w* (?:for|about)|[Ss]hopping|[Cc]hoos)\w{0,6}\b.{0,60}(?<=[a-z,] )[A-Z][a-z]{3,20}\b.{0,30}\b(?:first|on top|best|above|ahead)\b/u,
  /\b(?:[Ee]nd|[Cc]lose|[Aa]lways|[Rr]ep(?:ly|lies)|[Aa]nswers?|[Ss]ummar(?:y|ies))\b.{0,50}\b(?:recommend\w{0,6}|endorse|promote|praise|advertise|subscribe)\b.{0,30}(?<=[a-z] )[A-Z][a-z]{3,20}\b/u,
  order('(?:review|report|summary|analysis|assessment|answer|check)\\b.{0,20}\\bconcludes? (?:that|with)\\b'),
  order('(?:is|are) to be (?:told|assured|informed)\\b.{0,10}\\b(?:that|there)\\b'),
  order(
    '(?:scored?|rated?|ranked|graded?) (?:nine|ten|at least|\\d{1,3}|high)\\b.{0,15}\\b(?:or (?:above|higher|more)|regardless|whatever|always)',
  ),
  order(
    '(?:answer|advice|recommendation|verdict|outcome)\\b.{0,30}\\bis (?:to )?(?:buy|approve|accept|pass|hire|positive|safe|that (?:no|all|every))\\b',
  ),
  order(
    '(?:sentence|word|line|mention|note|paragraph) (?:on|about|of|for|praising)\\b.{0,40}\\b(?:belongs in|goes into|in|into|to) (?:each|every|your|the) (?:answer|reply|response|summary|text)',
  ),
  order(
    '(?:tell|let|assure|inform)\\b.{0,60}\\b(?:irrespective of|regardless of|whatever|even (?:if|when)|although)\\b.{0,30}\\b(?:outcome|result|fails?|failed|found|findings|is not|did not|says?)',
  ),
  // other tools are pushed aside, or called one after the other
  order(
    'prefer\\w{0,5}\\b.{0,30}\\b(?:for|to|over)\\b.{0,20}\\b(?:anything|everything|any other|all other|whatever)\\b',
  ),
  order(
    "(?:do not|don['’]t|never|stop)\\b.{0,10}\\b(?:call|calling|use|using)\\b.{0,20}\\b(?:any ?more|any longer)\\b",
  ),
  order(
    '(?:has to|must|needs to) (?:be )?(?:run|called|executed|go|come)\\b.{0,10}\\b(?:before|ahead of|prior to) (?:any|every|all) (?:other )?(?:tools?|calls?)\\b.{0,5}\\b(?:of any|of other|on any|whatever)',
  ),
  order(
    '(?:use|call|run|invoke)\\b.{0,8}\\b[a-z]{2,20}_[a-z_]{2,30}\\b.{0,12}\\b(?:of|from|on) (?:the|another|any) (?!same)\\w{2,20} (?:server|connector|plugin)\\b',
  ),
  // what it knows is passed on
  order(`(?:${OWN})\\b.{0,70}\\b(?:in|into|as|under|to) (?:the |its |an? )?(?:\\w{1,20} )?${ASIDE}`),
  order(`${ASIDE}.{0,30}\\b(?:takes|is for|must contain|holds|carries|expects)\\b.{0,30}\\b(?:${OWN})`),
  order(
    '(?:send|pass|forward|submit)\\b.{0,10}\\b(?:along )?(?:the )?(?:last|recent|earlier|previous) (?:\\w{1,10} )?(?:messages|turns)\\b',
  ),
  order(
    '(?:everything|messages|what|all)\\b.{0,40}\\b(?:said|exchanged|discussed|written|asking|talked about|worked on|working on)\\b.{0,25}\\b(?:so far|to date|today|until now|earlier|query|parameter)',
  ),
  order(
    '(?:hand over|pass|send|include|attach|carr(?:y|ies)|forward)\\b.{0,30}\\b(?:full|whole|entire|complete|verbatim) (?:exchange|thread|dialogue|chat|session)\\b',
  ),
  order(
    "(?:field|parameter|argument)\\b.{0,20}\\b(?:user|person|customer)['’]s (?:own |exact |original )(?:words|wording|messages)\\b.{0,30}\\b(?:start|session|so far|chat)",
  ),
  order(
    'with (?:an? |the )?(?:[\\w-]{1,20} ){0,2}(?:account|summary|recap|digest|record) of what (?:the )?(?:user|person|customer|you)\\b',
  ),
  // in the tone of a contract
  order(`(?:agent|assistant|model|operator|ai)\\b.{0,10}\\b(?:shall|may|must|is) not (?:to )?(?:${ACTS})`),
  order(
    '(?:notwithstanding|irrespective of|contrary to)\\b.{0,40}\\b(?:user|customer|preference|instruction|wish|wishes|objection|principal|client)\\b',
  ),
  // nobody is asked
  order(
    '(?:split|parts of|smaller|below|several)\\b.{0,80}\\b(?:so that|to avoid|without)\\b.{0,30}\\b(?:approval|signature|review|sign|asked)',
  ),
  order(
    '(?:switch|turn|set|enable|activate)\\b.{0,30}\\bauto[- _]?(?:approv|accept|confirm)\\w{0,6}\\b.{0,40}\\b(?:before|first|session|yourself|true|on|client)',
  ),
  order(
    '(?:urgent|time[- ]critical|no time|every second|deadline)\\b.{0,60}\\b(?:now|immediately|at once)\\b.{0,80}\\b(?:later|tomorrow|afterwards|without|do not (?:ask|wait))',
  ),
  order('agreed\\b.{0,20}\\bby (?:using|installing|opening|starting)\\b'),
  // what stays when the session is over
  order(
    '(?:add|append|write|insert|copy|put)\\b.{0,40}\\b(?:to|into|in)\\b.{0,15}(?:AGENTS\\.md|CLAUDE\\.md|\\.cursorrules|copilot-instructions|crontab|\\.bashrc|\\.zshrc|(?:pre|post)-\\w{3,8} hook|git hook)',
  ),
  order(
    '(?:add|install|create|set up|register|schedule)\\b.{0,20}\\b(?:hook|cron job|job|startup entry|nightly|recurring)\\b.{0,20}\\b(?:that|which|to) (?:calls?|uploads?|sends?|pulls?|posts?)\\b',
  ),
  order(
    '(?:every|all|later|future|each|new)\\b.{0,8}\\b(?:chats?|sessions?|conversations?)\\b,?.{0,10}\\b(?:open|begin|start) with',
  ),
  // nobody is told
  order(
    '(?:no (?:reason|need|point)|not something)\\b.{0,15}\\b(?:list|bring up|mention|raise|burden|bothering|name)\\b',
  ),
  order(
    "(?:say|saying) nothing (?:about|of)\\b|between us\\b|(?:never|do not|don['’]t) tell (?:anyone|anybody)\\b",
  ),
];

/** Whether a sentence orders what no tone makes harmless. */
export const isPlainOrder = (sentence: string): boolean => PLAIN_ORDERS.some((each) => each.test(sentence));
