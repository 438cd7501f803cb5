/**
 * What a word in an argument's name says.
 * audience: people and places where people read · address: how something is reached · direction: whither ·
 * object: the thing acted on · secret, date, amount, power: values that decide the effect · text: free text ·
 * code: text that is run · paging, format: the shape of the answer · generic: nothing without its neighbours.
 */
export type WordClass =
  | 'audience'
  | 'address'
  | 'direction'
  | 'object'
  | 'secret'
  | 'date'
  | 'amount'
  | 'power'
  | 'text'
  | 'code'
  | 'paging'
  | 'format'
  | 'generic';

/** One language's words, in the singular and in lower case. */
export interface RoleWords {
  readonly classes: Readonly<Record<WordClass, string>>;
  /** Words for what tells one thing from another of its kind; nobody chooses them. */
  readonly identifier: string;
  /** A name of a person, not of a thing: `first_name`. */
  readonly personal: string;
  /** A name that is only shown: `display_name`. */
  readonly shown: string;
  /** Left of `key`: `api_key`. */
  readonly keyOf: string;
  /** Left of `code`, and it is still something that runs: `source_code`. */
  readonly codeOf: string;
  /** Flags that only shape the answer begin with these. */
  readonly showing: string;
  /** What such flags show besides what other arguments are called: `include_images`. */
  readonly shownWith: string;
  /** Flags with one of these reach further, whatever they begin with. */
  readonly enlarging: string;
  /** Free text where the description speaks of a gathering, else a place that decides. */
  readonly place: string;
  /** Objects of any shape that are only carried along. */
  readonly carried: string;
  /** Text beside what is run that only speaks about it: `run_command{command, description}`. */
  readonly commentary: string;
  /** Text that is only what something is made of, and no kind of thing: `delete_text`. */
  readonly material: string;
  /** Text that says why something is done, and not to what. */
  readonly justifying: string;
  /** Text that tells an agent or a model what to do, wherever something is changed by it. */
  readonly instructing: string;
  /** In the name of a tool: it is a shell, or something like one. */
  readonly shell: string;
  /** In the name of a tool: verbs that run something, what they run or run it in, and words that only join. */
  readonly running: string;
  readonly runnable: string;
  readonly joining: string;
  /** In the name of a tool: programs that run what they are given, and those whose names also mean something else. */
  readonly program: string;
  readonly programAlone: string;
  /** In the name of a tool: verbs by which text is typed; and where it is typed, also as an argument. */
  readonly typing: string;
  readonly typedInto: string;
  /** A session is typed into where nobody is written to. */
  readonly context: string;
  /** Arguments that say where on a page something is typed. */
  readonly pageElement: string;
  /** In the name of a tool: what runs by itself later. */
  readonly scheduled: string;
  /** Text that asks a database, or has it change something. */
  readonly querying: string;
  /** In the name of a tool: an agent, and verbs that only tell of one. */
  readonly agent: string;
  readonly telling: string;
  readonly descriptions: {
    readonly code: RegExp;
    readonly address: RegExp;
    readonly date: RegExp;
    /** At the beginning of a description, where it says what the argument is. */
    readonly object: RegExp;
    readonly text: RegExp;
    readonly paging: RegExp;
    readonly creation: RegExp;
    readonly gathering: RegExp;
    /** Of a tool: it runs what it is given, types it where commands are typed, sets it up to run later, or is an agent. */
    readonly executes: RegExp;
    readonly types: RegExp;
    readonly schedules: RegExp;
    readonly instructs: RegExp;
  };
}

