import { foldUmlauts, foldAllUmlauts } from './strip-accents.ts';
import type { Language } from './language.ts';
import { LANGUAGES, splitWordList } from './language.ts';
import { isWordToken } from './tokens.ts';
import type { VerbTable } from './verb-table.ts';
import { findVerb, compileVerbs } from './verb-table.ts';

export interface CompiledExceptions {
  readonly phrases: readonly string[];
  readonly stems: readonly string[];
  readonly nouns: readonly string[];
  readonly before: readonly string[];
  readonly afterAll: readonly string[];
  readonly leaving: readonly string[];
}

export interface CompiledLanguage {
  readonly language: Language;
  readonly common: ReadonlySet<string>;
  readonly articles: ReadonlySet<string>;
  /** Every word that negates: those that also forbid, and those that only except. */
  readonly negations: ReadonlySet<string>;
  readonly negationsAfter: ReadonlySet<string>;
  readonly forgetting: ReadonlySet<string>;
  readonly numberSigns: ReadonlySet<string>;
  /** The same without accents. */
  readonly evenNegations: ReadonlySet<string>;
  readonly exceptions: CompiledExceptions;
  readonly evenExceptions: CompiledExceptions;
  readonly quantifiers: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
  readonly linking: ReadonlySet<string>;
  readonly sparing: ReadonlyMap<string, ReadonlySet<string>>;
  readonly auxiliaries: ReadonlySet<string>;
  readonly conditions: ReadonlySet<string>;
  readonly alternatives: ReadonlySet<string>;
  readonly forbidding: ReadonlySet<string>;
  /** Forms of verbs that may begin a clause that asks. */
  readonly imperatives: VerbTable;
  readonly joins: ReadonlySet<string>;
  readonly turns: ReadonlySet<string>;
  readonly contrasts: ReadonlySet<string>;
  readonly below: ReadonlySet<string>;
  readonly relatives: ReadonlySet<string>;
  readonly marks: ReadonlySet<string>;
  readonly raising: ReadonlySet<string>;
  readonly means: ReadonlySet<string>;
  readonly gerundRaising: ReadonlySet<string>;
  readonly fillers: ReadonlySet<string>;
  readonly subjects: ReadonlySet<string>;
  readonly wishes: ReadonlySet<string>;
  readonly reports: ReadonlySet<string>;
  readonly definites: ReadonlySet<string>;
  readonly directions: ReadonlySet<string>;
  readonly addressing: ReadonlySet<string>;
  readonly verbs: VerbTable;
}

const setOf = (words: string): ReadonlySet<string> => new Set(splitWordList(words));

const exceptionsOf = ({ exceptions }: Language, form: (word: string) => string): CompiledExceptions => {
  const list = (words: string): readonly string[] => splitWordList(words).map(form);
  return {
    phrases: exceptions.phrases.map(form),
    stems: list(exceptions.stems),
    nouns: list(exceptions.nouns),
    before: list(exceptions.before),
    afterAll: list(exceptions.afterAll),
    leaving: list(exceptions.leaving),
  };
};

const negationsOf = ({ negations, prohibitions }: Language): ReadonlySet<string> =>
  setOf([negations, prohibitions.negators, prohibitions.avoiding, prohibitions.forbidding].join(' '));

export const COMPILED_LANGUAGES: readonly CompiledLanguage[] = LANGUAGES.map((language) => ({
  language,
  common: setOf(language.empty),
  articles: setOf(language.articles),
  negations: negationsOf(language),
  evenNegations: foldAllUmlauts(negationsOf(language)),
  exceptions: exceptionsOf(language, (word) => word),
  evenExceptions: exceptionsOf(language, foldUmlauts),
  negationsAfter: setOf(language.negationsAfter),
  forgetting: setOf(language.forgetting),
  numberSigns: setOf(language.numberSigns),
  quantifiers: setOf(language.quantifiers),
  all: setOf(language.all),
  linking: setOf(language.linking),
  sparing: new Map(Object.entries(language.sparing).map(([verb, words]) => [verb, setOf(words)])),
  auxiliaries: setOf(language.auxiliaries),
  conditions: setOf(language.conditions),
  alternatives: setOf(language.prohibitions.alternatives),
  forbidding: setOf(language.prohibitions.forbidding),
  imperatives: compileVerbs([language], splitWordList(language.imperatives)),
  joins: setOf(language.joins),
  turns: setOf(language.turns),
  contrasts: setOf(language.contrasts),
  below: setOf(language.nesting.below),
  relatives: setOf(language.nesting.relatives),
  marks: setOf(language.nesting.marks),
  raising: setOf(language.nesting.raising),
  means: setOf(language.nesting.means),
  gerundRaising: setOf(language.nesting.gerundRaising),
  fillers: setOf(language.fillers),
  subjects: setOf(language.subjects),
  wishes: setOf(language.wishes),
  reports: setOf(language.reports),
  definites: setOf(language.definites),
  directions: setOf(language.directions),
  addressing: setOf(language.addressing),
  verbs: compileVerbs([language], splitWordList(language.endings)),
}));

/** So many common words of a language show that it is the one spoken. */
const ENOUGH = 2;

/** The languages most of the common words belong to; none where too few show. What is a verb in one is a noun in another. */
export const detectLanguages = (words: readonly string[]): readonly CompiledLanguage[] => {
  const first = words.find(isWordToken) ?? '';
  const counts = COMPILED_LANGUAGES.map(
    ({ common, verbs }) =>
      words.filter((word) => common.has(word)).length + (findVerb(verbs, first).length > 0 ? 1 : 0),
  );
  const most = Math.max(...counts);
  return most < ENOUGH ? [] : COMPILED_LANGUAGES.filter((_, index) => counts[index] === most);
};
