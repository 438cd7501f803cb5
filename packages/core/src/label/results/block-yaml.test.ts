import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ToStringOptions } from 'yaml';
import { parseDocument, stringify } from 'yaml';
import { findRecordedData } from '../../../test/find-recorded-data.ts';
import type { Json } from '../../receive/json.ts';
import { listResultTexts } from './result-data.ts';
import { readBlockYaml } from './block-yaml.ts';
import { cases } from '../../../test/specification/cases.ts';

/** What a whole reader of YAML sees, as JSON; undefined where it sees a mistake. */
const reference = (text: string): string | undefined => {
  const document = parseDocument(text, { logLevel: 'silent' });
  return document.errors.length + document.warnings.length > 0 ? undefined : JSON.stringify(document.toJS());
};

/** Reads nothing, or exactly what the reference reads. */
const agrees = (text: string): Json | undefined => {
  const data = readBlockYaml(text);
  if (data !== undefined) expect(JSON.stringify(data), text).toBe(reference(text));
  return data;
};

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

describe('what programs dump', () => {
  it.each<readonly [string, string, Json]>([
    [
      'a list of records',
      lines('- id: 1', '  name: a', '- id: 2', '  name: b'),
      [
        { id: 1, name: 'a' },
        { id: 2, name: 'b' },
      ],
    ],
    [
      'a list at the level of its key',
      lines('to:', '- a@x.example', '- b@x.example', 'id: 5'),
      { to: ['a@x.example', 'b@x.example'], id: 5 },
    ],
    ['a list below its key', lines('to:', '  - a', '  - b', 'id: 5'), { to: ['a', 'b'], id: 5 }],
    [
      'a record in a record',
      lines('a:', '  b:', '    c: 1', '  d: 2', 'e: 3'),
      { a: { b: { c: 1 }, d: 2 }, e: 3 },
    ],
    [
      'a list in a record in a list',
      lines('- a:', '  - x', '  b: 2', '- a: []'),
      [{ a: ['x'], b: 2 }, { a: [] }],
    ],
    ['a list in a list', lines('- - a', '  - b', '- - c'), [['a', 'b'], ['c']]],
    ['a record in a list in a list', lines('- - a: 1', '    b: 2', '  - c'), [[{ a: 1, b: 2 }, 'c']]],
    ['nothing below a key', lines('a:', 'b: 1', 'c:'), { a: null, b: 1, c: null }],
    ['nothing below a key in a list', lines('- a:', '- b:'), [{ a: null }, { b: null }]],
    ['empty lines between', lines('', 'a: 1', '', '', 'b: 2', ''), { a: 1, b: 2 }],
    ['no line break at the end', 'a: 1\nb: x', { a: 1, b: 'x' }],
    ['spaces at the end', 'a: x  \nb: 1   \n', { a: 'x', b: 1 }],
    ['single quotes, doubled', lines("a: 'it''s'", "b: ''''", "c: ''"), { a: "it's", b: "'", c: '' }],
    [
      'single quotes over lines',
      lines("a: 'one", '', '  two', '  three', '', '', "  four'"),
      { a: 'one\ntwo three\n\nfour' },
    ],
    ['a quotation that begins and ends with a line break', lines("a: '", '  x', "  '"), { a: ' x ' }],
    [
      'double quotes with every escape',
      lines(String.raw`a: "\0\a\b\t\n\v\f\r\e\ \"\/\\\N\_\L\P\x41\u00e9\U0001F600"`),
      { a: '\0\u0007\b\t\n\v\f\r\u001B "/\\\u0085\u00A0\u2028\u2029Aé\u{1F600}' },
    ],
    [
      'double quotes joined by backslashes',
      lines('a: "one\\', String.raw`  \  two\n\ `.trimEnd(), '  three four', '  five"'),
      { a: 'one  two\nthree four five' },
    ],
    ['an even number of backslashes at the end', lines('a: "one\\\\', '  two"'), { a: 'one\\ two' }],
    [
      'plain text over lines',
      lines('a: one', '  two', '', '  - three', 'b: 1'),
      { a: 'one two\n- three', b: 1 },
    ],
    [
      'text on the line below its key',
      lines('a:', '  one two', 'b:', '  "three"'),
      { a: 'one two', b: 'three' },
    ],
    [
      'a literal block',
      lines('a: |', '  one', '    two', '', '  three', 'b: 1'),
      { a: 'one\n  two\n\nthree\n', b: 1 },
    ],
    ['a literal block without its last line break', lines('a: |-', '  one', '', 'b: 1'), { a: 'one', b: 1 }],
    [
      'a literal block with all its line breaks',
      lines('a: |+', '  one', '', '', 'b: 1'),
      { a: 'one\n\n\n', b: 1 },
    ],
    ['a literal block in a list', lines('- |', '  one', '- |-', '  two'), ['one\n', 'two']],
    ['a literal block that begins with empty lines', lines('a: |-', '', '', '  one'), { a: '\n\none' }],
    [
      'a folded block',
      lines('a: >', '  one', '  two', '', '  three', '    four', '  five', 'b: 1'),
      { a: 'one two\nthree\n  four\nfive\n', b: 1 },
    ],
    [
      'a folded block that begins further in',
      lines('a: >-', '', '  one', '', '', '  two'),
      { a: '\none\n\ntwo' },
    ],
    [
      'words that mean something',
      lines('a: null', 'b: ~', 'c: true', 'd: false', 'e: []', 'f: {}'),
      { a: null, b: null, c: true, d: false, e: [], f: {} },
    ],
    [
      'numbers',
      lines('a: 0', 'b: -5', 'c: 12.50', 'd: 9007199254740991', 'e: 0.1'),
      { a: 0, b: -5, c: 12.5, d: 9007199254740991, e: 0.1 },
    ],
    [
      'texts that begin like numbers',
      lines('a: 2026-11-15 10:00:00', 'b: 10.0.0.1', 'c: 1 2', 'd: 15.11.2026', 'e: -x'),
      { a: '2026-11-15 10:00:00', b: '10.0.0.1', c: '1 2', d: '15.11.2026', e: '-x' },
    ],
    [
      'quoted texts that look like more',
      lines("a: '5'", 'b: "true"', "c: '[]'", 'd: "- id: 5"'),
      { a: '5', b: 'true', c: '[]', d: '- id: 5' },
    ],
    [
      'keys of all kinds',
      lines('a b: 1', '"c: d": 2', "'- e': 3", 'ü_f.g/h@i+j-k: 4', '7: 5', '"8": 6', '_: 7'),
      { 7: 5, 8: 6, 'a b': 1, 'c: d': 2, '- e': 3, 'ü_f.g/h@i+j-k': 4, _: 7 },
    ],
    ['a key with two spaces after it', lines('a:   x'), { a: 'x' }],
    ['an item with several spaces after it', lines('-   a: 1', '    b: 2', '-   c'), [{ a: 1, b: 2 }, 'c']],
  ])('%s', (_, text, data) => {
    expect(JSON.stringify(agrees(text))).toBe(JSON.stringify(data));
  });

  it('keeps a key that is also the name of a method apart from it', () => {
    const data = readBlockYaml(lines('__proto__: 1', 'constructor: 2'));
    expect(Object.keys(data ?? {})).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(data)).toBeNull();
  });
});

