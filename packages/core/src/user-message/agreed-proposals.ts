import { classifyWord, isInWordList, splitName } from '../vocabulary/role-words.ts';
import { COMPILED_LANGUAGES } from './compiled-language.ts';
import { hasDay, parseDay } from './date.ts';
import type { ActionKind } from './language.ts';
import type { Literals } from './literals.ts';
import { foldCase, readUtterance } from './literals.ts';
import { parsePlainNumber } from './number.ts';
import { toSingular } from './to-singular.ts';
import { isWordToken, tokenise } from './tokens.ts';
import { isGenericWord, namesNegated, namesText } from './user-messages.ts';
import { findVerb } from './verb-table.ts';

const CHOICE = /^\p{Ll}+(?:_\p{Ll}+)+$/u;

const listsText = (said: Literals, value: string): boolean => {
  const number = parsePlainNumber(value);
  if (number !== undefined) return said.numbers.has(number) || said.exact.has(value);
  const day = parseDay(value);
  if (day !== undefined && hasDay(said.days, day)) return true;
  if (namesText(said, value) || namesNegated(said, value)) return true;
  // a program writes `gift_card` where people read "gift card"
  return CHOICE.test(value) && listsText(said, value.replaceAll('_', ' '));
};

/** `SEA`, `TX`: written so, it is no word. */
const isCode = (value: string): boolean => /^\p{Lu}{2,3}$/u.test(value);

const isShort = (value: string): boolean =>
  (value.length <= 3 && !isCode(value)) ||
  (/^\p{Ll}+$/u.test(value) && (value.length < 6 || isGenericWord(value))) ||
  !tokenise(value).some((word) => isWordToken(word) && !isGenericWord(foldCase(word)));

/** A capital right beside a name may make it a part of a longer one: "Walrus" in "Walrus Ledger". */
const isCapital = (word: string | undefined): boolean =>
  word !== undefined && /^\p{Lu}/u.test(word) && !isGenericWord(foldCase(word));

const standsAlone = ({ intent }: Literals, value: string): boolean => {
  const wanted = tokenise(value).map(foldCase);
  return intent.split('\n').some((line) => {
    const words = tokenise(line);
    return words.some(
      (_, at) =>
        wanted.every((word, next) => foldCase(words[at + next] ?? '') === word) &&
        !isCapital(words[at - 1]) &&
        !isCapital(words[at + wanted.length]),
    );
  });
};

/** Words that say nothing of what an argument is. */
const tellingWords = (name: string): readonly string[] =>
  splitName(name)
    .filter((word) => word.length > 2 && !isInWordList('identifier', word))
    .map(toSingular);

/** Whether a value stands in one line with a word of its argument's name: "Cabin: economy". */
const isBeside = ({ intent }: Literals, value: string, name: string): boolean => {
  const about = tellingWords(name);
  const wanted = tokenise(CHOICE.test(value) ? value.replaceAll('_', ' ') : value).map(foldCase);
  return intent.split('\n').some((line) => {
    const words = tokenise(line).map(foldCase);
    const at = words.findIndex((_, index) => wanted.every((word, next) => words[index + next] === word));
    const isNamed = (word: string, index: number): boolean =>
      (index < at || index >= at + wanted.length) && about.includes(toSingular(word.replaceAll('-', '')));
    return at !== -1 && words.some(isNamed);
  });
};

const LABELLED = /^[\s*_•>#-]*([^:\n]{1,60}):[\s*_`]*([^\n]{1,60}?)[\s*_`.;]*$/;

/** The words that say which argument a value in a line is: its label, else the word before it. */
const wordsAbout = (line: string, value: string): readonly (readonly string[])[] => {
  const [, label = '', told = ''] = LABELLED.exec(line) ?? [];
  if (foldCase(told) === foldCase(value)) return [tokenise(label).map(foldCase)];
  const words = tokenise(line).map(foldCase);
  const wanted = tokenise(value).map(foldCase);
  return words.flatMap((_, at) =>
    wanted.every((word, next) => words[at + next] === word) ? [words.slice(Math.max(0, at - 1), at)] : [],
  );
};

/** Whether a value is listed only as what another argument is: "From: A-1" is no place to send to. */
const isOfAnother = ({ intent }: Literals, value: string, { own, others }: ArgumentNames): boolean => {
  const about = intent.split('\n').flatMap((line) => wordsAbout(line, value));
  const isAbout = (names: ReadonlySet<string>): boolean =>
    about.some((words) => words.some((word) => names.has(toSingular(word))));
  return isAbout(others) && !isAbout(own);
};

/** A line that says of an argument what it is, and nothing else: "Insurance: no". */
const isLabelled = ({ intent }: Literals, value: string, name: string): boolean => {
  const about = tellingWords(name);
  return intent.split('\n').some((line) => {
    const [, label = '', told = ''] = LABELLED.exec(line) ?? [];
    return (
      foldCase(told) === foldCase(value) &&
      tokenise(label).some((word) => about.includes(toSingular(foldCase(word))))
    );
  });
};

/** A small amount is told from other numbers by its currency. */
const isPriced = ({ intent }: Literals, value: string, name: string): boolean =>
  parsePlainNumber(value) !== undefined &&
  classifyWord(splitName(name).at(-1) ?? '') === 'amount' &&
  new RegExp(`[$€£¥]\\s?${value.replace('.', String.raw`\.`)}(?![\\d]|[.,]\\d)`).test(intent);

/** The words in the name of an argument, and those in the names of the others that are not in it. */
export interface ArgumentNames {
  readonly own: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
}

/** "as follows" is no deed. */
const INTRODUCING = 'follows';

const ALONE: ArgumentNames = { own: new Set(), others: new Set() };

const isListed = (said: Literals, value: string | number, name: string): boolean => {
  const text = String(value);
  return (
    (typeof value === 'number' ? said.numbers.has(value) : listsText(said, text)) &&
    (!isCode(text) || said.exact.has(text)) &&
    (!isShort(text) || isBeside(said, text, name) || isPriced(said, text, name)) &&
    (/[\d@/\\_]/.test(text) || standsAlone(said, text))
  );
};

/** What an agent listed in its own messages and the person said yes to. */
export class AgreedProposals {
  readonly #all: readonly Literals[];

  constructor(proposals: readonly string[]) {
    this.#all = proposals.map((text) => readUtterance({ text, proposed: true }));
  }

  /** Whether a value was listed word for word; a short one, which stands in many texts, beside its argument's name. */
  lists(value: string | number, name: string, names: ArgumentNames = ALONE): boolean {
    const text = String(value);
    return this.#all.some(
      (said) =>
        !isOfAnother(said, text, names) && (isLabelled(said, text, name) || isListed(said, value, name)),
    );
  }

  /** Whether a deed of this kind was proposed, or one by these very words. */
  proposes(deeds: readonly ActionKind[], verbs: readonly string[] = []): boolean {
    return this.#all.some(({ clauses, tongues }) => {
      const spoken = tongues.length === 0 ? COMPILED_LANGUAGES : tongues;
      return clauses.some(
        ({ word, affirmed }) =>
          affirmed &&
          word !== INTRODUCING &&
          (verbs.includes(word) ||
            spoken.some((tongue) => findVerb(tongue.verbs, word).some((deed) => deeds.includes(deed)))),
      );
    });
  }
}
