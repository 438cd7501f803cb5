import { CallgateError } from '@callgate/core';
import { expect, it } from 'vitest';
import { readYaml } from './read-yaml.ts';

it('knows where texts stand, in every way they are written', () => {
  const text = 'a: one # c\nb: \'two\'\nc: {d: "three"}\ne:\n- four\n';
  const spans: string[] = [];
  const walk = (node: ReturnType<typeof readYaml>): void => {
    if (node.kind === 'text') spans.push(text.slice(node.start, node.end));
    if (node.kind === 'list') node.items.forEach(walk);
    if (node.kind === 'map') for (const { value } of node.members) walk(value);
  };
  walk(readYaml(text));
  expect(spans).toEqual(['one', "'two'", '"three"', 'four']);
});

it('knows where texts stand after a byte order mark', () => {
  const text = '\ufeffa: one\n';
  const root = readYaml(text);
  const node = root.kind === 'map' ? root.members[0]?.value : undefined;
  expect(text.slice(node?.start, node?.end)).toBe('one');
});

it('leaves alone what means something elsewhere, and texts of several lines', () => {
  const root = readYaml('a: &x {b: c}\nd: *x\ne: !!str f\ng: |\n  h\ni: 7\nj:\n');
  expect(root).toMatchObject({ members: Array.from({ length: 6 }, () => ({ value: { kind: 'other' } })) });
});

it('reads keys that are written twice and tags of other programs', () => {
  expect(readYaml('a: 1\na: 2\n')).toMatchObject({ kind: 'map', members: [{ key: 'a' }, { key: 'a' }] });
  expect(readYaml('a: !secret b\n')).toMatchObject({ members: [{ value: { kind: 'other' } }] });
});

it('tells what is no YAML, with where', () => {
  try {
    readYaml('a: 1\nb: [\nc: }');
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(CallgateError);
    expect(error).toMatchObject({ code: 'CONFIG_PARSE', position: { line: 3, column: 1 } });
  }
  expect(() => readYaml('a: 1\n---\nb: 2\n')).toThrow(CallgateError);
});
