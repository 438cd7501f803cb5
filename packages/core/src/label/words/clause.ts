import { isNumeral } from './number.ts';
import { BREAK, QUESTION, isEnd, isWord } from './tokens.ts';
import type { Tongue } from './tongue.ts';
import { TONGUES } from './tongue.ts';

/** Words, in lower case, and how they may be read. */
export interface Read {
  readonly word: string;
  /** Under no negation. */
  readonly affirmed: boolean;
  /** In a clause that asks for something to be done, not one that asks about it or tells of it. */
  readonly asking: boolean;
}

interface Clause {
  readonly words: readonly string[];
  /** The whole sentence it stands in. */
  readonly sentence: readonly string[];
  readonly question: boolean;
}

/** Sentences with their ends, cut into clauses at commas and breaks. */
const clausesOf = (tokens: readonly string[]): readonly (Clause | string)[] => {
  const parts: (Clause | string)[] = [];
  for (let start = 0; start < tokens.length;) {
    const found = tokens.slice(start).findIndex(isEnd);
    const end = found === -1 ? tokens.length : start + found;
    const sentence = tokens.slice(start, end);
    const question = tokens[end] === QUESTION;
    let words: string[] = [];
    for (const token of sentence) {
      if (isWord(token)) words.push(token);
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

const spaced = (words: readonly string[]): string => ` ${words.join(' ')} `;

const isRequest = ({ words, sentence, question }: Clause, tongues: readonly Tongue[]): boolean => {
  const line = spaced(question ? sentence : words);
  return tongues.some(({ language }) => language.requests.some((phrase) => line.includes(` ${phrase} `)));
};

/** `i'd` begins with `i`. */
const stemOf = (word: string): string => word.replace(/['’].*$/, '');

/** "Tom says", "my boss asked": so near to the beginning a clause tells of somebody else's wish. */
const REPORTING = 3;

const asks = (clause: Clause, tongues: readonly Tongue[]): boolean => {
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

/** `n'oublie` ends with `oublie`. */
const withoutElision = (word: string): string => word.replace(/^\p{L}['’]/u, '');

const CONDITIONS: ReadonlySet<string> = new Set(['if', 'falls', 'wenn', 'si']);

/** Where a negation stands that counts, and whether it reaches back. */
const negationAt = (
  words: readonly string[],
  at: number,
  tongues: readonly Tongue[],
): 'on' | 'both' | undefined => {
  const word = words[at] ?? '';
  const isForgetting = (near: string): boolean =>
    tongues.some(({ forgetting }) => forgetting.has(withoutElision(near)));
  const pair = `${word} ${words[at + 1] ?? ''}`;
  // "file no 7" in English; "paga 20, no 50" in Spanish is a negation
  const numbered = at > 0 && isNumeral(words[at + 1] ?? '');
  const negates =
    /n['’]t$/.test(word) ||
    tongues.some(
      ({ negations, numberSigns, language }) =>
        (negations.has(word) && !(numbered && numberSigns.has(word))) || language.exceptions.includes(pair),
    );
  // "if not, pay it" is a condition
  if (!negates || CONDITIONS.has(words[at - 1] ?? '') || isForgetting(words[at + 1] ?? '')) return undefined;
  if (!tongues.some(({ negationsAfter }) => negationsAfter.has(word))) return 'on';
  return isForgetting(words[at - 1] ?? '') ? undefined : 'both';
};

const affirmedIn = (words: readonly string[], tongues: readonly Tongue[]): readonly boolean[] => {
  const affirmed = words.map(() => true);
  for (const at of words.keys()) {
    const reach = negationAt(words, at, tongues);
    if (reach === undefined) continue;
    affirmed[at] = false;
    for (let on = at + 1; on < words.length && !tongues.some(({ turns }) => turns.has(words[on] ?? '')); on++)
      affirmed[on] = false;
    if (reach === 'on') continue;
    for (let back = at; back >= 0 && !tongues.some(({ joins }) => joins.has(words[back] ?? '')); back--)
      affirmed[back] = false;
  }
  return affirmed;
};

/** Reads words clause by clause, in their order and each once. Where no language shows, every language's signs count against asking. */
export const readClauses = (tokens: readonly string[], spoken: readonly Tongue[]): readonly Read[] => {
  const tongues = spoken.length === 0 ? TONGUES : spoken;
  return clausesOf(tokens).flatMap((part): readonly Read[] => {
    if (typeof part === 'string') return [{ word: part, affirmed: true, asking: true }];
    const affirmed = affirmedIn(part.words, tongues);
    const asking = asks(part, tongues);
    return part.words.map((word, at) => ({
      word,
      affirmed: affirmed[at] === true,
      asking: asking && affirmed[at] === true,
    }));
  });
};
