import { foldUmlauts } from './strip-accents.ts';
import { MAX_LOOKBACK_WORDS, isExceptionWord, findUnknownException, stripElision } from './exception.ts';
import { isNumeral } from './number.ts';
import { BREAK, QUESTION_END, isSentenceEnd, isWordToken } from './tokens.ts';
import type { CompiledLanguage } from './compiled-language.ts';
import { COMPILED_LANGUAGES } from './compiled-language.ts';
import { findVerb } from './verb-table.ts';

/** Words, in lower case, and how they may be read. */
export interface ClauseWord {
  readonly word: string;
  /** Under no negation. */
  readonly affirmed: boolean;
  /** In a clause that asks for something to be done, not one that asks about it or tells of it. */
  readonly asking: boolean;
  /** Only told of, below another word. */
  readonly nested?: boolean;
}

export interface Clause {
  readonly words: readonly string[];
  /** The whole sentence it stands in. */
  readonly sentence: readonly string[];
  readonly question: boolean;
}

/** Sentences with their ends, cut into clauses at commas and breaks. */
export const splitClauses = (tokens: readonly string[]): readonly (Clause | string)[] => {
  const parts: (Clause | string)[] = [];
  for (let start = 0; start < tokens.length;) {
    const found = tokens.slice(start).findIndex(isSentenceEnd);
    const end = found === -1 ? tokens.length : start + found;
    const sentence = tokens.slice(start, end);
    const question = tokens[end] === QUESTION_END;
    let words: string[] = [];
    for (const token of sentence) {
      if (isWordToken(token)) words.push(token);
      else {
        if (words.length > 0) parts.push({ words, sentence, question });
        words = [];
        parts.push(token);
      }
    }
    if (words.length > 0) parts.push({ words, sentence, question });
    if (end < tokens.length) parts.push(tokens[end] ?? BREAK);
    start = end + 1;
  }
  return parts;
};

/** The clauses of a sentence that come after one of them. */
const restOfSentence = (parts: readonly (Clause | string)[], index: number): readonly Clause[] => {
  const { sentence } = parts[index] as Clause;
  const rest: Clause[] = [];
  for (const part of parts.slice(index + 1)) {
    if (typeof part === 'string') continue;
    if (part.sentence !== sentence) break;
    rest.push(part);
  }
  return rest;
};

const spaced = (words: readonly string[]): string => ` ${words.join(' ')} `;

const isRequest = ({ words, sentence, question }: Clause, tongues: readonly CompiledLanguage[]): boolean => {
  const line = spaced(question ? sentence : words);
  return tongues.some(({ language }) => language.requests.some((phrase) => line.includes(` ${phrase} `)));
};

