import { ENGLISH } from './languages/english.ts';
import { FRENCH } from './languages/french.ts';
import { GERMAN } from './languages/german.ts';
import { SPANISH } from './languages/spanish.ts';

/**
 * What kind of deed a verb is. A destroying call needs a verb of its kind in the person's words:
 * `delete_file` is asked for by "get rid of", not by "summarise".
 */
export type ActionKind =
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

export const ACTION_KINDS: readonly ActionKind[] = [
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

export interface ProhibitionWords {
  /** What forbids the deed it stands with: "do not", "never", "without". */
  readonly negators: string;
  /** What forbids what it is said of: "is forbidden", "off-limits". */
  readonly forbidding: string;
  /** Those of them that, after another one, ask for the deed: "do not answer without searching". */
  readonly without: string;
  /** Verbs that forbid by themselves: "avoid". */
  readonly avoiding: string;
  /** Verbs that forbid, and yet may name a switch that is asked for: "skip the tests". */
  readonly omitting: string;
  /** Right before a negator these tell how things are: "it is not". */
  readonly stating: string;
  /** After a negator these ask for the deed or forbid nothing: "do not forget to", "not only", "no need to". */
  readonly keeping: string;
  /** What comes after these is a condition or an exception: "unless", "until". */
  readonly limits: string;
  /** Between deeds that are forbidden together: "or". */
  readonly alternatives: string;
  /** Words for everything outside this machine, and for what leads there. */
  readonly outside: string;
  readonly links: string;
  /** Verbs by their stems that are heard only where they are forbidden. */
  readonly deeds: Readonly<Partial<Record<ActionKind, string>>>;
  /**
   * What tools call a deed, after a colon what it is about, with the stems for it: `search:web` for "google". A stem and a
   * word that stands apart from it are written with `+`: "look anything up".
   */
  readonly verbs: Readonly<Record<string, string>>;
  /** Stems of verbs by which something gets out, whatever their deed: "share", "upload", "reply". */
  readonly outward: string;
  /** What may stand before the stem of a verb: `verschicken`, `abzuschicken`. */
  readonly prefixes: string;
  /** Words that name nothing: "anything", "yet". */
  readonly vague: string;
}

export interface ExceptionWords {
  /** Phrases of any length: "instead of the other one". */
  readonly phrases: readonly string[];
  /** What begins so excepts what follows: "excluding". */
  readonly stems: string;
  /** What begins so does after one of the words before it: "with the single exception of". */
  readonly nouns: string;
  readonly before: string;
  /** After a word for all or any of a kind these except what follows: "everything but". */
  readonly afterAll: string;
  /** Verbs by their beginnings that leave out what they name where all of a kind was spoken of: "skip a.txt". */
  readonly leaving: string;
}

/** How a language tells of a deed without asking for it. */
export interface NestingWords {
  /** Below one of these a verb is told of: "how to delete it", "before you delete it". */
  readonly below: string;
  /** Those of them that end where the next verb is joined: "find out who sent it and delete it". */
  readonly relatives: string;
  /** Before a verb these put it below another word: "asking him to delete it". */
  readonly marks: string;
  /** Words that only say that something is wished: "I want to delete it", "make sure that you delete it". */
  readonly raising: string;
  /** They stand right before what they raise; elsewhere anywhere before it. */
  readonly near: boolean;
  /** By these a deed is done: "use the tool to delete it". */
  readonly means: string;
  /** The ending of a verb that names a deed, and the words after which it is asked for: "by deleting". */
  readonly gerund?: string;
  readonly gerundRaising: string;
  /** The ending of a verb with another person as its subject: "nobody deletes it". */
  readonly third?: string;
}

/** How an agent asks whether it may act, and how a person says yes to that. */
export interface AgreementWords {
  /** A message that agrees begins with one of these. */
  readonly yes: readonly string[];
  /** Of these, nothing but politeness may follow: "right" also begins "right, so …", "correct the room". */
  readonly weak: readonly string[];
  readonly polite: string;
  /** What asks for a yes: "shall I", "please confirm". */
  readonly proposals: readonly string[];
  /** What belongs to the person: "confirm your address" asks for a fact and proposes nothing. */
  readonly yours: string;
  /** What asks for something else than a yes to a deed: "before I proceed, what is …", "shall I leave it". */
  readonly others: string;
  /** A negation beside one of these leaves what was agreed to as it is: "nothing else". */
  readonly further: string;
  /** Who uses one of these takes something back. */
  readonly hesitations: string;
}

/** How a person says who they are, or which thing is theirs: "my email is", "my order". */
export interface IdentityWords {
  readonly own: string;
  readonly kinds: string;
  /** Of these, people: "my customer Ann" is another person, "my customer number" is not. */
  readonly people: string;
  /** What leads from the kind to the value. */
  readonly being: string;
}

/** One language's words, in lower case. A verb is given by its stem, to which an ending may come. */
export interface Language {
  readonly deeds: Readonly<Record<ActionKind, string>>;
  readonly endings: string;
  /** Those of the endings with which a verb asks: not `deletes`, not `deleted`. */
  readonly imperatives: string;
  /** Verbs of several words. */
  readonly phrases: Readonly<Record<string, ActionKind>>;
  /** After one of these a word is a noun or an adjective, whatever verb it looks like. */
  readonly articles: string;
  /** Those of them that point to one thing that both know of. */
  readonly definites: string;
  /** What turns the rest of a clause into its opposite, and the verbs that turn it back: "do not forget to". */
  readonly negations: string;
  readonly forgetting: string;
  readonly exceptions: ExceptionWords;
  /** What turns what stands before it into its opposite: "lösche es nicht". */
  readonly negationsAfter: string;
  /** Words for all, any or none of a kind, and of these those for all. */
  readonly quantifiers: string;
  readonly all: string;
  /** Words that join the name of a thing to what is said of it: "all files named a.txt". */
  readonly linking: string;
  /** Verbs that with one of these words after what they are about leave it out: "keep it away from". */
  readonly sparing: Readonly<Record<string, string>>;
  /** Next to a negation these make what stands before them its subject: "Eve must not". */
  readonly auxiliaries: string;
  /** What makes a condition or a reason of a clause: its negation ends with it. */
  readonly conditions: string;
  /** A negation that alone is an answer. */
  readonly answer: string;
  /** Words that join clauses, and of these those that end a negation. */
  readonly joins: string;
  readonly turns: string;
  /** These end a negation only where a clause begins with them: "do not send it to Bob, only to Ann". */
  readonly contrasts: string;
  /** Words before which a clause has not begun yet. */
  readonly fillers: string;
  readonly nesting: NestingWords;
  /** How a clause begins that asks for an answer, not for a deed. */
  readonly questions: readonly string[];
  /** Of whom a clause tells that begins with one of these, and the words that make a wish of it. */
  readonly subjects: string;
  readonly wishes: string;
  /** Words that tell what another person says or asks. */
  readonly reports: string;
  /** What makes a request of a question: "can you", "please". */
  readonly requests: readonly string[];
  /** Things by their names in this language, with what tools call them. */
  readonly kinds: Readonly<Record<string, string>>;
  /** Words that lead to who gets something, and verbs right after which they stand: "invite Lena". */
  readonly directions: string;
  readonly addressing: string;
  /** Every noun has a capital, so that a capital names nobody. */
  readonly nounCapitals: boolean;
  /** Words that say nothing on their own: a value that is only such words is not named by them. */
  readonly empty: string;
  /** Words by which a person speaks of themself. */
  readonly self: string;
  readonly weekdays: string;
  /** The months in their order, each with its short forms. */
  readonly months: readonly string[];
  /** Numbers as words, from zero. */
  readonly numbers: string;
  /** Before a number these say that it tells which one: "file no 7". */
  readonly numberSigns: string;
  /** After a number these make it another one. */
  readonly scales: string;
  /** Short signs for permissions, and all the words that grant them. */
  readonly permissions: Readonly<Record<string, string>>;
  /** Words that say that a permission is meant. */
  readonly rights: string;
  /** `1,234` is one thousand and more in this language. */
  readonly commaGroups: boolean;
  readonly prohibitions: ProhibitionWords;
  readonly agreement: AgreementWords;
  readonly identity: IdentityWords;
}

/** Another language is another file, and a place in this list. */
export const LANGUAGES: readonly Language[] = [ENGLISH, GERMAN, FRENCH, SPANISH];

export const splitWordList = (words: string): string[] => words.split(/\s+/).filter((word) => word !== '');
