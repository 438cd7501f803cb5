import type { Clause } from './clause.ts';
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

/** What a person does not see where text is shown as text or as Markdown. */
// eslint-disable-next-line no-control-regex
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Co}\0-\x08\x0B-\x1F\x7F-\x9F]|<[!/?\p{L}]/u;
const EMOJI_STYLE = /(?<=\p{Extended_Pictographic})[\uFE0E\uFE0F]/gu;
const LINK_TARGET = /\]\([^)\n]*\)/g;
const LINK_DEFINITION = /^\s*\[[^\]\n]*\]:.*$/gm;
const QUOTED_LINE = /^\s*>.*$/gm;
/** It asks for an answer, and offers nothing to choose from. */
const YES_OR_NO =
  /["'“(]*(?:yes|ja|oui|s[ií])["'”)]*\s*(?:\/|or|oder|ou|o)\s*["'“(]*(?:no|nein|non)(?![\p{L}\p{N}])["'”)]*/giu;

const YOURS: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap(({ agreement }) => splitWordList(agreement.yours)),
);

const spaced = (words: readonly string[]): string => ` ${words.join(' ')} `;

const YES: readonly string[] = LANGUAGES.flatMap(({ agreement }) => agreement.yes);
const PROPOSALS: readonly string[] = LANGUAGES.flatMap(({ agreement }) => agreement.proposals);
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
 * Quoted blocks, targets of links and what leaves a choice are no part of it.
 */
export const readProposal = (message: string): string | undefined => {
  if (message.length > MAX_PROPOSAL || HIDDEN.test(message.replace(EMOJI_STYLE, ''))) return undefined;
  const shown = withoutFenced(message.split('\n'))
    .join('\n')
    .replace(QUOTED_LINE, '')
    .replace(LINK_DEFINITION, '')
    .replace(LINK_TARGET, ']')
    .replace(YES_OR_NO, ' ');
  const asking = sentencesOf(wordsOf(shown.trimEnd().slice(-ASKING_END))).filter(isProposal);
  if (asking.length === 0 || asking.some(hasAlternative)) return undefined;
  const listed = shown.split('\n').map(withoutChoices).join('\n').trim();
  return listed === '' ? undefined : listed;
};

const isNamed = (
  tongues: readonly CompiledLanguage[],
  list: 'turns' | 'contrasts' | 'conditions',
  word: string,
): boolean => tongues.some((tongue) => tongue[list].has(word));

const startsWithYes = ({ words, question }: Clause): boolean => {
  const line = spaced(words.map((word) => word.replaceAll('’', "'")));
  return !question && YES.some((phrase) => line.startsWith(` ${phrase} `));
};

/** Whether a person's message says yes to what was just proposed, and takes nothing of it back. */
export const isAgreement = (message: string): boolean => {
  const tokens = wordsOf(extractIntent(message));
  const first = splitClauses(tokens).find((part) => typeof part !== 'string');
  if (first === undefined || !isWordToken(tokens[0] ?? '') || !startsWithYes(first)) return false;
  const tongues = detectLanguages(tokens);
  const spoken = tongues.length === 0 ? COMPILED_LANGUAGES : tongues;
  const reads = readClauseWords(tokens, tongues);
  let isFirst = true;
  let sentence: (typeof reads)[number][] = [];
  for (const read of [...reads, undefined]) {
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
      return false;
    [isFirst, sentence] = [false, []];
  }
  return true;
};
