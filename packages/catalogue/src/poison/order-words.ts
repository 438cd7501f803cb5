import { aboutWord, toSingularWord } from './order-concepts.ts';

/** More of a sentence is not read. */
const MOST = 60;
const TOKEN = /https?:\/\/\S+|[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,63}|\p{L}+(?:['’]t)?|\d{8,}|\w+/gu;

const kindOf = (token: string): string => {
  if (token.includes('://')) return '#url';
  if (token.includes('@')) return '#mail';
  if (/^(?=(?:[a-z]*\d){8})[\da-z]+$/u.test(token)) return '#digits';
  return token.includes('_') ? '#name' : token;
};

/** Its words, and of what is no word its kind. */
const tokensOf = (sentence: string): readonly string[] =>
  (sentence.normalize('NFKC').toLowerCase().match(TOKEN) ?? []).slice(0, MOST).map(kindOf);

const pairsOf = (list: readonly string[]): readonly string[] =>
  list.flatMap((one, at) => list.slice(at + 1).map((other) => `${one}+${other}`));

const MANY = 4;
const FEW_WORDS = 8;
const MANY_WORDS = 25;

/** What the model of other languages sees: what words are about, and what stands beside what, whatever the words are. */
export const orderConcepts = (
  sentence: string,
  about: (word: string) => readonly string[],
): readonly string[] => {
  const words = tokensOf(sentence);
  const all = words.map((word) => (word.startsWith('#') ? [word.slice(1)] : about(word)));
  const told = all.filter((each) => each.length > 0);
  const concepts = [...new Set(told.flat())].toSorted();
  const beside = told
    .slice(1)
    .flatMap((each, at) =>
      (told[at] ?? []).flatMap((one) => each.map((other) => [one, other].toSorted().join('~'))),
    );
  return [
    ...new Set([
      ...concepts,
      ...pairsOf(concepts),
      ...beside,
      ...(all[0] ?? []).map((each) => `^${each}`),
      `#${Math.min(MANY, Math.floor(concepts.length / 2))}`,
      ...(words.length < FEW_WORDS ? ['#short'] : words.length > MANY_WORDS ? ['#long'] : []),
    ]),
  ];
};

/** What the model of orders sees of a sentence: its words, two that stand side by side, and what these are about. */
export const orderWords = (sentence: string): readonly string[] => {
  const words = tokensOf(sentence).map(toSingularWord);
  const pairs = words.slice(1).map((word, at) => `${words[at] ?? ''} ${word}`);
  const things = ['#mail', '#url', '#digits', '#name'].filter((thing) => words.includes(thing));
  const about = [
    ...new Set(words.flatMap((word) => aboutWord(word)).map((each) => `#${each}`)),
    ...things,
  ].toSorted();
  const [first = ''] = words;
  return [
    ...new Set([
      ...words,
      ...pairs,
      ...about,
      ...pairsOf(about),
      `^${first}`,
      ...aboutWord(first).map((each) => `^#${each}`),
      ...(words.length < 5 ? ['#short'] : []),
    ]),
  ];
};