/** Something that runs: in any of the usual languages, because descriptions mix them. */
const RUNNABLE = String.raw`(?:commands?|scripts?|snippets?|programs?|statements?|shell|bash|zsh|powershell|applescript|terminal|python|javascript|node\.?js|sql|code(?! (?:review|analysis|quality|coverage|search))|befehle?n?|skripte?|commandes?|comandos?)`;
const RUNS = String.raw`(?:run(?:s|ning)?|execut(?:e|es|ed|ing|ion|or)|evaluat(?:e|es|ed|ing|ion)|interpret(?:s|ed|ing)?|invok(?:e|es|ed|ing)|eval|führt|ausführ(?:en|t|ung)|exécut\p{L}*|ejecut\p{L}*)`;
const WITHIN = String.raw`[^.;\n]{0,80}?`;
const RUNS_WHAT_IT_IS_GIVEN = new RegExp(
  String.raw`(?<!\p{L})${RUNS}(?!\p{L})${WITHIN}(?<!\p{L})${RUNNABLE}(?!\p{L})|(?<!\p{L})${RUNNABLE}(?!\p{L})${WITHIN}(?<!\p{L})(?:execut(?:ed|ion|or)|evaluat(?:ed|ion)|interpreted|ausgeführt|ausführ(?:en|ung)|exécutée?s?)(?!\p{L})|(?<!\p{L})executed in${WITHIN}(?<!\p{L})${RUNNABLE}(?!\p{L})`,
  'iu',
);
/** Keys and text for a terminal or a process; a session only where something is typed or pasted into it. */
const TERMINAL = String.raw`(?:terminals?|tty|pty|consoles?|tmux|panes?|stdin|standard input|shells?|repl|process(?:es)?|command line|prompt line)`;
const TYPES_WHAT_IT_IS_GIVEN = new RegExp(
  String.raw`\b(?:typ(?:es?|ing)|past(?:es?|ing)|press(?:es|ing)?|feeds?)\b${WITHIN}\b(?:${TERMINAL}|sessions?)\b|\b(?:sends?|writ(?:es?|ing)|puts?|inputs?|injects?)\b${WITHIN}\b(?:in)?to\b${WITHIN}\b${TERMINAL}\b|\b(?:sends?|typ(?:es?|ing)|injects?|simulates?)\b${WITHIN}\b(?:key ?strokes?|keyboard)\b`,
  'i',
);
const IS_AN_AGENT =
  /\b(?:ai|llm|autonomous|coding|another|remote|background|sub-?)[ -]?(?:agents?|assistants?)\b|\b(?:ai|language|llm)[ -]?models?\b[^.;\n]{0,60}?\b(?:carr|perform|execut|act|do)\w*|\b(?:to|with|by) (?:the|an?) (?:agent|assistant|chatbot)\b|\bdelegat(?:es?|ing)\b[^.;\n]{0,40}?\b(?:agents?|assistants?|models?)\b|\bagent(?:ic)? (?:that|loop|which|session)\b/i;

