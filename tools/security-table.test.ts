import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './list-pages.ts';

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

const LAYOUTS = ['init', 'hooks', 'http', 'adapter'] as const;
type SecurityLayout = (typeof LAYOUTS)[number];

/** What a test of layouts has in it where it runs one. */
const SIGNS: Readonly<Record<SecurityLayout, RegExp>> = {
  init: /\bopenInitLayout\b|\bEVERY_LAYOUT\b|\bLAYOUTS\.init\b|\bnew TestHost\(|'init'/,
  hooks: /\bopenHooksLayout\b|\b(?:EVERY|HEARING)_LAYOUTS?\b|\bLAYOUTS\.hooks\b|'hooks'/,
  http: /\bopenHttpLayout\b|\bEVERY_LAYOUT\b|\bLAYOUTS\.http\b|'http'|'up', '-c'/,
  adapter: /\bopenAdapterLayout\b|\b(?:EVERY|HEARING)_LAYOUTS?\b|\bLAYOUTS\.adapter\b|'adapter'/,
};

const CLAIMED: readonly (readonly [attack: string, layout: SecurityLayout, files: readonly string[]])[] =
  readFileSync(join(ROOT, PAGE), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => {
      const cells = line.split('|').map((cell) => cell.trim());
      const [, attack = '', , tests = '', claimed = ''] = cells;
      const files = [...tests.matchAll(/\]\(([^)]+\.test\.ts)\)/g)].map(([, path = '']) =>
        join(dirname(PAGE), path),
      );
      const words = claimed.split(', ');
      return LAYOUTS.filter((layout) => words.includes(layout)).map(
        (layout) => [attack, layout, files] as const,
      );
    });

it('the page of attacks names layouts', () => expect(CLAIMED.length).toBeGreaterThan(60));

it.each(CLAIMED)('“%s” is tried in the layout %s', (_, layout, files) => {
  const isTried = files.some((file) =>
    file.includes('/test/layouts/')
      ? SIGNS[layout].test(readFileSync(join(ROOT, file), 'utf8'))
      : layout === 'adapter' && file.startsWith('packages/adapters/'),
  );
  expect(isTried, files.join(' ')).toBe(true);
});