describe('what is refused', () => {
  it.each<readonly [string, string]>([
    ['nothing', ''],
    ['empty lines only', '\n\n'],
    ['a sentence', 'Done.'],
    ['a sentence with a colon', 'Error: no such file: x'],
    ['a scalar', "'a'"],
    ['a first line that is indented', '  a: 1\n'],
    ['flow style', 'a: [1, 2]\n'],
    ['flow style over lines', lines('a: [1,', '  2]')],
    ['flow mappings', 'a: {b: 1}\n'],
    ['an anchor', 'a: &x 1\n'],
    ['an alias', 'a: *x\n'],
    ['a tag', 'a: !!str 1\n'],
    ['a directive', '%YAML 1.2\n---\na: 1\n'],
    ['a document mark', '---\na: 1\n'],
    ['two documents', 'a: 1\n---\nb: 2\n'],
    ['the end of a document', 'a: 1\n...\n'],
    ['a comment', '# x\na: 1\n'],
    ['a comment after a value', 'a: 1 # x\n'],
    ['a comment after a quotation', "a: 'x' # y\n"],
    ['a comment inside plain text', lines('a: b', '  # c')],
    ['an explicit key', '? a\n: b\n'],
    ['a merge', '<<: 1\n'],
    ['tabs', 'a:\tb\n'],
    ['carriage returns', 'a: 1\r\nb: 2\r\n'],
    ['other line breaks', 'a: x\u2028b: 2\n'],
    ['a byte order mark', '\uFEFFa: 1\n'],
    ['a space that is no indentation', '\u00A0a: 1\n'],
    ['a key twice', 'a: 1\na: 2\n'],
    ['a key twice, quoted', 'a: 1\n"a": 2\n'],
    ['a key that is no text', 'null: 1\n'],
    ['a key that is a truth', 'true: 1\n'],
    ['a key that is another number', '1.0: 1\n'],
    ['a key with a space before its colon', 'a : 1\n'],
    ['two keys on a line', 'a: b: c\n'],
    ['a colon at the end of a value', 'a: b:\n'],
    ['a key in continued text', lines('a: b', '  c: d')],
    ['text after a quotation', "a: 'b' c\n"],
    ['a quotation that does not end', "a: 'b\n"],
    ['a quotation that ends at the level of its key', lines('a: "b', 'c"')],
    ['a document mark in a quotation', lines('a: "b', '---', 'c"')],
    ['a space after the last backslash', lines('a: "b\\ ', '  c"')],
    ['an escape that is none', String.raw`a: "\q"`],
    ['an escape for half a character', String.raw`a: "\ud83d"`],
    ['an escape for no character', String.raw`a: "\U00110000"`],
    ['an escape that is too short', String.raw`a: "\x4"`],
    ['an item with nothing in it', '-\n'],
    ['an item below its dash', '-\n  a: 1\n'],
    ['an item with only spaces', '- \n- a\n'],
    ['a record after a list', '- a\nb: 1\n'],
    ['a list after a record', 'a: 1\n- b\n'],
    ['a list item further in', '- a:\n    b: 1\n   - c\n'],
    ['a joined line before an empty one', lines('a: "one\\', '', '  two"')],
    ['a joined line before an empty one, at the start', lines('a: "\\', '', '  two"')],
    ['a list further in than the one before', '- a\n - b: 1\n'],
    ['keys at different levels', 'a:\n    b: 1\n  c: 2\n'],
    ['a key further in than the one before', 'a: 1\n b: 2\n'],
    ['something after a list in a list', '- - a\n  b: 1\n'],
    ['text that is no key', 'a: 1\nb\n'],
    ['a block with its indentation', 'a: |2\n    b\n'],
    ['a block with a comment', 'a: | # x\n  b\n'],
    ['a block of nothing', 'a: |\nb: 1\n'],
    ['a block of spaces', 'a: |\n  b\n     \n'],
    ['a block that goes out again', 'a: |\n    b\n  c\n'],
    ['a block without a line break at the end', 'a: |\n  b'],
    ['a block below its key', 'a:\n  |\n  b\n'],
    ...[
      '+5',
      '0x1F',
      '0o17',
      '017',
      '1e3',
      '.5',
      '5.',
      '1_000',
      '.inf',
      '-.INF',
      '.nan',
      '-0',
      '9007199254740993',
      '0.12345678901234567',
      'Null',
      'TRUE',
      'False',
    ].map((text) => [`${text}, which readers read differently`, `a: ${text}\n`] as const),
    ...['-', '- b', '---', '?', '? b', ': b', ', b', '@b', '`b`', '%b', '#b', '>b', '|b', ']', '}'].map(
      (text) => [`${text} as a value`, `a: ${text}\n`] as const,
    ),
    ['too many lines', 'a: 1\n'.repeat(20_001)],
    ['too deep a record', Array.from({ length: 40 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('')],
    ['too deep a list', `${'- '.repeat(40)}a\n`],
  ])('%s', (_, text) => {
    expect(readBlockYaml(text)).toBeUndefined();
  });

  it('reads lists and records as deep as it may', () => {
    expect(readBlockYaml(`${'- '.repeat(30)}a\n`)).toBeDefined();
    expect(
      readBlockYaml(Array.from({ length: 30 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('')),
    ).toBeDefined();
  });
});

const runs = findRecordedData('traces/agentdojo/benign.jsonl.gz', 'YAML in recorded results');

describe.skipIf(runs === undefined)('recorded results', () => {
  it('are read as the reference reads them', () => {
    const texts = new Set<string>();
    const rows = gunzipSync(readFileSync(runs ?? ''))
      .toString()
      .split('\n');
    for (const line of rows.filter((each) => each !== ''))
      for (const event of JSON.parse(line).events)
        for (const text of listResultTexts(event.result ?? null)) texts.add(text);
    const read = [...texts].filter((text) => !/^\s*[{[]/.test(text) && agrees(text) !== undefined);
    expect(read.length).toBeGreaterThan(300);
  });
});

const HOSTILE = [
  '\n',
  '\n\n',
  '\n- id: 5',
  '\n  name: x',
  '\nid: 5\n',
  ': ',
  ' #',
  '# x',
  "'",
  "''",
  '"',
  '\\',
  '\\n',
  '---\n',
  '\n---\n',
  '\n...\n',
  '&a ',
  '*a',
  '!!str ',
  '|',
  '>-\n',
  '- ',
  '? ',
  '{',
  '[]',
  ', ',
  '%YAML',
  '\t',
  ' ',
  '  ',
  'id: 5',
  '~',
  'null',
  'yes',
  '012',
  '1e3',
  '0x1',
  'a',
  'word ',
  'é',
  '\u{1F600}',
  '\u00A0',
  '\u2028',
  '\uFEFF',
];

const hostile = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 4 })), { maxLength: 12 })
  .map((parts) => parts.join(''));
const long = fc
  .array(fc.constantFrom('word', 'two', 'a: b', '- c', "it's", '"q"', 'x\n', '\\'), { maxLength: 60 })
  .map((parts) => parts.join(' '));
const scalar = fc.oneof(
  hostile,
  long,
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const key = fc.oneof(
  fc.constantFrom('id', 'name', 'title', 'body', 'a b', '1', '__proto__', 'true', 'null'),
  hostile,
);
const { data } = fc.letrec<{ data: unknown }>((tie) => ({
  data: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.array(tie('data'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('data')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
}));

const options: fc.Arbitrary<ToStringOptions> = fc.record({
  lineWidth: fc.constantFrom(0, 20, 40, 80),
  indent: fc.constantFrom(1, 2, 4),
  indentSeq: fc.boolean(),
  singleQuote: fc.constantFrom(null, true, false),
  blockQuote: fc.constantFrom(true, false, 'folded' as const, 'literal' as const),
  defaultStringType: fc.constantFrom(
    'PLAIN' as const,
    'QUOTE_SINGLE' as const,
    'QUOTE_DOUBLE' as const,
    'BLOCK_LITERAL' as const,
    'BLOCK_FOLDED' as const,
  ),
  defaultKeyType: fc.constantFrom(null, 'PLAIN' as const, 'QUOTE_DOUBLE' as const),
  minContentWidth: fc.constantFrom(0, 20),
  doubleQuotedMinMultiLineLength: fc.constantFrom(1, 40),
});

describe('laws of reading YAML', () => {
  it('a dump is read as the reference reads it, or not at all', () => {
    let read = 0;
    fc.assert(
      fc.property(data, options, (value, style) => {
        if (agrees(stringify(value, style)) !== undefined) read++;
      }),
      { numRuns: cases(1000, 5000) },
    );
    expect(read).toBeGreaterThan(cases(100, 500));
  });

  it('texts in records never become records', () => {
    let read = 0;
    fc.assert(
      fc.property(
        fc.array(fc.oneof(hostile, long), { minLength: 1, maxLength: 4 }),
        options,
        (texts, style) => {
          const records = texts.map((body, index) => ({ id: index, body }));
          const found = agrees(stringify(records, style));
          if (found === undefined) return;
          read++;
          expect(found).toEqual(records.map(({ id }) => ({ id, body: expect.any(String) })));
        },
      ),
      { numRuns: cases(1000, 5000) },
    );
    expect(read).toBeGreaterThan(cases(400, 2000));
  });

  it('any text at all is read as the reference reads it, or not at all', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      ':',
      ': ',
      '- ',
      '-',
      '\n',
      '\n',
      '\n  ',
      '\n    ',
      ' ',
      "'",
      '"',
      '\\',
      '|',
      '>',
      '+',
      '#',
      '1',
      '0',
      '.',
      '[]',
      'é',
    );
    let read = 0;
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 24 }),
        fc.constantFrom('', 'a:', '- ', 'a: "', "a: '", 'a: |', 'a: >', '- a: '),
        (parts, start) => {
          if (agrees(start + parts.join('')) !== undefined) read++;
        },
      ),
      { numRuns: cases(4000, 20_000) },
    );
    expect(read).toBeGreaterThan(200);
  });

  it.each([
    ' ',
    '\n',
    '- ',
    '-\n',
    'a',
    'a: ',
    'a:\n',
    '- a\n',
    '"',
    "'",
    "''",
    '\\',
    '"\\',
    '|',
    ' \n',
    '  a\n',
  ])('ends soon on a long run of %j', (unit) => {
    for (const start of ['', 'a: ', '- ', 'a: "', "a: '", 'a: |\n', 'a: >\n  x\n', 'a:\n'])
      for (const end of ['', '\n', 'x', '"', "'"]) {
        const found = readBlockYaml(start + unit.repeat(200_000 / unit.length) + end);
        expect(found === undefined || typeof found === 'object').toBe(true);
      }
  });

  it.each([' ', '-', 'a', "'", '\\', '"', '#', ':'])('a megabyte of %j is read to its end', (unit) => {
    for (const start of ['a: ', '- ', 'a: "', "a: '", ''])
      expect(typeof readBlockYaml(`${start}${unit.repeat(1_000_000)}x\n`)).toMatch(/^(?:undefined|object)$/);
  });
});
