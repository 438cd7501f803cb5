import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RULES } from '@callgate/catalogue/lint';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');
const page = readFileSync(join(ROOT, 'docs/reference/lint.md'), 'utf8');

const section = (id: string): string => {
  const [, rest = ''] = page.split(`### ${id}\n`);
  return rest.split('\n### ')[0] ?? '';
};

it('the page tells every rule, in its order and in its words', () => {
  const headings = [...page.matchAll(/^### (\S+\/\S+)$/gmu)].map(([, id]) => id);
  expect(headings).toEqual(RULES.map(({ id }) => id));
  for (const { id, severity, title, explanation, repair } of RULES)
    expect(section(id).trim()).toBe(
      `*${severity}* · ${title}\n\n${explanation}\n\nFix: ${repair ?? 'none; the author decides.'}`,
    );
});

it('the example of the page is a test that runs', () => {
  const example = /```typescript\n([^]*?)```/u.exec(page)?.[1];
  expect(example).toBe(readFileSync(join(import.meta.dirname, 'own-server.test.ts'), 'utf8'));
});
