import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '../src');

it('imports nothing of an SDK: its servers are known by their shape', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
  );
  const imported = files.flatMap((path) =>
    [...readFileSync(join(SOURCE, path), 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(
      ([, from = '']) => from,
    ),
  );
  // examples in comments name what they use
  const packages = new Set(
    imported
      .filter((from) => !from.startsWith('.') && !from.startsWith('node:'))
      .map((from) => /^(?:@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from),
  );
  expect([...packages].toSorted()).toEqual([
    '@callgate/core',
    '@callgate/manifest',
    '@callgate/messages',
    '@callgate/server',
    'zod',
  ]);
});
