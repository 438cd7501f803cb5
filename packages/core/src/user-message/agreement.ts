import type { Clause, ClauseWord } from './clause.ts';
import { readClauseWords, splitClauses } from './clause.ts';
import type { CompiledLanguage } from './compiled-language.ts';
import { COMPILED_LANGUAGES, detectLanguages } from './compiled-language.ts';
import { extractIntent, withoutFenced } from './extract-intent.ts';
import { LANGUAGES, splitWordList } from './language.ts';
import { foldCase } from './literals.ts';
import { isSentenceEnd, isWordToken, tokenise } from './tokens.ts';

/** A longer message is not read through by a person who answers "yes". */
export const MAX_PROPOSAL = 4000;
/** A message asks for a yes at its end. */
const ASKING_END = 400;

/** What a person does not see, or sees struck out, where text is shown as text or as Markdown. */
const HIDDEN =
  // eslint-disable-next-line no-control-regex
  /[\p{Default_Ignorable_Code_Point}\p{Co}\0-\x08\x0B-\x1F\x7F-\x9F]|<[!/?\p{L}]|\][([:]|!\[|~[^~\n]*~|\\\p{L}/u;
const EMOJI_STYLE = /(?<=\p{Extended_Pictographic})[\uFE0E\uFE0F]/gu;
/** A quoted block goes on to the next empty line. */
const QUOTED_BLOCK = /^[^\S\n]*>.*(?:\n.*\S.*)*/gm;
/** It asks for an answer, and offers nothing to choose from. */
const YES_OR_NO =
  /["'“(]*(?:yes|ja|oui|s[ií])["'”)]*\s*(?:\/|or|oder|ou|o)\s*["'“(]*(?:no|nein|non)(?![\p{L}\p{N}])["'”)]*/giu;

const NO = /^\s*(?:nah|nein|no|non|nope)(?![\p{L}\p{N}])/iu;

const YOURS: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap(({ agreement }) => splitWordList(agreement.yours)),
);

const spaced = (words: readonly string[]): string => ` ${words.join(' ')} `;

const YES: readonly string[] = LANGUAGES.flatMap(({ agreement }) => agreement.yes);
/** Words that also begin a sentence that is no answer: "Right, so …", "OK, let me see". */
const WEAK: readonly string[] = LANGUAGES.flatMap(({ agreement }) => agreement.weak);
const POLITE: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap(({ agreement }) => splitWordList(agreement.polite)),
);
const PROPOSALS: readonly string[] = LANGUAGES.flatMap(({ agreement }) => agreement.proposals);
const OTHERS: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap(({ agreement }) => splitWordList(agreement.others)),
);
const FURTHER: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap(({ agreement }) => splitWordList(agreement.further)),
);
const HESITATIONS: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap(({ agreement }) => splitWordList(agreement.hesitations)),
);

const wordsOf = (text: string): readonly string[] => tokenise(text).map(foldCase);

const hasAlternative = (words: readonly string[]): boolean => {
  const spoken = detectLanguages(words);
  return words.some((word) =>
    (spoken.length === 0 ? COMPILED_LANGUAGES : spoken).some(({ alternatives }) => alternatives.has(word)),
  );
};

/** "Please confirm your zip code" asks for a fact. */
const isProposal = (sentence: readonly string[]): boolean => {
  const line = spaced(sentence);
  return PROPOSALS.some((phrase) => {
    const at = line.indexOf(` ${phrase} `);
    return at !== -1 && !YOURS.has(line.slice(at + phrase.length + 2).split(' ')[0] ?? '');
  });
};

const sentencesOf = (words: readonly string[]): readonly (readonly string[])[] => {
  const sentences: string[][] = [[]];
  for (const word of words) {
    if (isSentenceEnd(word)) sentences.push([]);
    else if (isWordToken(word)) sentences.at(-1)?.push(word);
  }
  return sentences.filter((sentence) => sentence.length > 0);
};

/** "Shall I leave it?", "should I not do this?": who says yes wants nothing done. */
const asksOtherwise = (line: string): boolean =>
  sentencesOf(wordsOf(line))
    .filter(isProposal)
    .some(
      (sentence) =>
        sentence.some((word) => OTHERS.has(word)) ||
        readClauseWords(sentence, detectLanguages(sentence)).some(({ affirmed }) => !affirmed),
    );

/** A line without its sentences that leave something to choose: "the blue or the red one". */
const withoutChoices = (line: string): string =>
  line
    .split(/(?<=[.!?])\s+/)
    .filter((sentence) => !hasAlternative(wordsOf(sentence)))
    .join(' ')
    // a line of a list is a sentence of its own: "no" in one reaches no other
    .replace(/(?<=[^\s.!?:;,])\s*$/, '.');

