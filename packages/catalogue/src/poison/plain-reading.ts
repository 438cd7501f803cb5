/** Letters of other scripts that look like Latin ones, and what they look like. */
const LIKE: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  ѕ: 's',
  і: 'i',
  ј: 'j',
  ԁ: 'd',
  һ: 'h',
  ԛ: 'q',
  ԝ: 'w',
  ո: 'n',
  ɡ: 'g',
  ӏ: 'l',
  ь: 'b',
  к: 'k',
  м: 'm',
  т: 't',
  в: 'b',
  н: 'h',
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  Х: 'X',
  У: 'Y',
  Ѕ: 'S',
  І: 'I',
  Ј: 'J',
  α: 'a',
  ο: 'o',
  ν: 'v',
  ι: 'i',
  κ: 'k',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ε: 'e',
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Χ: 'X',
  Υ: 'Y',
  Ζ: 'Z',
  ı: 'i',
  ſ: 's',
  ℓ: 'l',
  ꞵ: 'b',
  օ: 'o',
  ѵ: 'v',
  Ꮯ: 'C',
  Ꭰ: 'D',
  Ꭼ: 'E',
};

const PLAIN = /^[\n\r\t -~]*$/u;
const IGNORED = /\p{Default_Ignorable_Code_Point}|\p{Cc}/u;
const LATIN_WORD = /[A-Za-z]/u;

/** A text as it looks, with the way back to where it stands. */
export interface PlainReading {
  readonly text: string;
  /** From a place in `text` to the place in what was written. */
  at(index: number): number;
}

const asWritten = (text: string): PlainReading => ({ text, at: (index) => index });

/** Only words that are partly Latin are read as Latin: those of other languages stay what they are. */
const foldWord = (word: string): string =>
  LATIN_WORD.test(word) ? [...word].map((letter) => LIKE[letter] ?? letter).join('') : word;

const MOST_DRAWN = 4;

/** A sign that stands for a whole sentence is not written out: a text would become many times as long. */
const drawnAs = (letter: string): string => {
  const drawn = letter.normalize('NFKC');
  return drawn.length > MOST_DRAWN ? letter : drawn;
};

/** What a person sees: without what is not drawn, wide and look-alike letters as the plain ones. */
export const readPlainly = (written: string): PlainReading => {
  if (PLAIN.test(written)) return asWritten(written);
  let text = '';
  const from: number[] = [];
  let at = 0;
  for (const letter of written) {
    const blank = letter === '\n' || letter === '\r' || letter === '\t';
    const drawn = blank ? letter : IGNORED.test(letter) ? '' : drawnAs(letter);
    for (let unit = 0; unit < drawn.length; unit += 1) from.push(at);
    text += drawn;
    at += letter.length;
  }
  // letters are replaced one for one, so the way back stays
  const folded = text.replaceAll(/\p{L}+/gu, (word) => {
    const plain = foldWord(word);
    return plain.length === word.length ? plain : word;
  });
  return { text: folded, at: (index) => from[index] ?? written.length };
};

/** What a name looks like: names that share it cannot be told apart. */
export const visualForm = (name: string): string =>
  [...name.normalize('NFKC')]
    .filter((letter) => !IGNORED.test(letter))
    .map((letter) => LIKE[letter] ?? letter)
    .join('')
    .toLowerCase()
    .replaceAll(/[i1|]/gu, 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
