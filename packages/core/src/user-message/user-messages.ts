import { classifyWord, isInWordList } from '../vocabulary/role-words.ts';
import { addressKey, isFileName } from './address.ts';
import type { Day } from './date.ts';
import { parseDay, hasDay } from './date.ts';
import { MAX_PROMPT } from './extract-intent.ts';
import { listFoldersAbove } from './folders-above.ts';
import { isKindWord, isWordForKind } from './kind.ts';
import type { ActionKind, IdentityWords } from './language.ts';
import { LANGUAGES, splitWordList } from './language.ts';
import type { Literals, Utterance } from './literals.ts';
import { foldCase, isRequestedLine, joinAccounts, readUtterance, stripPossessive } from './literals.ts';
import { isNumeral, parsePlainNumber } from './number.ts';
import { isDayFor } from './requested-days.ts';
import { BREAK, SENTENCE_STOP, isWordToken, tokenise } from './tokens.ts';
import { findActions } from './verb-table.ts';

/** Products whose names stand in requests as the way something is done: "post it on Slack" names no channel. */
const PRODUCTS = `airtable alexa amazon android apple asana atlassian aws azure basecamp bing bitbucket box brave calendar
  calendly canva chatgpt chrome claude clickup codex confluence copilot cursor datadog discord docs docusign drive dropbox
  edge evernote excel facebook figma firebase firefox freshdesk gcp gemini github gitlab gmail google grafana hangouts
  heroku hubspot icloud imessage instagram intercom ios iphone jenkins jira keynote kubernetes lark linear linkedin linux
  mac macos mailchimp mastodon meet messenger microsoft miro monday mongodb mysql netlify notion numbers office okta
  onedrive onenote openai outlook pagerduty pages paypal pinterest postgres powerpoint quickbooks reddit redis rocketchat
  safari salesforce sendgrid sentry servicenow sharepoint sheets shopify signal siri skype slack slides snowflake spotify
  stripe supabase tableau teams telegram terraform tiktok todoist trello twilio twitter ubuntu venmo vercel vimeo vscode
  webex wechat whatsapp windows word wordpress workday xero yahoo youtube zapier zendesk zoho zoom`;

const NO_NAMES: ReadonlySet<string> = new Set([
  ...LANGUAGES.flatMap(({ months, weekdays }) => [...months, weekdays]).flatMap(splitWordList),
  ...splitWordList(PRODUCTS),
]);

/** A weekday, a month or a product, folded: people write it with a capital and after "to", and name nobody by it. */
const isNoName = (word: string): boolean => NO_NAMES.has(word);

export type { Utterance } from './literals.ts';

const EMPTY_WORDS: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap((language) => splitWordList(language.empty)),
);
const SELF_WORDS: readonly string[] = LANGUAGES.flatMap((language) => splitWordList(language.self));
const RIGHTS: ReadonlySet<string> = new Set(LANGUAGES.flatMap((language) => splitWordList(language.rights)));

/** Characters that turn into plain letters when case or accents are evened out: they are there to deceive. */
const hasDisguise = (value: string): boolean =>
  // eslint-disable-next-line no-control-regex
  [...value].some((character) => character > '\u007F' && /^[\x00-\x7F]+$/.test(foldCase(character)));

/** Values in which every character counts: addresses, paths, accounts, secrets. */
const isExact = (value: string): boolean => /[\d@/\\:]/.test(value) || hasDisguise(value);

/** Whether a word, in lower case, occurs in everything. */
export const isEmptyWord = (word: string): boolean => EMPTY_WORDS.has(word);

/** Whether a text says something, or is only words that occur in everything. */
const isTelling = (tokens: readonly string[]): boolean =>
  tokens.some((token) => isWordToken(token) && !EMPTY_WORDS.has(foldCase(token)));

const namesWord = (literals: Literals, value: string): boolean =>
  literals.exact.has(value) || (!isExact(value) && literals.folded.has(foldCase(value)));

const startsWithAt = (tokens: readonly string[], part: readonly string[], at: number): boolean =>
  part.every((token, index) => tokens[at + index] === token);

