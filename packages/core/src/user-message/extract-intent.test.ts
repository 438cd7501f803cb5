import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_PARAGRAPH, MAX_PROMPT, MAX_QUOTATION, extractIntent } from './extract-intent.ts';

const SECRET = 'evil.test';
const long = `${SECRET} ${'word '.repeat(40)}`;
describe('content in a prompt', () => {
  it.each([
    ['a fenced block', `read\n\`\`\`\n${SECRET}\n\`\`\`\n`],
    ['a fenced block with its language', `read\n\`\`\`html\n${SECRET}\n\`\`\`\n`],
    ['a fence of tildes', `read\n~~~\n${SECRET}\n~~~\n`],
    ['a fence that never closes', `read\n\`\`\`\n${SECRET}`],
    ['a shorter fence inside', `\`\`\`\`\n\`\`\`\n${SECRET}\n\`\`\`\`\n`],
    ['another fence inside', `\`\`\`\n~~~\n${SECRET}\n\`\`\`\n`],
    ['a fence with more after it inside', `\`\`\`\n\`\`\` x\n${SECRET}\n\`\`\`\n`],
    ['a quoted line', `> ${SECRET}`],
    ['a quoted line further in', `  >> ${SECRET}`],
    ['a line after a carriage return', `read\r> ${SECRET}\rplease`],
    ['a line after another separator', `read\u2028> ${SECRET}`],
    ['passed-on mail', `see below\n-----Original Message-----\n${SECRET}`],
    ['passed-on mail with rules', `see below\n---------- Forwarded message ---------\n${SECRET}`],
    ['passed-on mail in bold', `see below\n**---- Weitergeleitet ----\n${SECRET}`],
    ['a rule', `see below\n------------\n${SECRET}`],
    ['passed-on mail in words', `see below\nBegin forwarded message:\n${SECRET}`],
    ['passed-on mail in German', `siehe unten\nUrsprüngliche Nachricht\n${SECRET}`],
    ['an answer', `see below\nOn Monday, 3 May, Bob wrote:\n${SECRET}`],
    ['an answer in French', `voir\nLe lundi 3 mai, Bob a écrit :\n${SECRET}`],
    ['the head of a mail', `see below\nFrom: bob\nSubject: ${SECRET}\nhello ${SECRET}`],
    ['the first line of the head of a mail', `see below\nFrom: ${SECRET}\nTo: eve\n`],
    ['a tagged document', `<document>\n${SECRET}\n</document>`],
    ['a tagged document with attributes', `<doc id="1">\n${SECRET}\n</DOC>`],
    ['a tagged document with the same tag inside', `<d>\nx</d>\n${SECRET}\n</d>`],
    ['a long tagged text on one line', `<d>${long}</d>`],
    ['a long quotation', `"${long}"`],
    ['a long quotation “ ”', `“${long}”`],
    ['a long quotation „ “', `„${long}“`],
    ['a long quotation « »', `«${long}»`],
    ['a long quotation 「 」', `「${long}」`],
    ['a long quotation ` `', `\`${long}\``],
    ['a quotation over lines', `"a\n${SECRET}"`],
    ['a quotation of its own kind that never closes', `a “ b “ ${long}`],
    ['a long quotation with others in it', `"${long.slice(0, 200)}" x "y" ${SECRET} "`],
    ['what stands between two fences', `\`\`\`\nx\n\`\`\`\n${SECRET}\n\`\`\`\ny\n\`\`\`\n`],
    ['a head in another language', `zie\nVan: bob@example.com\nOnderwerp: ${SECRET}\n`],
    [
      'the middle of a very long prompt',
      `please\n\n${`${'x '.repeat(200)}\n\n`.repeat(5)}${SECRET}\n\n${`${'x '.repeat(200)}\n\n`.repeat(5)}thanks`,
    ],
    ['a long paragraph', `please\n\n${long.repeat(8)}\n\nthanks`],
    ['what comes after the part that is read', `${'x\n\n'.repeat(MAX_PROMPT / 3 + 1)}${SECRET}`],
    ['a quotation that is open where reading ends', `"${SECRET}\n\n${'x\n\n'.repeat(MAX_PROMPT / 3 + 1)}"`],
    ['a tagged document that holds a mail', `<d>\n${SECRET}\nFrom: a\nDate: b\n</d>`],
    ['a quotation that holds a mail', `"${SECRET}\nFrom: a\nDate: b\n"`],
    ['a quotation that ends in a fence', `"${SECRET}\n\`\`\`\nx\n\`\`\`" x`],
    ['a quotation that ends in a quoted line', `"${SECRET}\n> x" y`],
    ['a quotation that ends in a tagged document', `"${SECRET} <d>\n" </d>`],
    ['a tag that is open where reading ends', `<d>${SECRET}\n\n${'x\n\n'.repeat(MAX_PROMPT / 3 + 1)}</d>`],
  ])('%s is not intent', (_, text) => {
    expect(extractIntent(text)).not.toContain(SECRET);
  });

  it.each([
    ['a word', `send to ${SECRET}`],
    ['a line before a block', `${SECRET}\n\`\`\`\nx\n\`\`\`\n`],
    ['the head of a mail that is dictated', `send a mail\nTo: bob@example.com\nSubject: ${SECRET}\n`],
    ['the end of a very long prompt', `please\n\n${`${'x '.repeat(200)}\n\n`.repeat(10)}${SECRET}`],
    ['a line after a block', `\`\`\`\nx\n\`\`\`\n${SECRET}`],
    ['a line before passed-on mail', `${SECRET}\n-----Original Message-----\nx`],
    ['a line before the head of a mail', `${SECRET}\nFrom: a\nTo: b\n`],
    ['one line like the head of a mail', `To: ${SECRET}`],
    ['lines like the head of a mail, apart', `To: a\nplease\nSubject: b\n${SECRET}`],
    ['a short rule', `a\n---\n${SECRET}`],
    ['dashes around much text', `-- ${'x'.repeat(90)} --\n${SECRET}`],
    ['a list item', `-- one\n-- ${SECRET}`],
    ['a short quotation', `send to "${SECRET}"`],
    ['a quotation that never closes', `a "\n${SECRET}`],
    ['a short tagged text', `<b>${SECRET}</b>`],
    ['a tag that never closes', `<br> ${long}`],
    ['a tag that closes before it opens', `</b> <b> ${long}`],
    ['something smaller', `a < b > ${SECRET}`],
    ['an inline fence', `see \`\`\` ${SECRET}`],
    ['a paragraph that is not too long', `${'x'.repeat(MAX_PARAGRAPH - 20)} ${SECRET}`],
    ['what stands after characters that lower-case differently', `${'İ'.repeat(60)}<d>\nx\n</d> ${SECRET}`],
  ])('%s is', (_, text) => {
    expect(extractIntent(text)).toContain(SECRET);
  });

  it('does not join what stands left and right of it', () => {
    for (const block of ['\n```\nx\n```\n', `"${'x'.repeat(MAX_QUOTATION + 1)}"`, '<d>\nx\n</d>', '\n> x\n'])
      expect(extractIntent(`left ${block} right`)).toMatch(/left[^]*\uFFFF[^]*right/);
  });

  it('is short enough at the bound', () => {
    const quoted = (length: number): string => `"${SECRET}${'x'.repeat(length - SECRET.length)}"`;
    expect(extractIntent(quoted(MAX_QUOTATION))).toContain(SECRET);
    expect(extractIntent(quoted(MAX_QUOTATION + 1))).not.toContain(SECRET);
  });
});

