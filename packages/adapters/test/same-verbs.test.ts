import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const VERBS = ['catalogueOf', 'recordUserMessages', 'findPendingApproval', 'answerApproval', 'withdrawCall'];

const SOURCE = join(import.meta.dirname, '../src');
/** Not a framework: what the adapters share, and the turn that joins them. */
const SHARED = new Set(['host', 'turn']);

const adapters = globSync('*/index.ts', { cwd: SOURCE })
  .map((file) => file.replace(/[\\/]index\.ts$/, ''))
  .filter((name) => !SHARED.has(name));

it.each(adapters)('%s has the five functions that every adapter has', async (name) => {
  const adapter: object = await import(pathToFileURL(join(SOURCE, name, 'index.ts')).href);
  expect(VERBS.filter((verb) => typeof Reflect.get(adapter, verb) !== 'function')).toEqual([]);
});

it('knows all adapters', () => {
  expect(adapters.length).toBeGreaterThanOrEqual(10);
});