const ENGLISH: RoleWords = {
  classes: {
    audience: `addressee assignee attendee audience bcc beneficiary cc channel chat collaborator creditor
      follower guest invitee member participant payee receiver recipient reviewer room subscriber user username
      watcher`,
    address: `account address bic callback contact domain email emailaddress endpoint fax host hostname href iban ip link mail
      mobile phone proxy remote site swift tel telephone upn uri url wallet webhook webpage website`,
    direction: `dest destination export forward into outgoing output redirect sink target to upload`,
    object: `app application arn base board branch bucket card cluster collection commit component container cycle
      database dataset db deployment device dir directory doc document drive driver element entity environment etag
      event field file filename filepath folder group guid handle hash id identifier index instance issue item job key
      label library list locator milestone module name namespace node number object org organisation organization
      owner package parent path pipeline pod pr product project pull record ref reference release repo repository
      resource row run schema section selector series service session sha sheet sid slug snapshot space sprint story
      subscription table tag task team template tenant thread ticket topic uid uuid version view volume workspace
      worksheet`,
    secret: `apikey auth authorization certificate cookie credential otp passphrase passwd password pin secret
      signature token`,
    date: `after at before cron date datetime day deadline due duration end expiration expire expiry month recurrence
      recurring schedule since start time timestamp timezone until week when year`,
    amount: `amount balance budget cost currency discount fee payment price qty quantity salary sum tip total`,
    power: `access action admin force grant grantee operation overwrite permission privacy privilege public rights role
      scope share sharing status visibility`,
    text: `abstract answer attachment bio body caption category comment content context description excerpt
      filter glob goal heading headline hint html instruction intent keyword markdown media message note paragraph
      pattern prompt q query question reason regex remark search subject subtitle summary term text thought title`,
    code: `arg argument argv bash cmd command cypher eval expression formula graphql javascript kql lua powershell
      program python script shell sql`,
    paging: `batch continuation count cursor limit max maximum min minimum n next nextcursor nexttoken offset orderby page
      pagesize pagetoken pagination paging per perpage result skip skiptoken sortby top`,
    format: `align alignment angle axis background border bottom color colour compact contenttype decimal delay detail
      detailed dpi encoding expand font format gap height icon indent lang language layout left
      legend length line locale margin mime minimal ms opacity order ordering orientation padding
      palette pixel position precision pretty quality radius ratio raw retry right scale scroll second select sort style
      texture theme thumbnail timeout tooltip transparency unit verbose verbosity wait width x xml y z zoom`,
    generic: `array by class data default entry flag info input kind metadata new option other param
      parameter property setting size string type value`,
  },
  identifier: 'arn etag guid hash id identifier number sha sid uid uuid',
  personal: 'family first full given last legal maiden middle nick sur',
  shown: 'display friendly pretty',
  keyOf: 'access api encryption host license master private public secret shared signing ssh',
  codeOf: 'bash custom javascript js lua program python r ruby script shell source sql typescript user',
  showing: 'exclude expand fetch include omit return show with',
  shownWith:
    'change diff example favicon header highlight history image patch picture preview reaction reply score snippet stat statistic video',
  enlarging: `all archive archived child children cascade confidential credential deleted descendant external guest hidden inherit
    internal key nested password personal pii private public recursive recursively secret sensitive sub subaccount system token`,
  place: 'location place venue where',
  carried: 'attachment enclosure media',
  commentary:
    'caption category comment description headline heading hint note reason remark subtitle summary thought title',
  material: 'body content html markdown text',
  justifying: 'comment explanation justification reason remark thought',
  instructing: 'directive goal instruction objective prompt',
  shell: 'bash cmd eval exec interpreter powershell pwsh repl sh shell terminal zsh',
  running: 'evaluate execute interpret invoke launch run spawn start trigger',
  runnable: `applescript bash browser cell code command container cypher expression function graphql host javascript job js kql lambda lua machine node
    notebook page pipeline playwright process program python query remote ruby sandbox script server snippet sql statement
    task typescript vm workflow`,
  joining: 'a an any arbitrary as async at custom given in my now on raw sync the this to user with',
  program: `ansible applescript awk cqlsh docker helm irb jq kubectl lldb gdb mongosh mysql osascript perl php pip podman psql
    python rsync scp sed sftp sqlcmd sqlite sqlplus ssh sudo systemctl telnet terraform tmux wsl xargs`,
  programAlone: 'deno go java julia lua make nc node r ruby scheme screen sql su swift',
  typing: 'enter feed inject input paste press send stdin type write',
  typedInto: 'console keyboard keypress keys keystroke pane process pty repl stdin terminal tmux tty',
  context: 'session window',
  pageElement: 'element field locator ref selector uid xpath',
  scheduled: 'cron crontab cronjob daemon job pipeline playbook workflow',
  querying: 'query',
  agent: 'agent ai assistant bot chatbot chatgpt claude codex copilot gemini gpt llm subagent',
  telling: 'browse count describe fetch find get list lookup query read search show view',
  descriptions: {
    code: /\b(?:sql|kql|graphql|cypher|shell|bash|powershell|javascript|js|typescript|python|lua|wasm|jsonata)\b[\s-]{0,4}(?:quer|code|command|script|expression|statement|function|snippet|source|string)|\b(?:code|command|script|expression|function|statement)s? to (?:be )?(?:run|execute|evaluate)/i,
    address:
      /\b(?:urls?|uris?|e-?mail address(?:es)?|webhooks?|hostnames?|ip address(?:es)?|phone numbers?|iban)\b/i,
    date: /\b(?:yyyy|iso[ -]?8601|rfc[ -]?3339|timestamp|date|datetime|iso format)\b/i,
    object:
      /^(?:(?:the|a|an|optional|required|unique|comma[ -]separated|list of|array of) ){0,3}(?:[\w-]{1,30} ){0,2}(?:ids?|identifiers?|names?|uuids?|keys?|slugs?|paths?)\b/i,
    text: /^(?:(?:the|a|an|optional|your|list of|new) ){0,3}(?:(?:free-?form|human[ -]readable|plain|natural language|short) ){0,2}(?:text|messages?|contents?|body|title|description|comments?|notes?|summary|questions?|search (?:quer|term|string|text))/i,
    paging:
      /\b(?:number|count|amount) of [\w ]{1,40}to (?:return|fetch|list|show|retrieve|include|skip|display)|\bper page\b|\bpage (?:size|number)\b/i,
    creation: /\bto (?:be )?create[d]?\b|\bnew\b|\bto add\b/i,
    gathering: /\b(?:event|meeting|appointment|invitation|party|session)s?\b/i,
    executes: RUNS_WHAT_IT_IS_GIVEN,
    types: TYPES_WHAT_IT_IS_GIVEN,
    schedules:
      /\bcron[ -]?(?:tabs?|jobs?)\b|\bscheduled (?:job|script|command)s?\b|\bsystemd (?:unit|timer)s?\b|\blaunchd\b/i,
    instructs: IS_AN_AGENT,
  },
};