/** `i'd` begins with `i`. */
const stemOf = (word: string): string => word.replace(/['’].*$/, '');

/** "Tom says", "my boss asked": so near to the beginning a clause tells of another person's wish. */
const REPORTING = 3;

export const isAskingClause = (clause: Clause, tongues: readonly CompiledLanguage[]): boolean => {
  if (isRequest(clause, tongues)) return true;
  if (clause.question) return false;
  const begin = clause.words.findIndex((word) => !tongues.some(({ fillers }) => fillers.has(word)));
  const words = begin === -1 ? [] : clause.words.slice(begin);
  const line = spaced(words);
  if (words.slice(0, REPORTING).some((word) => tongues.some(({ reports }) => reports.has(word))))
    return false;
  return tongues.every(
    ({ language, subjects, wishes }) =>
      !language.questions.some((phrase) => line.startsWith(` ${phrase} `)) &&
      (!subjects.has(stemOf(words[0] ?? '')) || words.some((word) => wishes.has(word))),
  );
};

const CONDITIONS: ReadonlySet<string> = new Set(['if', 'falls', 'wenn', 'si']);

type WordSetName = {
  [Key in keyof CompiledLanguage]: CompiledLanguage[Key] extends ReadonlySet<string> ? Key : never;
}[keyof CompiledLanguage];

const isListed = (tongues: readonly CompiledLanguage[], list: WordSetName, word: string): boolean =>
  tongues.some((tongue) => tongue[list].has(word));

const isForgetting = (word: string): boolean =>
  isListed(COMPILED_LANGUAGES, 'forgetting', stripElision(word));

const CONTRACTED = /n['’]t$/;

/** Negations of every language count, whichever is spoken: they only tighten. Accents may be missing in one that is. */
const isNegation = (
  words: readonly string[],
  at: number,
  spoken: readonly CompiledLanguage[],
  earlier: readonly string[],
): boolean => {
  const word = words[at] ?? '';
  if (CONTRACTED.test(word) || isExceptionWord({ words, at, earlier }, spoken)) return true;
  // "file no 7" in English; "paga 20, no 50" in Spanish is a negation
  const numbered = at > 0 && isNumeral(words[at + 1] ?? '');
  if (numbered && isListed(spoken, 'numberSigns', word)) return false;
  return COMPILED_LANGUAGES.some((tongue) => {
    const isSpoken = spoken.length === 0 || spoken.includes(tongue);
    // the `n` of French is a letter to others
    const negates =
      (tongue.negations.has(word) && (word.length > 1 || isSpoken)) ||
      (isSpoken && tongue.evenNegations.has(foldUmlauts(word)));
    return negates && !(numbered && tongue.numberSigns.has(word));
  });
};

/** Whether what stands before a negation is its subject: "Eve must not get it", "Eve no debe". */
const hasSubject = (words: readonly string[], at: number, tongues: readonly CompiledLanguage[]): boolean => {
  const near = CONTRACTED.test(words[at] ?? '') || /^(?:cannot|\p{L}{2,}nt)$/u.test(words[at] ?? '');
  const first = near
    ? at
    : [at - 1, at - 2].find((index) => isListed(COMPILED_LANGUAGES, 'auxiliaries', words[index] ?? ''));
  const follows = isListed(COMPILED_LANGUAGES, 'auxiliaries', words[at + 1] ?? '');
  const end = first ?? (follows ? at : 0);
  const join = words.slice(0, end).findLastIndex((word) => isListed(tongues, 'joins', word));
  const subject = words.slice(join + 1, end).filter((word) => !isListed(tongues, 'fillers', word));
  const head = stemOf(subject[0] ?? '');
  return (
    subject.length > 0 &&
    !isListed(COMPILED_LANGUAGES, 'subjects', head) &&
    !isListed(COMPILED_LANGUAGES, 'wishes', head) &&
    !isImperative(head, tongues) &&
    !subject.some((word) => isListed(COMPILED_LANGUAGES, 'conditions', word))
  );
};

const isImperative = (word: string, tongues: readonly CompiledLanguage[]): boolean =>
  tongues.some(({ imperatives }) => findVerb(imperatives, word).length > 0);

/** How far a negation at a place reaches, or undefined where there is none that counts. */
const negationAt = (
  words: readonly string[],
  at: number,
  spoken: readonly CompiledLanguage[],
  earlier: readonly string[],
): 'on' | 'both' | undefined => {
  const [before = '', word = '', after = ''] = [words[at - 1], words[at], words[at + 1]];
  // "if not, pay it" is a condition
  if (!isNegation(words, at, spoken, earlier) || CONDITIONS.has(before) || isForgetting(after))
    return undefined;
  if (isListed(COMPILED_LANGUAGES, 'negationsAfter', word)) return isForgetting(before) ? undefined : 'both';
  const tongues = spoken.length === 0 ? COMPILED_LANGUAGES : spoken;
  return isListed(COMPILED_LANGUAGES, 'forbidding', word) || hasSubject(words, at, tongues) ? 'both' : 'on';
};

/** What a negation of an earlier clause does to a clause. */
type NegationEffect = 'ends' | 'goes on' | 'steps aside';

/**
 * A negation is carried through a list: "not to Bob, Eve or Joe". It ends with a contrast or with a clause that begins with
 * a verb; "I repeat" only interrupts it.
 */
const carryingInto = (
  clause: Clause,
  later: readonly Clause[],
  tongues: readonly CompiledLanguage[],
): NegationEffect => {
  const begins = clause.words.findIndex(
    (word) => !isListed(tongues, 'fillers', word) || isListed(tongues, 'turns', word),
  );
  const [first = '', ...rest] = begins === -1 ? [] : clause.words.slice(begins);
  if (isListed(tongues, 'turns', first) || isListed(tongues, 'contrasts', first)) return 'ends';
  if (
    [clause, ...later].some(({ words }) =>
      words.some((word) => isListed(COMPILED_LANGUAGES, 'alternatives', word)),
    )
  )
    return 'goes on';
  const line = spaced([first, ...rest]);
  const request = tongues
    .flatMap(({ language }) => language.requests)
    .find((phrase) => line.startsWith(` ${phrase} `));
  if (request !== undefined || isImperative(first, tongues)) return 'ends';
  const isAside = isListed(tongues, 'subjects', stemOf(first)) || isListed(tongues, 'wishes', first);
  return isAside ? 'steps aside' : 'goes on';
};

interface Affirmation {
  readonly affirmed: readonly boolean[];
  /** A negation is still open at the end. */
  readonly open: boolean;
}

const affirmedIn = (
  words: readonly string[],
  spoken: readonly CompiledLanguage[],
  negated: boolean,
  earlier: readonly string[],
): Affirmation => {
  const tongues = spoken.length === 0 ? COMPILED_LANGUAGES : spoken;
  const affirmed: boolean[] = [];
  let [under, open] = [negated, negated];
  const unknown = findUnknownException(words, tongues);
  let reachesOn = false;
  for (const [at, word] of words.entries()) {
    const reach = at === unknown ? 'on' : negationAt(words, at, spoken, earlier);
    if (reach === undefined) {
      // "but not a.txt", turned round: "nicht aber a.txt"
      const inverted = reachesOn && !isImperative(words[at + 1] ?? '', tongues);
      if (isListed(tongues, 'turns', word) && !inverted) [under, open] = [false, false];
      reachesOn = false;
      affirmed.push(!under);
      continue;
    }
    [under, reachesOn] = [true, true];
    const isAnswer = words.length === 1 && tongues.some(({ language }) => language.answer === word);
    open = !isAnswer && !words.slice(0, at).some((each) => isListed(COMPILED_LANGUAGES, 'conditions', each));
    affirmed.push(false);
    if (reach === 'on') continue;
    for (let back = at - 1; back >= 0 && !isListed(tongues, 'joins', words[back] ?? ''); back--)
      affirmed[back] = false;
  }
  return { affirmed, open };
};

/** Reads words clause by clause, in their order and each once. Where no language shows, every language's signs count against asking. */
export const readClauseWords = (
  tokens: readonly string[],
  spoken: readonly CompiledLanguage[],
): readonly ClauseWord[] => {
  const tongues = spoken.length === 0 ? COMPILED_LANGUAGES : spoken;
  const parts = splitClauses(tokens);
  const reads: ClauseWord[] = [];
  let [sentence, open]: [readonly string[], boolean] = [[], false];
  let earlier: string[] = [];
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'string') {
      reads.push({ word: part, affirmed: true, asking: true });
      continue;
    }
    if (part.sentence !== sentence) [open, earlier] = [false, []];
    ({ sentence } = part);
    const carrying: NegationEffect = open
      ? carryingInto(part, restOfSentence(parts, index), tongues)
      : 'ends';
    const read = affirmedIn(part.words, spoken, carrying === 'goes on', earlier);
    earlier = [...earlier, ...part.words.slice(-MAX_LOOKBACK_WORDS)].slice(-MAX_LOOKBACK_WORDS);
    open = carrying === 'steps aside' || read.open;
    const asking = isAskingClause(part, tongues);
    for (const [at, word] of part.words.entries()) {
      const affirmed = read.affirmed[at] === true;
      reads.push({ word, affirmed, asking: asking && affirmed });
    }
  }
  return reads;
};
