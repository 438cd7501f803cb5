import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formatProblem } from './policy-problem.ts';
import { loadYaml } from './load-yaml.ts';

const schema = z.strictObject({
  name: z.string().optional(),
  colour: z.union([z.enum(['red', 'green']), z.array(z.enum(['red', 'green'])).min(1)]).optional(),
  size: z.union([z.enum(['small', 'large']), z.number()]).optional(),
  from: z.union([z.strictObject({ file: z.string() }), z.strictObject({ variable: z.string() })]).optional(),
  sets: z.record(z.string().regex(/^[a-z]+$/, 'must be lower-case letters'), z.boolean()).optional(),
});

const problemsOf = (text: string): string[] => {
  const loaded = loadYaml(schema, { name: 'a.yaml', text }, { code: 'TEST' });
  return loaded.ok ? [] : loaded.problems.map(formatProblem);
};

const aliasBomb = (): string => {
  const lines = ['a: &a [x, x, x, x, x, x, x, x]'];
  for (let i = 1; i < 20; i += 1) {
    const [name, before] = [String.fromCodePoint(97 + i), String.fromCodePoint(96 + i)];
    lines.push(`${name}: &${name} [${Array.from({ length: 8 }, () => `*${before}`).join(', ')}]`);
  }
  return lines.join('\n');
};

describe('a YAML text', () => {
  it.each([
    ['block style', 'name: a\n'],
    ['JSON', '{"name": "a"}'],
    ['a byte order mark', '\ufeffname: a\n'],
    ['CRLF', 'name: a\r\n'],
    ['an anchor and an alias', 'name: &n a\nfrom: {file: *n}\n'],
  ])('is read in %s', (_, text) => {
    expect(loadYaml(schema, { name: 'a.yaml', text }, { code: 'TEST' })).toMatchObject({
      ok: true,
      content: { name: 'a' },
    });
  });

  it('is an empty object where it says nothing', () => {
    for (const text of ['', '# nothing\n', 'null\n', '\ufeff'])
      expect(loadYaml(schema, { name: 'a.yaml', text }, { code: 'TEST' })).toMatchObject({
        ok: true,
        content: {},
      });
  });

  it.each([
    ['a key twice', 'name: a\nname: b\n', '2:1: error[TEST_YAML]: Map keys must be unique'],
    ['a key twice in JSON', '{"name": "a", "name": "b"}', '1:15: error[TEST_YAML]: Map keys must be unique'],
    ['an open bracket', 'name: [', '1:8: error[TEST_YAML]'],
    ['an open quote', 'name: "a', '1:9: error[TEST_YAML]: Missing closing "quote'],
    ['two documents', 'name: a\n---\nname: b\n', '2:1: error[TEST_YAML]'],
    ['an alias of nothing', 'name: *a\n', '1:1: error[TEST_YAML]: Unresolved alias'],
    ['aliases that multiply', aliasBomb(), '1:1: error[TEST_YAML]: Excessive alias count'],
    ['a tag of its own', 'name: !secret a\n', '1:7: error[TEST_YAML]: Unresolved tag: !secret'],
    ['a tag on a list', 'colour: !all [red]\n', '1:9: error[TEST_YAML]: Unresolved tag: !all'],
    ['a tag of older YAML', 'name: !!binary YQ==\n', '1:7: error[TEST_YAML]: Unresolved tag'],
    [
      '1 MiB and a byte',
      `#${'x'.repeat(1_048_576)}`,
      '1:1: error[TEST_TOO_LARGE]: The file is larger than 1 MiB',
    ],
    [
      '1 MiB counted in bytes',
      `#${'é'.repeat(524_288)}`,
      '1:1: error[TEST_TOO_LARGE]: The file is larger than 1 MiB',
    ],
  ])(
    'is refused with %s',
    (_, text, words) => {
      expect(problemsOf(text)[0]).toContain(`a.yaml:${words}`);
    },
    60_000,
  );

  it('is refused once where it is nested too deep', () => {
    for (const open of ['[', '{a: ', '- '])
      expect(problemsOf(open.repeat(20_000))).toEqual([
        expect.stringMatching(/^a\.yaml:1:\d+: error\[TEST_YAML\]: The file is nested too deeply$/),
      ]);
  });

  it('may name the tags of YAML', () => {
    expect(problemsOf('name: !!str 7\ncolour: !!seq [red]\nsets: !!map {}\n')).toEqual([]);
  });

  it('may be 1 MiB', () => {
    expect(problemsOf(`#${'x'.repeat(1_048_575)}`)).toEqual([]);
  });
});