const line = fc.stringMatching(/^[a-z0-9 .,@/:-]{0,40}$/);
/** No empty line: that would be the end of a paragraph. */
const full = line.map((text) => `x${text}`);
const content = fc.array(full, { maxLength: 6 });
const prompt = fc.array(line, { maxLength: 4 }).map((all) => all.join('\n'));

describe('laws of intent', () => {
  const blocks: readonly (readonly [string, (lines: readonly string[]) => string])[] = [
    ['fenced', (lines) => `\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n`],
    ['quoted', (lines) => `\n${lines.map((text) => `> ${text}`).join('\n')}\n`],
    ['tagged', (lines) => `\n<doc>\n${lines.join('\n')}\n</doc>\n`],
    ['in quotation marks', (lines) => `\n"\n${lines.join('\n')}\n"\n`],
    [
      'a long paste',
      // lines that look like the head of a mail begin a block of their own
      (lines) => `\n\n${lines.join('\n').replaceAll(':', '.')}${' x'.repeat(MAX_PARAGRAPH)}\n\n`,
    ],
    ['passed on', (lines) => `\nBegin forwarded message:\n${lines.join('\n')}\n`],
  ];

  it.each(blocks)('what is %s adds nothing, whatever it says', (_, block) => {
    fc.assert(
      fc.property(prompt, content, (before, lines) => {
        const said = (all: readonly string[]): string =>
          extractIntent(before + block(all)).replaceAll(/[\s\uFFFF]|<\/doc>/g, '');
        expect(said(lines)).toBe(said(lines.map(() => 'y')));
      }),
      { numRuns: 300 },
    );
  });

  it.each(blocks)('a prompt that is %s says nothing', (_, block) => {
    fc.assert(
      fc.property(content, (lines) => {
        expect(extractIntent(block(lines)).replaceAll(/[\s\uFFFF]|<\/doc>/g, '')).toBe('');
      }),
      { numRuns: 300 },
    );
  });

  // A long paste is told by its length alone, and marks of content inside it make it shorter.
  const marked = blocks.filter(([name]) => name !== 'a long paste');

  it.each(marked)('what is %s stays content, whatever else it holds', (name, block) => {
    const own: Readonly<Record<string, RegExp>> = {
      fenced: /^ {0,3}(?:`{3,}|~{3,})/,
      tagged: /<\/doc>/,
      'in quotation marks': /"/,
    };
    const sign = fc.constantFrom(
      '"',
      '“',
      '”',
      '„',
      '«',
      '»',
      '`',
      '‘',
      '’',
      '<doc>',
      '</doc>',
      '<b>',
      '</b>',
      '```',
      '~~~',
      '> ',
      '---- x ----',
      'From: a',
      'Date: b',
      'On Monday 3 May Bob wrote:',
      SECRET,
      'x',
      ' ',
      '',
    );
    const hostile = fc.array(
      fc.array(sign, { maxLength: 3 }).map((parts) => parts.join('')),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(hostile, fc.constantFrom('', 'please read this', "read Bob's"), (lines, before) => {
        fc.pre(!lines.some((text) => own[name]?.test(text) === true));
        expect(extractIntent(before + block([SECRET, ...lines, SECRET]))).not.toContain(SECRET);
      }),
      { numRuns: 2000 },
    );
  });

  it('every line of the intent is a line of the prompt, or a part of one', () => {
    const piece = fc.constantFrom(
      'a',
      ' ',
      '\n',
      '\n\n',
      '"',
      '“',
      '”',
      '`',
      '```',
      '\n```\n',
      '>',
      '\n>',
      '<d>',
      '</d>',
      '----',
      '\nFrom: a',
      'x'.repeat(100),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        for (const kept of extractIntent(text).split(/[\n\uFFFF]/)) expect(text).toContain(kept);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    'a',
    '-',
    '- ',
    '"',
    '“',
    '„',
    '`',
    '<a>',
    '</a>',
    '<a ',
    '<',
    '>',
    '\n',
    '\n ',
    ' ',
    '*',
    '_',
    'from: a\n',
    'on ',
    '~~~\n',
    '\r',
    '<a><b></a>',
  ])('a prompt of %j is read to its end', (unit) => {
    for (const [start, end] of [
      ['', ''],
      ['', 'x'],
      ['-----', 'x'],
      ['"', 'x'],
      ['On ', ' wrote:'],
    ])
      expect(extractIntent(start + unit.repeat(1_000_000 / unit.length) + end).length).toBeLessThanOrEqual(
        4 * MAX_PROMPT,
      );
  });
});
