import { ENGLISH } from './languages/english.ts';
import { FRENCH } from './languages/french.ts';
import { GERMAN } from './languages/german.ts';
import { SPANISH } from './languages/spanish.ts';

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
  /** The same in several words: "instead of the other one". */
  readonly exceptions: readonly string[];
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
  /** Words that tell what somebody else says or asks. */
  readonly reports: string;
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
}

/** Another language is another file, and a place in this list. */
export const LANGUAGES: readonly Language[] = [ENGLISH, GERMAN, FRENCH, SPANISH];

export const listed = (words: string): string[] => words.split(/\s+/).filter((word) => word !== '');
