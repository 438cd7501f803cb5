import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BREAK, QUESTION_END, SENTENCE_STOP, isSentenceEnd, isWordToken, tokenise } from './tokens.ts';

describe('the words of a text', () => {
  it.each<readonly [string, readonly string[]]>([
    ['', []],
    ['  \n\t ', []],
    ['pay bob 5', ['pay', 'bob', '5']],
    ['pay Bob. Now', ['pay', 'Bob', SENTENCE_STOP, 'Now']],
    ['a, b,c 1,234 1, 2', ['a', ',', 'b', ',', 'c', '1,234', '1', ',', '2']],
    ['k|l;m', ['k', BREAK, 'l', BREAK, 'm']],
    ["'a' ‘b’ it's ’c’", ['a', BREAK, 'b', "it's", 'c']],
    ['*a* **b c** __d__ ~~e~~ ~5', ['a', 'b', 'c', 'd', 'e', '5']],
    [
      '*.txt ~/notes ~eve/x __init__.py _a_b _/x',
      ['*.txt', '~/notes', '~eve/x', '__init__.py', '_a_b', '_/x'],
    ],
    [
      'a! b? c: d… e...',
      ['a', SENTENCE_STOP, 'b', QUESTION_END, 'c', BREAK, 'd', SENTENCE_STOP, 'e', SENTENCE_STOP],
    ],
    ["'so.' *so.* *so:*", ['so', SENTENCE_STOP, 'so', SENTENCE_STOP, 'so', BREAK]],
    ['... ! :', [SENTENCE_STOP, SENTENCE_STOP, BREAK]],
    ['a?! b?* c !? d ?', ['a', QUESTION_END, 'b', QUESTION_END, 'c', QUESTION_END, 'd', QUESTION_END]],
    ['¿a? ¡b! ¿¡c ¿', ['a', QUESTION_END, 'b', SENTENCE_STOP, 'c']],
    ['order no. 22, Nr. 5 and nos. 6', ['order', '#', '22', ',', '#', '5', 'and', '#', '6']],
    ['ask Dr. Ada, e.g. Mr. X.', ['ask', 'Dr', 'Ada', ',', 'e.g', 'Mr', 'X', SENTENCE_STOP]],
    [
      'see example.com.They say',
      ['see', 'example.com.They', SENTENCE_STOP, 'example.com', SENTENCE_STOP, 'say'],
    ],
    ['see example.com.A lot', ['see', 'example.com.A', SENTENCE_STOP, 'example.com', SENTENCE_STOP, 'lot']],
    [
      'https://example.com.They',
      ['https://example.com.They', SENTENCE_STOP, 'https://example.com', SENTENCE_STOP],
    ],
    ['https://example.com/page.Html', ['https://example.com/page.Html']],
    ['Example.Com bob@example.Test', ['Example.Com', 'bob@example.Test']],
    [
      'https://a.com, https://b.com; (https://c.com).',
      ['https://a.com', 'https://b.com', BREAK, 'https://c.com', SENTENCE_STOP],
    ],
    ['https://a.com/(x)', ['https://a.com/(x)']],
    ["https://a.com/o'x 'https://b.com'", ["https://a.com/o'x", 'https://b.com']],
    ['a.com/x(y);z', ['a.com/x(y);z']],
    ['a.com:80?x|y', ['a.com:80?x|y']],
    ['1https://a.com/(x', ['1https://a.com/(x']],
    ['see [a](https://b.com)', ['see', BREAK, 'a', BREAK, BREAK, 'https://b.com']],
    [`a${BREAK}b`, ['a', BREAK, 'b']],
  ])('%j', (text, tokens) => {
    expect(tokenise(text)).toEqual(tokens);
  });

  it.each(['(a)', '[a]', '{a}', '<a>', '"a"', '“a”', '„a“', '«a»', '`a`', '「a」'])(
    '%s breaks before and after',
    (text) => {
      expect(tokenise(text)).toEqual([BREAK, 'a', BREAK]);
    },
  );

  it('are words, and not the signs between them', () => {
    expect(tokenise('a, (b). c? d').filter(isWordToken)).toEqual(['a', 'b', 'c', 'd']);
    expect(tokenise('a, (b). c? d').filter(isSentenceEnd)).toEqual([SENTENCE_STOP, QUESTION_END]);
  });
});

const unit = fc.constantFrom(
  ...'ab1 .,:;!?/\\@#*_~\'"()[]<>|’“”`\n-é',
  '://',
  'https://',
  'a.com/',
  '\uFFFF',
  '\u0301',
  '\u{1F600}',
);
const text = fc.array(unit, { maxLength: 30 }).map((parts) => parts.join(''));

describe('laws of words', () => {
  it('every word stands in the text, and no word is empty or spans a space', () => {
    fc.assert(
      fc.property(text, (written) => {
        for (const token of tokenise(written)) {
          expect(token).not.toBe('');
          expect(token).not.toMatch(/\s/);
          if (!isSentenceEnd(token)) expect(written + BREAK).toContain(token);
        }
      }),
      { numRuns: 5000 },
    );
  });

  it('every letter and digit of the text is in some word', () => {
    fc.assert(
      fc.property(text, (written) => {
        const count = (all: string): number => all.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
        // A run-on is there twice.
        expect(count(tokenise(written).join(' '))).toBeGreaterThanOrEqual(count(written));
      }),
      { numRuns: 5000 },
    );
  });

  it('words between spaces stay themselves', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z0-9@é]{1,8}$/), { maxLength: 10 }), (words) => {
        expect(tokenise(words.join(' '))).toEqual(words);
      }),
    );
  });

  it('a link is one word', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^https:\/\/[a-z]{1,5}\.com\/[a-z0-9()[\]{};,|=&?.-]{0,12}[a-z0-9]$/),
        (link) => {
          expect(tokenise(`see ${link} now`).filter((token) => token.startsWith('h'))).toEqual([link]);
        },
      ),
    );
  });

  it.each([
    'a',
    '.',
    'a.',
    ' ',
    '(',
    ')',
    "'",
    '*',
    '_',
    '~',
    ',',
    '1,',
    'A.',
    'a.A',
    '://',
    'a://',
    'a.bc/',
    '!',
    '…',
    '\uFFFF',
    '"',
    '-',
    '+',
  ])('a long run of %j is read to its end', (unit_) => {
    for (const [start, end] of [
      ['', ''],
      ['', 'x'],
      ['https://a.com/', ' '],
      ['https://', 'a'],
      ['*', '*'],
    ]) {
      const written = start + unit_.repeat(50_000 / unit_.length) + end;
      expect(tokenise(written).length).toBeLessThanOrEqual(4 * written.length);
    }
  });

  it.each(['.', "'", ')', '*', '_', '!', 'a.', 'a.A'])('a megabyte of %j is read to its end', (sign) => {
    for (const [start, end] of [
      ['', 'x'],
      ['https://a.example/', 'x'],
    ])
      expect(tokenise(start + sign.repeat(1_000_000 / sign.length) + end).length).toBeLessThanOrEqual(
        1_000_001,
      );
  });
});
