import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formatProblem } from './policy-problem.ts';
import { loadYaml } from './load-yaml.ts';

const schema = z.strictObject({
  name: z.string().optional(),
  colour: z.union([z.enum(['red', 'green']), z.array(z.enum(['red', 'green'])).min(1)]).optional(),
  size: z.union([z.enum(['small', 'large']), z.number()]).optional(),
  from: z.union([z.strictObject({ file: z.string() }), z.strictObject({ variable: z.string() })]).optional(),
  sets: z.record(z.string().regex(/^[a-z]+$/, 'a name is lower-case letters'), z.boolean()).optional(),
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
    ['1 MiB and a byte', `#${'x'.repeat(1_048_576)}`, '1:1: error[TEST_TOO_LARGE]: larger than 1 MiB'],
    ['1 MiB counted in bytes', `#${'é'.repeat(524_288)}`, '1:1: error[TEST_TOO_LARGE]: larger than 1 MiB'],
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
        expect.stringMatching(/^a\.yaml:1:\d+: error\[TEST_YAML\]: nested too deep$/),
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
    ['a list', '- a\n', '1:1: error[TEST_SHAPE]: the file: expected object, received array'],
    [
      'a key with a typo',
      'nmae: a\n',
      '1:1: error[TEST_KEY]: unknown key `nmae`\n  help: did you mean `name`?',
    ],
    [
      'a key like no other',
      'name: a\nzzzzzz: b\n',
      '2:1: error[TEST_KEY]: unknown key `zzzzzz`\n  help: keys here are name, colour, size, from, sets',
    ],
    ['a key from the prototype', '__proto__: {name: a}\n', '1:1: error[TEST_KEY]: unknown key `__proto__`'],
    ['a number as a text', 'name: 7\n', '1:7: error[TEST_SHAPE]: `name`: expected string, received number'],
    [
      'one value that is not allowed',
      'colour: gren\n',
      '1:9: error[TEST_SHAPE]: `colour`: expected red, green\n  help: did you mean `green`?',
    ],
    [
      'a value in a list',
      'colour: [red, gren]\n',
      '1:15: error[TEST_SHAPE]: `1`: expected red, green\n  help: did you mean `green`?',
    ],
    ['neither of two kinds', 'size: smal\n', '1:7: error[TEST_SHAPE]: `size`: Invalid input'],
    [
      'a key of no branch',
      'from: {fil: a}\n',
      '1:8: error[TEST_KEY]: unknown key `fil`\n  help: did you mean `file`?',
    ],
    [
      'a key that is no name',
      'sets: {A: true}\n',
      '1:11: error[TEST_SHAPE]: `A`: a name is lower-case letters',
    ],
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
      { code: 'TEST', whole: 'all of it', name: (path) => path.join('.'), words: ({ code }) => code },
    );
    expect(loaded.ok ? [] : loaded.problems.map(({ message }) => message)).toEqual([
      '`name`: invalid_type',
      '`colour.0`: invalid_value',
    ]);
    const list = loadYaml(schema, { name: 'a.yaml', text: '[]' }, { code: 'TEST', whole: 'all of it' });
    expect(list.ok ? [] : list.problems.map(({ message }) => message)).toEqual([
      'all of it: expected object, received array',
    ]);
  });
});