/**
 * What an agent's message lists, where it ends by asking whether to act and a person sees all of it; otherwise undefined.
 * Quoted blocks and what leaves a choice are no part of it.
 */
export const readProposal = (message: string): string | undefined => {
  if (message.length > MAX_PROPOSAL || HIDDEN.test(message.replace(EMOJI_STYLE, ''))) return undefined;
  const shown = withoutFenced(message.split('\n'))
    .join('\n')
    .replace(QUOTED_BLOCK, '')
    .replace(YES_OR_NO, ' ');
  const asking = sentencesOf(wordsOf(shown.trimEnd().slice(-ASKING_END))).filter(isProposal);
  if (asking.length === 0 || asking.some(hasAlternative)) return undefined;
  if (shown.trimEnd().slice(-ASKING_END).split('\n').some(asksOtherwise)) return undefined;
  const listed = shown.split('\n').map(withoutChoices).join('\n').trim();
  return listed === '' ? undefined : listed;
};

const isNamed = (
  tongues: readonly CompiledLanguage[],
  list: 'turns' | 'contrasts' | 'conditions',
  word: string,
): boolean => tongues.some((tongue) => tongue[list].has(word));

type Answer = 'yes' | 'weak' | undefined;

const beginsWithYes = (line: string): boolean => YES.some((phrase) => line.startsWith(` ${phrase} `));
const isPolite = (line: string): boolean =>
  line
    .split(' ')
    .filter((word) => word !== '')
    .every((word) => POLITE.has(word));

const readAnswer = ({ sentence, question }: Clause): Answer => {
  if (question) return undefined;
  const line = spaced(sentence.filter(isWordToken).map((word) => word.replaceAll('’', "'")));
  if (beginsWithYes(line)) return 'yes';
  const rests = WEAK.filter((phrase) => line.startsWith(` ${phrase} `)).map((phrase) =>
    line.slice(phrase.length + 1),
  );
  if (rests.some(beginsWithYes)) return 'yes';
  return rests.some(isPolite) ? 'weak' : undefined;
};

/** Whether a message takes something back, or puts it off. */
const takesBack = (tokens: readonly string[], startsWithAnswer: boolean): boolean => {
  const tongues = detectLanguages(tokens);
  const spoken = tongues.length === 0 ? COMPILED_LANGUAGES : tongues;
  let isFirst = startsWithAnswer;
  let sentence: ClauseWord[] = [];
  for (const read of [...readClauseWords(tokens, tongues), undefined]) {
    if (read !== undefined && !isSentenceEnd(read.word)) {
      sentence.push(read);
      continue;
    }
    const words = sentence.filter(({ word }) => isWordToken(word));
    const isHarmless = !isFirst && words.some(({ word }) => FURTHER.has(word));
    if (
      words.some(
        ({ word, affirmed }) =>
          (!affirmed && !isHarmless) ||
          HESITATIONS.has(word) ||
          isNamed(spoken, 'turns', word) ||
          isNamed(spoken, 'contrasts', word) ||
          (isFirst && isNamed(spoken, 'conditions', word)),
      )
    )
      return true;
    [isFirst, sentence] = [false, []];
  }
  return false;
};

const NUMERAL = /\p{N}/u;
const bareWord = (word: string): string => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

/** Whether an answer holds a number or an identifier that was not proposed: it says what it should be instead. */
const saysOther = (answer: readonly string[], proposed: readonly string[]): boolean => {
  const known = new Set(proposed.map(bareWord));
  return answer.some((word) => NUMERAL.test(word) && !known.has(bareWord(word)));
};

/** Whether a person's message says yes to what was just proposed, and takes nothing of it back. */
export const isAgreement = (message: string, proposed: string): boolean => {
  const tokens = wordsOf(extractIntent(message));
  const clauses = splitClauses(tokens).filter((part) => typeof part !== 'string');
  const [first] = clauses;
  if (first === undefined || !isWordToken(tokens[0] ?? '')) return false;
  const answer = readAnswer(first);
  if (answer === undefined || (answer === 'weak' && clauses.some(({ question }) => question))) return false;
  return !takesBack(tokens, true) && !saysOther(tokens, wordsOf(proposed));
};

/** Whether a person's later message ends what they agreed to: "no, stop", "wait, another one". */
export const endsAgreement = (message: string): boolean => {
  const intent = extractIntent(message);
  return NO.test(intent) || takesBack(wordsOf(intent), false);
};
