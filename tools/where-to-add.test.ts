import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './list-pages.ts';

const table = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').split('## Where to add')[1] ?? '';
const rows = [...table.matchAll(/^\| (.+?) \| \[`(.+?)`\]\(.+?\) \| `(\w+)` \| (.*) ?\|$/gm)].map(
  ([, what = '', file = '', name = '', then = '']) => ({ what, file, name, then }),
);

it('the table has rows for what people add', () => {
  expect(rows.length).toBeGreaterThanOrEqual(11);
  expect(rows).toHaveLength(table.split('\n').filter((line) => /^\| (?!to add)\w/.test(line)).length);
});

it.each(rows)('$what: $file has $name', ({ file, name, then }) => {
  expect(readFileSync(join(ROOT, file), 'utf8')).toMatch(
    new RegExp(`(?:const|interface|function|type) ${name}\\b`),
  );
  // plain folders that a row names; links are checked with all others
  for (const [, folder = ''] of then.matchAll(/(?<!\[)`((?:packages|receive|frameworks)[\w/-]*)`/g))
    expect(
      existsSync(join(ROOT, folder)) || existsSync(join(ROOT, 'packages/gateway/src', folder)),
      folder,
    ).toBe(true);
});
