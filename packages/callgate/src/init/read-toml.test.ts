import { CallgateError } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { readToml } from './read-toml.ts';
import type { ConfigNode } from './config-node.ts';

const valueOf = (node: ConfigNode): unknown => {
  if (node.kind === 'text') return node.value;
  if (node.kind === 'other') return `<${node.raw}>`;
  if (node.kind === 'list') return node.items.map(valueOf);
  return Object.fromEntries(node.members.map(({ key, value }) => [key, valueOf(value)]));
};

const read = (text: string): unknown => valueOf(readToml(text));

const problemOf = (text: string): string | undefined => {
  try {
    readToml(text);
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    return `${error.position?.line}:${error.position?.column} ${error.message}`;
  }
  return undefined;
};

it('reads tables, tables in tables, keys with dots and lists of tables', () => {
  expect(
    read(`top = 1
[a]
x = "1"
[a.b."c d"]
y = '2'
[a.b]
z.w = true
z."v" = [ ]
[[list]]
n = 1
[list.sub]
m = 2
[[list]]
n = 3
`),
  ).toEqual({
    top: '<1>',
    a: { x: '1', b: { 'c d': { y: '2' }, z: { w: '<true>', v: [] } } },
    list: [{ n: '<1>', sub: { m: '<2>' } }, { n: '<3>' }],
  });
});

it('reads every kind of text', () => {
  expect(read(String.raw`a = "q\" \\ \t \u00e9 \U0001F600"`)).toEqual({ a: 'q" \\ \t \u00e9 \u{1f600}' });
  expect(read(String.raw`a = 'C:\x "y"'`)).toEqual({ a: String.raw`C:\x "y"` });
  expect(read('a = """\none\ntwo \\\n   three"""""')).toEqual({ a: 'one\ntwo three""' });
  expect(read("a = '''\r\n'x' \\'''")).toEqual({ a: "'x' \\" });
});

it('reads lists and braces over several lines, with comments', () => {
  expect(read('a = [ # one\n  "x", # two\n\n  { b = 1, c.d = "]" },\n] # end')).toEqual({
    a: ['x', { b: '<1>', c: { d: ']' } }],
  });
});

it('reads numbers and dates as they are written', () => {
  const values = ['1_000', '-0.5e+3', '0xdead_beef', 'inf', '-nan', '1979-05-27', '07:32:00.5'];
  for (const value of values) expect(read(`a = ${value}`)).toEqual({ a: `<${value}>` });
  expect(read('a = 1979-05-27 07:32:00Z # c')).toEqual({ a: '<1979-05-27 07:32:00Z>' });
  expect(read('a = 1979-05-27T00:32:00.99-07:00')).toEqual({ a: '<1979-05-27T00:32:00.99-07:00>' });
});

it('minds no byte order mark, and lines that end with a carriage return', () => {
  expect(read('\ufeffa = 1\r\n[b]\r\nc = "d"\r\n')).toEqual({ a: '<1>', b: { c: 'd' } });
});

describe('what is no TOML', () => {
  it('is told with where', () => {
    expect(problemOf('a = 1\nb = \n')).toBe('2:5 Expected a value, but the line ends');
    expect(problemOf('a = 1\na = 2')).toBe('2:1 Duplicate key `a`');
    expect(problemOf('[t]\nx = 1\n[t]')).toBe('3:2 Duplicate key `t`');
    expect(problemOf('t.x = 1\n[t]')).toBe('2:2 Duplicate key `t`');
    expect(problemOf('a = {b = 1}\n[a.c]')).toBe('2:2 Duplicate key `a`');
    expect(problemOf('a = "x\ny"')).toBe('1:5 This text does not end');
    expect(problemOf(String.raw`a = "\q"`)).toBe('1:6 This is not a valid escape');
    expect(problemOf('a = 1 b = 2')).toBe('1:7 Expected the end of the line, found `b`');
  });

  it('is refused in every form', () => {
    for (const text of [
      'a',
      '= 1',
      'a == 1',
      '[a',
      '[a]]',
      '[[a]',
      'a = [1 2]',
      'a = {b = 1',
      'a = yes',
      'a = 1 2',
    ])
      expect(problemOf(text), text).toBeDefined();
    for (const text of [
      'a = """x',
      "a = '''x",
      'a.b = 1\na = 2',
      '[a]\n[[a]]',
      'a = [1]\n[[a]]',
      String.raw`a = "\ud800"`,
    ])
      expect(problemOf(text), text).toBeDefined();
  });
});
