/** A break that no name reaches across: a quotation mark, a bracket, the end of a sentence, removed content. */
export const BREAK = '\uFFFF';

const LINK = /[A-Za-z][A-Za-z0-9+.-]{0,30}:\/\/[^\s<>"'`“”„«»「」\uFFFF]+/g;
const SEPARATOR = /([\s<>()[\]{}"“”„«»`‘「」|;\uFFFF]|,(?!\d)|(?<!\d),)/;
const EDGE_BEFORE = /^['’*_~]+/;
const EDGE_AFTER = /(?:['’*_~]|[.:!?…]+$)+$/;
const SENTENCE_END = /[.:!?…]['’*_~]*$/;

/** A sentence that ends without a space after it: `www.example.com.They say`. */
const RUN_ON = /^(.+[\p{Ll}\d])[.!?]\p{Lu}\p{Ll}*$/u;

const trimmed = (word: string): string => word.replace(EDGE_BEFORE, '').replace(EDGE_AFTER, '');

const pushWord = (tokens: string[], word: string): void => {
  const core = trimmed(word);
  const runOn = RUN_ON.exec(core)?.[1];
  if (core !== '') tokens.push(core);
  if (runOn !== undefined) tokens.push(BREAK, runOn, BREAK);
  if (SENTENCE_END.test(word)) tokens.push(BREAK);
};

const pushPlain = (tokens: string[], text: string): void => {
  for (const part of text.split(SEPARATOR)) {
    if (part === '' || /^\s$/.test(part)) continue;
    if (part === ',') tokens.push(',');
    else if (part.length === 1 && SEPARATOR.test(part)) tokens.push(BREAK);
    else pushWord(tokens, part);
  }
};

/**
 * The whole words of a text: what stands between spaces, quotation marks and brackets, without the punctuation at its
 * edges. A link is one word up to the next space, whatever it holds, so that no part of one passes for a whole one.
 */
export const tokensOf = (text: string): string[] => {
  const tokens: string[] = [];
  let at = 0;
  for (const link of text.matchAll(LINK)) {
    pushPlain(tokens, text.slice(at, link.index));
    const whole = link[0].replace(/[)\]}]+$/, (end) => (/[([{]/.test(link[0]) ? end : ''));
    pushWord(tokens, whole);
    at = link.index + link[0].length;
  }
  pushPlain(tokens, text.slice(at));
  return tokens;
};