/** Several words count only as they were written: no sign more, no space other. */
const namesWords = (literals: Literals, value: string, tokens: readonly string[]): boolean => {
  if (hasDisguise(value) || value.trim() !== value || !literals.line.includes(foldCase(value))) return false;
  if (/[@/\\]/.test(value) && !literals.intent.includes(value)) return false;
  const part = tokens.map((token) => foldCase(stripPossessive(token)));
  return literals.tokens.some((_, at) => startsWithAt(literals.tokens, part, at));
};

export const namesText = (literals: Literals, written: string): boolean => {
  if (written.length > MAX_PROMPT) return false;
  // A person may write an account in any groups; a program is taken at its word.
  const value = /[\u00A0\u202F-]/.test(written) ? written : joinAccounts(written);
  const unmarked = value.replace(/^[#@](?=\p{L}[\p{L}\p{N}_-]*$)/u, '');
  if (unmarked !== value && namesText(literals, unmarked)) return true;
  if (literals.quoted.has(value) || (!isExact(value) && literals.quotedFolded.has(foldCase(value))))
    return true;
  const key = addressKey(value);
  if (key !== undefined && literals.addresses.has(key)) return true;
  const tokens = tokenise(value);
  if (!isTelling(tokens)) return false;
  const [first, ...rest] = tokens;
  return rest.length === 0
    ? first === value && namesWord(literals, value)
    : namesWords(literals, value, tokens);
};

/** A value that begins with a negation, written out: "no longer needed". Under no other negation. */
export const namesNegated = ({ clauses }: Literals, value: string): boolean => {
  const words = tokenise(value).map(foldCase);
  if (words.length < 2) return false;
  return clauses.some(
    ({ affirmed }, at) =>
      !affirmed &&
      clauses[at - 1]?.affirmed !== false &&
      words.every((word, index) => clauses[at + index]?.word === word),
  );
};

/** A short identifier is one a person writes for many things: it needs its kind beside it. */
const SHORT_TEXT = 3;
const SHORT_NUMBER = 5;

const isShort = (id: string): boolean =>
  parsePlainNumber(id) === undefined ? id.length <= SHORT_TEXT : id.length <= SHORT_NUMBER;

const LISTING: ReadonlySet<string> = new Set([',', 'and', 'or', 'und', 'oder', 'et', 'ou', 'y', 'o', '&']);
/** Words that point from a kind of thing to which one: "the file with ID 11". */
const POINTING: ReadonlySet<string> = new Set([
  '#',
  BREAK,
  'are',
  'is',
  'no',
  'nos',
  'nr',
  'of',
  'the',
  'with',
]);
const POINTING_BACK = 12;

const isKindLike = (word: string): boolean => {
  const found = classifyWord(word);
  return isKindWord(word) || found === 'object' || found === 'audience' || found === 'address';
};

/** Whether the words right before one say that it is which one of a kind: event 13 is not file 13. */
const pointsAt = (tokens: readonly string[], at: number, resource: string): boolean => {
  let pointing = false;
  for (let before = at - 1; before >= Math.max(0, at - POINTING_BACK); before--) {
    const token = tokens[before] ?? SENTENCE_STOP;
    if (POINTING.has(token) || isInWordList('identifier', token)) pointing = true;
    // "look at #210": the sign points, where no kind stands before it
    else if (before === at - 1 && (tokens[at] ?? '').startsWith('#') && !isKindLike(token)) return true;
    // "events 3 and 4" names two; "order 7731 with 350" does not name two orders
    else if (!(LISTING.has(token) || isNumeral(token)) || pointing) return isWordForKind(token, resource);
  }
  return false;
};

/** Where a name of one or more words stands. */
const placesOf = ({ tokens }: Literals, name: readonly string[]): readonly number[] =>
  name.length === 0 ? [] : [...tokens.keys()].filter((at) => startsWithAt(tokens, name, at));

/** "the general channel", "channel general", "#general", "in 'general'". */
const isMarked = (said: Literals, name: readonly string[], kind: string): boolean => {
  const word = name.join(' ');
  if (said.quotedFolded.has(word)) return true;
  if (said.tokens.some((token) => token === `#${word}` || token === `@${word}`)) return true;
  return placesOf(said, name).some((at) => {
    const [before = SENTENCE_STOP, after = SENTENCE_STOP] = [
      said.tokens[at - 1],
      said.tokens[at + name.length],
    ];
    return isWordForKind(before, kind) || isWordForKind(after, kind);
  });
};

/** "post it to general", "invite lena", "send lena the list"; not "post updates to general". */
const isAddressed = (said: Literals, name: readonly string[]): boolean => {
  const { tokens, tongues, asked } = said;
  const isListed = (list: 'directions' | 'addressing' | 'articles', word: string): boolean =>
    tongues.some((tongue) => tongue[list].has(word));
  return placesOf(said, name).some((at) => {
    const [before = SENTENCE_STOP, after = SENTENCE_STOP] = [tokens[at - 1], tokens[at + name.length]];
    if (isListed('directions', before)) return true;
    const deeds = asked.verbs.has(before) ? findActions(before) : [];
    // "mail invoices to lena"
    if (deeds.length === 0 || (isListed('directions', after) && deeds.includes('send'))) return false;
    if (isListed('addressing', before) || deeds.includes('share')) return true;
    return isListed('articles', after) && deeds.some((deed) => deed !== 'fetch');
  });
};

/** Whether a plain word shows that it is a name. */
const standsOut = (said: Literals, word: string, kind: string): boolean =>
  isMarked(said, [word], kind) || said.distinct.has(word) || isAddressed(said, [word]);

/** Whether capitals show a name. Where every noun has one they show nothing, and "Check My Mail" names nobody. */
const isCapitalised = ({ distinct, tongues }: Literals, name: readonly string[]): boolean =>
  !tongues.some(({ language }) => language.nounCapitals) &&
  name.every((word) => (distinct.has(word) && /^[\p{L}\p{M}-]+$/u.test(word)) || EMPTY_WORDS.has(word)) &&
  name.some((word) => distinct.has(word) && !isGenericWord(word));

/** What shows by itself that it is an address or an identifier: a sign of one or a digit in it. */
const isAddressLike = (value: string): boolean =>
  addressKey(value) !== undefined || /[@.:/\\_\d-]/.test(value);

const NONE: readonly string[] = [];

/** Days and the like, which every prompt has. */
const CALENDAR: ReadonlySet<string> = new Set(
  `today tomorrow yesterday now soon later tonight morning noon afternoon evening night day week month year monday
  tuesday wednesday thursday friday saturday sunday`.split(/\s+/),
);

/** Whether a word says what kind of thing something is, what is done, or when, and so is not the name of one. */
export const isGenericWord = (word: string): boolean =>
  EMPTY_WORDS.has(word) ||
  CALENDAR.has(word) ||
  classifyWord(word) !== undefined ||
  findActions(word).length > 0;

/** "cancel the dentist": a plain word is a name where it is all that is asked about. */
const isWholePhrase = ({ tokens, tongues, wanted }: Literals, word: string): boolean =>
  wanted.has(word) &&
  tokens.some((token, at) => {
    const [before = SENTENCE_STOP, after = SENTENCE_STOP] = [tokens[at - 1], tokens[at + 1]];
    if (token !== word || !tongues.some(({ definites }) => definites.has(before))) return false;
    return !isWordToken(after) || EMPTY_WORDS.has(after);
  });

const wordsOfIdentity = (part: keyof IdentityWords): ReadonlySet<string> =>
  new Set(LANGUAGES.flatMap(({ identity }) => splitWordList(identity[part])));
const OWN = wordsOfIdentity('own');
const IDENTITY_KINDS = wordsOfIdentity('kinds');
const BEING = wordsOfIdentity('being');
const PEOPLE = wordsOfIdentity('people');
const IDENTITY_BACK = 10;

/** Whether the words right before a place say that the person tells of themself: "my email is", "I'm Ann" before "Lund". */
const isIntroduced = ({ tokens, distinct }: Literals, at: number): boolean => {
  let leads = IDENTITY_KINDS.has(tokens[at - 1] ?? '');
  for (let before = at - 1; before >= Math.max(0, at - IDENTITY_BACK); before--) {
    const word = tokens[before] ?? SENTENCE_STOP;
    // "I" is followed by "am", "my" by what is theirs
    if (OWN.has(word)) {
      const [whose = '', which = ''] = tokens.slice(before + 1, before + 3);
      return /['’]/.test(word) || (leads && (!PEOPLE.has(whose) || IDENTITY_KINDS.has(which)));
    }
    if (BEING.has(word) || word === BREAK || word === '#') leads = true;
    else if (LISTING.has(word)) {
      if (!IDENTITY_KINDS.has(tokens[before + 1] ?? '')) return false;
    } else if (!IDENTITY_KINDS.has(word) && !distinct.has(word)) return false;
  }
  return false;
};

const identifies = (said: Literals, value: string): boolean => {
  const key = addressKey(value);
  const isWritten =
    !isExact(value) || said.exact.has(value) || (key !== undefined && said.addresses.has(key));
  const words = tokenise(value).map(foldCase);
  const [first = '', ...rest] = words;
  return (
    isWritten &&
    first !== '' &&
    said.tokens.some(
      (token, at) =>
        (token === first || token === `#${first}`) &&
        startsWithAt(said.tokens, rest, at + 1) &&
        isIntroduced(said, at),
    )
  );
};

const REPOSITORY_PART = /^[\w.-]{1,100}$/;
/** What stands behind the host in the key of a link. */
const LINK_PATH = /^link \S* [^/\s]+\/([^?#\s]+)/;

const WINDOW = 6;

/** Whether the words of a permission stand together with one that says so: "read and write access". */
const grantsIn = (affirmed: readonly string[], words: readonly string[]): boolean =>
  affirmed.some((_, at) => {
    const window = affirmed.slice(at, at + WINDOW).flatMap((token) => token.split(/[/-]/));
    return words.every((word) => window.includes(word)) && window.some((word) => RIGHTS.has(word));
  });

/** The person's own words in one context, as far as they still count. Asked, never changed. */
export class UserMessages {
  readonly #all: readonly Literals[];

  constructor(utterances: readonly Utterance[]) {
    this.#all = utterances.map(readUtterance);
  }

  /** What the person wrote themself, without what they pasted. */
  intents(): readonly string[] {
    return this.#all.map(({ intent }) => intent);
  }

  /** Whether the value is a whole literal of the person: addresses exact, numbers by value, dates by day. */
  names(value: string | number): boolean {
    if (this.#all.length === 0) return false;
    if (typeof value === 'number') return this.#all.some(({ numbers }) => numbers.has(value));
    const number = parsePlainNumber(value);
    if (number !== undefined)
      return this.#all.some((said) => said.numbers.has(number) || said.quoted.has(value));
    const day = parseDay(value);
    if (day !== undefined && this.#all.some(({ days }) => hasDay(days, day))) return true;
    return this.#all.some((said) => namesText(said, value));
  }

  /** Whether the person named a repository with its owner: `acme/site`, or a link to something in it. */
  namesRepository(owner: string, repository: string): boolean {
    if (!REPOSITORY_PART.test(owner) || !REPOSITORY_PART.test(repository)) return false;
    const slug = `${owner}/${repository}`;
    return (
      this.names(slug) ||
      this.#all.some(({ addresses }) =>
        [...addresses].some((key) => {
          const [, path = ''] = LINK_PATH.exec(key) ?? [];
          return path === slug || path.startsWith(`${slug}/`);
        }),
      )
    );
  }

  /** Whether the person named a day for a deed like these, or for none. Names of days in quotation marks are not read. */
  namesDay(day: Day, deeds: readonly ActionKind[]): boolean {
    return this.#all.some(({ requestedDays }) =>
      requestedDays.some((each) => hasDay(new Set([each.day]), day) && isDayFor(each, deeds)),
    );
  }

  /** Whether the person named a folder that a path lies in, and nothing in the path is hidden or leads out again. */
  namesAbove(path: string): boolean {
    return path.includes('/') && listFoldersAbove(path).some((folder) => this.names(folder));
  }

  /** The same for a choice that is said by a negation: "no longer needed". */
  namesNegated(value: string): boolean {
    return this.#all.some((said) => namesNegated(said, value));
  }

  /** Whether the person wrote the name of a thing so that it stands out, and not by using common words. */
  singlesOut(name: string): boolean {
    const telling = tokenise(name)
      .filter(isWordToken)
      .map(foldCase)
      .filter((word) => !isGenericWord(word));
    return this.#all.some((said) => {
      if (said.quotedFolded.has(foldCase(name))) return true;
      if (telling.length === 0 || !namesText(said, name)) return false;
      const [word = ''] = telling;
      return telling.length > 1 || said.distinct.has(word) || isWholePhrase(said, word);
    });
  }

  /** Whether the person said which one of a kind is meant, by its identifier. A short one needs its kind beside it. */
  pointsTo(id: string, resource: string): boolean {
    if (this.#all.length === 0) return false;
    const folded = foldCase(id);
    // The file `Create` is not meant by "create the file".
    if (isGenericWord(folded) && !this.#all.some((said) => standsOut(said, folded, resource))) return false;
    if (!isShort(id))
      return (
        this.names(id) || (parsePlainNumber(id) !== undefined && this.#all.some(({ exact }) => exact.has(id)))
      );
    return this.#all.some(({ tokens }) =>
      tokens.some(
        (token, at) => (token === folded || token === `#${folded}`) && pointsAt(tokens, at, resource),
      ),
    );
  }

  /** Whether the person granted what a short sign for a permission stands for: `rw` by "read and write access". */
  grants(sign: string): boolean {
    if (this.#all.length === 0) return false;
    return LANGUAGES.some((language) => {
      const meaning = Object.hasOwn(language.permissions, sign) ? language.permissions[sign] : undefined;
      return (
        meaning !== undefined && this.#all.some(({ affirmed }) => grantsIn(affirmed, splitWordList(meaning)))
      );
    });
  }

  /**
   * Whether the person wrote the value out as something to be run: between quotation marks, or on a line of its own, where
   * something is asked for.
   */
  spells(value: string): boolean {
    return this.#all.some(
      (said) => said.quotedToDo.has(value) || isRequestedLine(said.intent, said.tongues, value),
    );
  }

  /** Whether a word stands where the person asks for something. */
  wants(word: string): boolean {
    return this.#all.some(({ wanted }) => wanted.has(word));
  }

  /** Whether the person asked for what a plain word says: "as admin", not "but not as admin". */
  chooses(word: string): boolean {
    return this.wants(word) || this.#all.some(({ quotedFolded }) => quotedFolded.has(word));
  }

  /** Whether the person said that something is to go into a file. */
  putsInto(file: string): boolean {
    return (
      isFileName(file) &&
      this.#all.some(({ tokens, affirmed }) =>
        tokens.some(
          (word, at) => word === 'into' && affirmed.includes(word) && tokens[at + 1] === foldCase(file),
        ),
      )
    );
  }

  /** Whether all that the person said asks for an answer and nothing else, as far as its language is known. */
  onlyAsksToKnow(): boolean {
    return this.#all.length > 0 && this.#all.every(({ asked }) => asked.onlyToKnow);
  }

  /**
   * Whether the user named a person or a place that something goes to. What does not look like an address has to show
   * that it is a name: by capitals inside a sentence, a sign, quotation marks, its kind beside it, or by standing where the
   * recipient does. A weekday, a month or a product, the server's own name among them, shows it only by a sign, quotation
   * marks or its kind.
   */
  addresses(value: string, kind: string, products: readonly string[] = NONE): boolean {
    if (!this.names(value)) return false;
    if (isAddressLike(value)) return true;
    const words = tokenise(value.replace(/^[#@]/, '')).filter(isWordToken);
    const name = words.map((word) => foldCase(stripPossessive(word)));
    const needsMark = name.every((word) => isNoName(word) || products.includes(word));
    return this.#all.some(
      (said) =>
        isMarked(said, name, kind) || (!needsMark && (isAddressed(said, name) || isCapitalised(said, name))),
    );
  }

  /** Whether the person gave a value as their own identity: "my email is …", "I'm Ann Lund". */
  identifies(value: string): boolean {
    return this.#all.some((said) => identifies(said, value));
  }

  /** Whether the person speaks of themself: "send me". */
  meansSelf(): boolean {
    return SELF_WORDS.some((word) => this.wants(word));
  }

  /** Whether one thing the person said asks for a deed, by a verb of its kind or by one of the very words; with the noun, if one is given. */
  asksFor(deeds: readonly ActionKind[], verbs: readonly string[], noun: string | undefined): boolean {
    return this.#all.some(
      ({ asked }) =>
        (deeds.some((deed) => asked.deeds.has(deed)) || verbs.some((verb) => asked.verbs.has(verb))) &&
        (noun === undefined || asked.nouns.some((word) => isWordForKind(word, noun))),
    );
  }
}