/** Another language is another row. */
export const ROLE_WORDS: readonly RoleWords[] = [ENGLISH];

export type RoleWordList = Exclude<keyof RoleWords, 'classes' | 'descriptions'>;
export type DescriptionSign = keyof RoleWords['descriptions'];

/** Most careful first: a word that two languages read differently takes the more careful class. */
const BY_CARE: readonly WordClass[] = [
  'code',
  'direction',
  'audience',
  'address',
  'secret',
  'power',
  'amount',
  'date',
  'object',
  'text',
  'paging',
  'format',
  'generic',
];

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

const CLASS_OF: ReadonlyMap<string, WordClass> = new Map(
  BY_CARE.toReversed().flatMap((name) =>
    ROLE_WORDS.flatMap((language) =>
      wordsOf(language.classes[name]).map((word): [string, WordClass] => [word, name]),
    ),
  ),
);

const listOf = (list: RoleWordList): ReadonlySet<string> =>
  new Set(ROLE_WORDS.flatMap((language) => wordsOf(language[list])));

const LISTS: Readonly<Record<RoleWordList, ReadonlySet<string>>> = {
  identifier: listOf('identifier'),
  personal: listOf('personal'),
  shown: listOf('shown'),
  keyOf: listOf('keyOf'),
  codeOf: listOf('codeOf'),
  showing: listOf('showing'),
  shownWith: listOf('shownWith'),
  enlarging: listOf('enlarging'),
  place: listOf('place'),
  carried: listOf('carried'),
  commentary: listOf('commentary'),
  material: listOf('material'),
  justifying: listOf('justifying'),
  instructing: listOf('instructing'),
  shell: listOf('shell'),
  running: listOf('running'),
  runnable: listOf('runnable'),
  joining: listOf('joining'),
  program: listOf('program'),
  programAlone: listOf('programAlone'),
  typing: listOf('typing'),
  typedInto: listOf('typedInto'),
  context: listOf('context'),
  pageElement: listOf('pageElement'),
  scheduled: listOf('scheduled'),
  querying: listOf('querying'),
  agent: listOf('agent'),
  telling: listOf('telling'),
};

/** A word and what it may be the plural of; nothing too short, or `yes` would be many a `y`. */
const forms = (word: string): readonly string[] => [
  word,
  word.replace(/(?<=..)s$/, ''),
  word.replace(/(?<=...)es$/, ''),
  word.replace(/(?<=..)ies$/, 'y'),
];

export const classifyWord = (word: string): WordClass | undefined => {
  for (const form of forms(word)) {
    const found = CLASS_OF.get(form);
    if (found !== undefined) return found;
  }
  return undefined;
};

export const isInWordList = (list: RoleWordList, word: string | undefined): boolean =>
  word !== undefined && forms(word).some((form) => LISTS[list].has(form));

export const matchesDescription = (sign: DescriptionSign, description: string): boolean =>
  ROLE_WORDS.some((language) => language.descriptions[sign].test(description));

const MAX_NAME = 128;

/** `toRecipients`, `to_recipients`, `TO-recipients2` → `to`, `recipients`. */
export const splitName = (name: string): readonly string[] => {
  const known = split.get(name);
  if (known !== undefined) return known;
  const words = Object.freeze(wordsIn(name));
  if (split.size >= MAX_SPLIT) split.clear();
  split.set(name, words);
  return words;
};

/** Names of arguments come again with every call. */
const split = new Map<string, readonly string[]>();
const MAX_SPLIT = 1000;

const wordsIn = (name: string): readonly string[] =>
  name
    .slice(0, MAX_NAME)
    // `userIDs` holds ids, not `i` and `ds`.
    .replace(/\p{Lu}{2,8}s(?!\p{Ll})/gu, (unit) => unit.slice(0, 1) + unit.slice(1).toLowerCase())
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());

/** Path syntax has three marks of its own; a name that holds them is escaped, so that no name can pose as a path. */
export const escapeName = (name: string): string =>
  /^\w+$/.test(name) ? name : name === '*' ? String.raw`\*` : name.replace(/[\\.[]/g, String.raw`\$&`);
