import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../src');

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(join(SRC, name), 'utf8') }));

const importing = (what: string): string[] =>
  files
    .filter(({ text }) => new RegExp(`import[^;]*\\b${what}\\b[^;]*from`).test(text))
    .map(({ name }) => name);

it('one module makes something dispatchable, and nobody outside can', () => {
  expect(importing('makeDispatchable')).toEqual(['dispatch/in-flight-call.ts']);
  const indexes = files.filter(({ name }) => name.endsWith('index.ts'));
  expect(indexes.length).toBeGreaterThan(5);
  expect(indexes.filter(({ text }) => text.includes('makeDispatchable'))).toEqual([]);
});

it('something is let out only right after its intent was written', () => {
  expect(importing('makeInFlight').toSorted()).toEqual([
    'dispatch/begin-call.ts',
    'dispatch/begin-next-attempt.ts',
    'dispatch/resume-call.ts',
  ]);
});

it('the gate asks one clock and one maker of ids', () => {
  const free = files.filter(({ name }) => !['environment/clock.ts', 'environment/ids.ts'].includes(name));
  const own = free.filter(({ text }) => /\bDate\.now\(/.test(text)).map(({ name }) => name);
  expect(own).toEqual([]);
});

it('no text of an upstream reaches a person but through the one function for that', () => {
  expect(files.filter(({ text }) => /console\.(log|error|warn)/.test(text)).map(({ name }) => name)).toEqual(
    [],
  );
});

it('folders depend on each other in one direction', () => {
  const reaching = (folder: string, ...others: readonly string[]): readonly string[] =>
    files
      .filter(({ name }) => name.startsWith(`${folder}/`))
      .filter(({ text }) => others.some((other) => new RegExp(`from '(?:\\.\\./)+${other}/`).test(text)))
      .map(({ name }) => name);
  expect(reaching('confirm', 'dispatch')).toEqual([]);
  expect(reaching('absorb', 'dispatch', 'confirm')).toEqual([]);
  expect(reaching('record', 'store', 'audit', 'dispatch', 'confirm')).toEqual([]);
  expect(reaching('store', 'audit', 'dispatch')).toEqual([]);
});
