/** A break that no name reaches across: a quotation mark, a bracket, a colon, removed content. */
export const BREAK = '\uFFFF';
/** The end of a sentence, and of a question. */
export const SENTENCE_STOP = '\uFDD0';
export const QUESTION_END = '\uFDD1';

export const isSentenceEnd = (token: string): boolean => token === SENTENCE_STOP || token === QUESTION_END;

export const isWordToken = (token: string): boolean =>
  token !== BREAK && token !== ',' && !isSentenceEnd(token);

/** What has a scheme, or a host and something after it. */
const LINK =
  /(?:(?<![A-Za-z0-9+.-])[A-Za-z0-9+.-]+:\/\/|(?<![\p{L}\p{N}\p{M}_.@/\\-])(?:[\p{L}\p{N}\p{M}_-]+\.)+\p{L}{2,63}(?::\d{1,5})?[/?#])(?:[^\s<>"'`“”„«»「」\uFFFF]|'(?=[\p{L}\p{N}]))+/gu;
const SEPARATOR = /([\s<>()[\]{}"“”„«»`‘「」|;\uFFFF]|,(?!\d)|(?<!\d),)/;
const SENTENCE_END = /[.!?…]['’*_~]*$/;
/** A full stop that ends no sentence: "order no. 22". */
const ABBREVIATION = /^(?:art|approx|dr|etc|mr|mrs|ms|no|nos|nr|prof|st|tel|vs|\p{L}\.\p{L})\.$/iu;
const NUMBER_SIGN = /^(?:no|nos|nr)\.$/i;
const COLON_END = /:['’*_~]*$/;

/** A sentence that ends without a space after it: `www.example.com.They say`. `/page.Html` is a part of a path. */
const RUN_ON = /^((?:[A-Za-z0-9+.-]+:\/\/)?[^/\\@]+[\p{Ll}\d])[.!?](?:\p{Lu}|\p{Lu}\p{Ll}{3,})$/u;

// Loops, because /[*_]+$/ is quadratic on a megabyte of stars that ends in a letter.
const skip = (word: string, from: number, signs: string): number => {
  let at = from;
  while (at < word.length && signs.includes(word.charAt(at))) at++;
  return at;
};

const skipBack = (word: string, signs: string): number => {
  let at = word.length;
  while (at > 0 && signs.includes(word.charAt(at - 1))) at--;
  return at;
};

/** Signs at the beginning that are a part of the word: `*.txt`, `~/notes`, `__init__.py`. */
const belongs = (signs: string, rest: string): boolean =>
  /^[./\\]/.test(rest) ||
  (signs.includes('~') && rest.includes('/')) ||
  (signs.includes('_') && /_[^_]/.test(rest));

const OPENING = "'’¿¡";
const EDGE = "'’*_~";
const CLOSING = ')]}';

const trimmed = (word: string, edge: string): string => {
  const start = skip(word, 0, OPENING);
  const begin = skip(word, start, EDGE);
  const rest = word.slice(begin, Math.max(begin, skipBack(word, edge)));
  const signs = word.slice(start, begin);
  return signs !== '' && belongs(signs, rest) ? signs + rest : rest;
};

const pushWord = (tokens: string[], word: string, edge: string): void => {
  const core = trimmed(word, edge);
  const runOn = RUN_ON.exec(core)?.[1];
  if (core !== '') tokens.push(core);
  if (runOn !== undefined) tokens.push(SENTENCE_STOP, runOn, SENTENCE_STOP);
  if (NUMBER_SIGN.test(word)) tokens[tokens.length - 1] = '#';
  if (ABBREVIATION.test(word)) return;
  if (SENTENCE_END.test(word)) tokens.push(/\?['’*_~!]*$/.test(word) ? QUESTION_END : SENTENCE_STOP);
  else if (COLON_END.test(word)) tokens.push(BREAK);
};

const pushPlain = (tokens: string[], text: string): void => {
  for (const part of text.split(SEPARATOR)) {
    if (part === '' || /^\s$/.test(part)) continue;
    if (part === ',') tokens.push(',');
    else if (part.length === 1 && SEPARATOR.test(part)) tokens.push(BREAK);
    else pushWord(tokens, part, `${EDGE}.:!?…`);
  }
};

/**
 * The whole words of a text: what stands between spaces, quotation marks and brackets, without the punctuation at its
 * edges. A link is one word up to the next space, whatever it holds, so that no part of one passes for a whole one.
 */
export const tokenise = (text: string): string[] => {
  const tokens: string[] = [];
  let at = 0;
  for (const { 0: link, index } of text.matchAll(LINK)) {
    pushPlain(tokens, text.slice(at, index));
    pushWord(tokens, link, `${EDGE}.:!?…,;${/[([{]/.test(link) ? '' : CLOSING}`);
    at = index + link.length;
  }
  pushPlain(tokens, text.slice(at));
  return tokens;
};