describe('a YAML text of another shape', () => {
  it.each([
    ['a list', '- a\n', '1:1: error[TEST_SHAPE]: The file must be a map of keys and values, not a list'],
    [
      'a key with a typo',
      'nmae: a\n',
      '1:1: error[TEST_KEY]: Unknown key `nmae`\n  help: Did you mean `name`?',
    ],
    [
      'a key like no other',
      'name: a\nzzzzzz: b\n',
      '2:1: error[TEST_KEY]: Unknown key `zzzzzz`\n  help: Keys here are name, colour, size, from, sets.',
    ],
    ['a key from the prototype', '__proto__: {name: a}\n', '1:1: error[TEST_KEY]: Unknown key `__proto__`'],
    [
      'a number as a text',
      'name: 7\n',
      '1:7: error[TEST_SHAPE]: `name` must be text, not a number\n  help: Put it in quotes.',
    ],
    [
      'one value that is not allowed',
      'colour: gren\n',
      '1:9: error[TEST_SHAPE]: `colour` must be `red`, `green` or a list\n  help: Did you mean `green`?',
    ],
    [
      'a value in a list',
      'colour: [red, gren]\n',
      '1:15: error[TEST_SHAPE]: `colour[1]` must be `red` or `green`\n  help: Did you mean `green`?',
    ],
    [
      'neither of two kinds',
      'size: smal\n',
      '1:7: error[TEST_SHAPE]: `size` must be `small`, `large` or a number',
    ],
    [
      'a key of no branch',
      'from: {fil: a}\n',
      '1:8: error[TEST_KEY]: Unknown key `fil`\n  help: Did you mean `file`?',
    ],
    ['a key that is no name', 'sets: {A: true}\n', '1:11: error[TEST_SHAPE]: `A` must be lower-case letters'],
  ])('is refused for %s', (_, text, words) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(`a.yaml:${words}`)]);
  });

  it('is told wholly', () => {
    expect(problemsOf('name: 7\nnmae: a\ncolour: blue\n')).toHaveLength(3);
  });

  it('is told in the words of its format', () => {
    const loaded = loadYaml(
      schema,
      { name: 'a.yaml', text: 'name: 7\ncolour: [blue]\n' },
      { code: 'TEST', name: (path) => path.join('.') },
    );
    expect(loaded.ok ? [] : loaded.problems.map(({ message }) => message)).toEqual([
      '`name` must be text, not a number',
      '`colour.0` must be `red` or `green`',
    ]);
    const list = loadYaml(schema, { name: 'a.yaml', text: '[]' }, { code: 'TEST', whole: 'All of it' });
    expect(list.ok ? [] : list.problems.map(({ message }) => message)).toEqual([
      'All of it must be a map of keys and values, not a list',
    ]);
  });
});

describe('what a value must be', () => {
  const every = z.strictObject({
    text: z.string().min(1).max(3).optional(),
    long: z.string().min(2).optional(),
    list: z.array(z.string()).min(1).max(2).optional(),
    port: z.int().min(1).max(9).optional(),
    share: z.number().gt(0).lt(1).optional(),
    until: z.iso.date().optional(),
    at: z.iso.datetime().optional(),
    page: z.url().optional(),
    code: z.string().regex(/^a$/).optional(),
    flag: z.boolean().optional(),
    version: z.literal(1).optional(),
    many: z.union([z.string().min(1), z.array(z.string()).min(1)]).optional(),
    off: z.union([z.literal(false), z.strictObject({ host: z.string() })]).optional(),
    by: z
      .discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('mail'), to: z.string() }),
        z.strictObject({ kind: z.literal('chat') }),
      ])
      .optional(),
    odd: z.number().multipleOf(2).optional(),
    past: z
      .string()
      .refine(() => false)
      .optional(),
  });

  it.each([
    ['text: ""', '`text` must not be empty'],
    ['text: abcd', '`text` must have at most 3 characters'],
    ['text: true', '`text` must be text, not true or false'],
    ['text:', '`text` must be text, not empty'],
    ['long: a', '`long` must have at least 2 characters'],
    ['list: []', '`list` must have at least 1 entry'],
    ['list: [a, b, c]', '`list` must have at most 2 entries'],
    ['list: {a: b}', '`list` must be a list, not a map of keys and values'],
    ['port: 0', '`port` must be at least 1'],
    ['port: 10', '`port` must be at most 9'],
    ['port: 1.5', '`port` must be a whole number, not a number'],
    ['share: 0', '`share` must be more than 0'],
    ['share: 1', '`share` must be less than 1'],
    ['until: soon', '`until` must be a date, as 2027-01-31'],
    ['at: soon', '`at` must be a time, as 2026-01-31T12:00:00Z'],
    ['page: soon', '`page` must be a URL'],
    ['code: b', '`code` is not valid'],
    ['flag: maybe', '`flag` must be true or false, not text'],
    ['version: 2', '`version` must be `1`'],
    ['many: ""', '`many` must not be empty'],
    ['many: 7', '`many` must be text or a list'],
    ['off: true', '`off` must be `false` or a map of keys and values'],
    ['by: {kind: post}', '`kind` must be `mail` or `chat`'],
    ['by: {kind: mail}', '`to` is missing'],
    ['by: {}', '`kind` must be `mail` or `chat`'],
    ['odd: 3', '`odd` is not valid'],
    ['past: a', '`past` is not valid'],
  ])('%s: %s', (text, message) => {
    const loaded = loadYaml(every, { name: 'a.yaml', text }, { code: 'TEST' });
    expect(loaded.ok ? [] : loaded.problems.map((problem) => problem.message)).toEqual([message]);
  });
});
