import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readText } from './read-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'read-text-'));
afterAll(() => rmSync(folder, { recursive: true }));

const fileOf = (bytes: readonly number[]): string => {
  const path = join(folder, 'a.yaml');
  writeFileSync(path, Uint8Array.from(bytes));
  return path;
};

it('reads UTF-8, and leaves out a byte order mark', () => {
  expect(readText(fileOf([0xc3, 0xa9]))).toBe('é');
  expect(readText(fileOf([0xef, 0xbb, 0xbf, 0x61]))).toBe('a');
});

it.each([
  ['Latin-1', [0xe9]],
  ['UTF-16', [0xff, 0xfe, 0x61, 0x00]],
  ['a character cut short', [0xe2, 0x82]],
  ['a lone surrogate', [0xed, 0xa0, 0x80]],
])('refuses %s', (_, bytes) => {
  expect(() => readText(fileOf(bytes))).toThrow(TypeError);
});

it('refuses a file that is not there', () => {
  expect(() => readText(join(folder, 'none.yaml'))).toThrow('ENOENT');
});
