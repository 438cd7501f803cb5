import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../src');

const sources = globSync('**/*.ts', { cwd: SRC }).filter((path) => !path.endsWith('.test.ts'));

/** Every module that a source names, for types too: a package that is not there has no types either. */
const importsOf = (text: string): readonly string[] =>
  [
    ...text.matchAll(/(?:\bfrom|\bimport|\brequire|\bimport\.meta\.resolve)\s*\(?\s*['"`]([^'"`]+)['"`]/g),
  ].map(([, name = '']) => name);

const isAllowed = (name: string): boolean =>
  name.startsWith('./') ||
  name.startsWith('../') ||
  name.startsWith('@callgate/') ||
  (name.startsWith('node:') && isBuiltin(name));

describe('the adapters', () => {
  it('are all looked at', () => {
    const folders = new Set(sources.map((path) => path.split('/')[0]));
    const { exports } = JSON.parse(readFileSync(join(SRC, '../package.json'), 'utf8')) as { exports: object };
    for (const subpath of Object.keys(exports)) expect(folders).toContain(subpath.slice('./'.length));
  });

  it.each([
    [`import { tool } from 'ai';`, 'ai'],
    [`import type { Tool } from "@openai/agents";`, '@openai/agents'],
    [`import 'langchain';`, 'langchain'],
    [`export { x } from 'zod';`, 'zod'],
    [`const sdk = await import('openai');`, 'openai'],
    [`type T = import('ai').Tool;`, 'ai'],
    [`const sdk = require('openai');`, 'openai'],
  ])('would be caught with %s', (text, name) => {
    expect(importsOf(text).filter((found) => !isAllowed(found))).toEqual([name]);
  });

  it.each(sources)('import nothing of a vendor: %s', (path) => {
    const names = importsOf(readFileSync(join(SRC, path), 'utf8'));
    expect(names.filter((name) => !isAllowed(name))).toEqual([]);
  });
});
