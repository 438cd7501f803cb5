import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './pages.ts';

const PAGE = 'docs/security.md';

/** Every “title” of a table row with the file that stands before it. */
const NAMED: readonly (readonly [file: string, title: string])[] = readFileSync(join(ROOT, PAGE), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .flatMap((line) => {
    let file = '';
    return [...line.matchAll(/\]\(([^)]+\.test\.ts)\)|“([^”]+)”/g)].flatMap(([, path, title]) => {
      if (path !== undefined) file = join(dirname(PAGE), path);
      return title === undefined || file === '' ? [] : [[file, title] as const];
    });
  });

it('the page of attacks names tests', () => expect(NAMED.length).toBeGreaterThan(40));

it.each(NAMED)('the page of attacks names a test that exists: %s “%s”', (file, title) => {
  expect(readFileSync(join(ROOT, file), 'utf8')).toContain(title);
});
