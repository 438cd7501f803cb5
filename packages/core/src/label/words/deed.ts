import type { Deed, Language } from './language.ts';
import { LANGUAGES, listed } from './language.ts';
import { BREAK, isWord } from './tokens.ts';

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

const LONGEST_STEM = 16;

/** Verbs of one or more languages, and what may come after their stems. */
interface Verbs {
  readonly stems: ReadonlyMap<string, readonly Deed[]>;
  readonly endings: ReadonlySet<string>;
}

const verbsOf = (languages: readonly Language[], endings: readonly string[]): Verbs => {
  const stems = new Map<string, readonly Deed[]>();
  for (const language of languages)
    for (const deed of DEEDS)
      for (const stem of listed(language.deeds[deed])) stems.set(stem, [...(stems.get(stem) ?? []), deed]);
  return { stems, endings: new Set(['', ...endings]) };
};

const NONE: readonly Deed[] = Object.freeze([]);

/** `cancel` and `cancelled`: the last letter of a stem may be doubled before its ending. */
const isEnding = (endings: ReadonlySet<string>, stem: string, ending: string): boolean =>
  endings.has(ending) || (ending.length > 1 && ending[0] === stem.at(-1) && endings.has(ending.slice(1)));

/** The longest stem the word begins with, if what comes after it is an ending. */
const find = ({ stems, endings }: Verbs, word: string): readonly Deed[] => {
  for (let length = Math.min(word.length, LONGEST_STEM); length >= 2; length--) {
    const stem = word.slice(0, length);
    const deeds = stems.get(stem);
    if (deeds !== undefined && isEnding(endings, stem, word.slice(length))) return deeds;
  }
  return NONE;
};

/** In the name of a tool a verb stands in its plain form: `droplet` is not something dropped. */
const PLAIN_ENDINGS: readonly string[] = ['e', 'y', 'ify', 'ize', 'ise', 'en'];

const PLAIN: Verbs = verbsOf(LANGUAGES, PLAIN_ENDINGS);

/** The deeds a word of a name, in lower case, stands for in any language. */
export const deedsOf = (word: string): readonly Deed[] => find(PLAIN, word);

interface Table {
  readonly language: Language;
  readonly common: ReadonlySet<string>;
  readonly articles: ReadonlySet<string>;
  readonly negations: ReadonlySet<string>;
  readonly forgetting: ReadonlySet<string>;
  readonly verbs: Verbs;
}

const TABLES: readonly Table[] = LANGUAGES.map((language) => ({
  language,
  common: new Set(listed(language.empty)),
  articles: new Set(listed(language.articles)),
  negations: new Set(listed(language.negations)),
  forgetting: new Set(listed(language.forgetting)),
  verbs: verbsOf([language], listed(language.endings)),
}));

/** So many common words of a language show that it is the one spoken. */
const ENOUGH = 2;

/** The languages most of the common words belong to; none where too few show. What is a verb in one is a noun in another. */
const tablesFor = (words: readonly string[]): readonly Table[] => {
  const first = words.find(isWord) ?? '';
  const counts = TABLES.map(
    ({ common, verbs }) =>
      words.filter((word) => common.has(word)).length + (find(verbs, first).length > 0 ? 1 : 0),
  );
  const most = Math.max(...counts);
  return most < ENOUGH ? [] : TABLES.filter((_, index) => counts[index] === most);
};

export const languagesOf = (words: readonly string[]): readonly Language[] =>
  tablesFor(words).map(({ language }) => language);

const isNegation = ({ negations }: Table, word: string): boolean =>
  negations.has(word) || /n['’]t$/.test(word);

/** The words, in lower case, that stand under no negation. One reaches to the end of its part of the sentence. */
export const affirmed = (tokens: readonly string[]): readonly string[] => {
  const tables = tablesFor(tokens);
  const kept: string[] = [];
  let negated = false;
  for (const [at, token] of tokens.entries()) {
    if (!isWord(token)) negated = false;
    else if ((tables.length === 0 ? TABLES : tables).some((table) => isNegation(table, token)))
      negated = !TABLES.some(({ forgetting }) => forgetting.has(tokens[at + 1] ?? ''));
    kept.push(negated ? BREAK : token);
  }
  return kept;
};

const inPhrases = ({ language }: Table, line: string): readonly Deed[] =>
  Object.entries(language.phrases)
    .filter(([phrase]) => line.includes(` ${phrase} `))
    .map(([, deed]) => deed);

/**
 * The words, in lower case, that may be verbs: under no negation and after no article. Where the language does not show,
 * only the first: "Delete ticket 51".
 */
const verbsIn = (tokens: readonly string[], tables: readonly Table[]): readonly string[] => {
  const asked = affirmed(tokens);
  if (tables.length === 0) return asked.filter(isWord).slice(0, 1);
  return asked.filter((_, at) => !tables.some(({ articles }) => articles.has(asked[at - 1] ?? '')));
};

/** What some words, in lower case, ask for: deeds, and the very words that may be verbs. */
export interface Asked {
  readonly deeds: ReadonlySet<Deed>;
  readonly verbs: ReadonlySet<string>;
}

export const askedIn = (tokens: readonly string[]): Asked => {
  const tables = tablesFor(tokens);
  const verbs = verbsIn(tokens, tables);
  const line = ` ${affirmed(tokens).join(' ')} `;
  const deeds = (tables.length === 0 ? TABLES : tables).flatMap((table) => [
    ...(tables.length === 0 ? NONE : inPhrases(table, line)),
    ...verbs.flatMap((verb) => find(table.verbs, verb)),
  ]);
  return { deeds: new Set(deeds), verbs: new Set(verbs) };
};
