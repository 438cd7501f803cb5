import type { DefinitionContent } from './definition-content.ts';
import { nameWords, sentences, textWords } from './words.ts';

const MOST = { description: 24, arguments: 60, choices: 60 } as const;

/** Plural and singular are one word. */
const stem = (word: string): string => {
  if (/[a-z]{3}ies$/u.test(word)) return `${word.slice(0, -3)}y`;
  if (/[a-z]{2}(?:ch|sh|ss|x)es$/u.test(word)) return word.slice(0, -2);
  return /[a-z]{2}[^siu]s$/u.test(word) ? word.slice(0, -1) : word;
};

/**
 * What the model sees of a definition: words with the place they stand in. `n` stands for the name, `f` and `l` for
 * its first and last word, `v` for the first word of the description, `d` for the rest of its first sentences, `a` for
 * arguments, `e` for their choices.
 */
export const modelWords = ({
  words,
  title,
  description,
  arguments: args,
}: DefinitionContent): readonly string[] => {
  const name = words.filter((word) => !/^\p{N}+$/u.test(word)).map(stem);
  const lead = sentences(description === '' ? title : description, 2).map(textWords);
  const told = lead.flat().slice(0, MOST.description).map(stem);
  const given = args.flatMap((argument) => argument.words.map(stem)).slice(0, MOST.arguments);
  const chosen = args
    .flatMap(({ choices }) => choices.flatMap((choice) => nameWords(choice).slice(0, 1)))
    .slice(0, MOST.choices);
  return [
    ...new Set([
      ...name.map((word) => `n ${word}`),
      `f ${name[0] ?? ''}`,
      `l ${name.at(-1) ?? ''}`,
      `v ${told[0] ?? ''}`,
      ...told.map((word) => `d ${word}`),
      ...given.map((word) => `a ${word}`),
      ...chosen.map((word) => `e ${stem(word)}`),
      ...(args.length === 0 ? ['no-arguments'] : []),
      ...(args.some(({ isNested }) => isNested) ? ['nested'] : []),
    ]),
  ];
};
