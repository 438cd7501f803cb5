import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

const RULE = /'((?:poison|claims)\/[a-z-]+)'/gu;

const rulesIn = (folder: string): readonly string[] => {
  const root = new URL(`../src/${folder}/`, import.meta.url);
  return readdirSync(root)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) =>
      [...readFileSync(new URL(name, root), 'utf8').matchAll(RULE)].map(([, rule]) => rule ?? ''),
    );
};

it('the page of scan tells of every rule, and of no other', () => {
  const page = readFileSync(new URL('../../../docs/guides/tool-review.md', import.meta.url), 'utf8');
  const told = [...page.matchAll(/^\| `((?:poison|claims)\/[a-z-]+)`/gmu)].map(([, rule]) => rule ?? '');
  const used = new Set([...rulesIn('poison'), ...rulesIn('scan')]);
  expect(told.toSorted()).toEqual([...used].toSorted());
});
