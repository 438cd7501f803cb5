import { describe, expect, it } from 'vitest';
import { normalisePaths } from './normalise-paths.ts';

describe('a path', () => {
  it.each([
    '/repo/.git/hooks/pre-commit',
    '.git/hooks/pre-commit',
    './.git/hooks/pre-commit',
    '../.git/hooks/pre-commit',
    '/repo/.git//hooks/pre-commit',
    '/repo/.git/./hooks/pre-commit',
    '/repo/.git/info/../hooks/pre-commit',
    '.git/a b/../hooks/pre-commit',
    '.git/a\n/../hooks/pre-commit',
    '.git\\hooks\\pre-commit',
    'C:.git\\hooks\\pre-commit',
    '.GIT/Hooks/pre-commit',
    '.git./hooks /pre-commit',
    '.git/x/.. /hooks/pre-commit',
    '.g\u200Cit/hooks/pre-commit',
    '.git/hook\u017F/pre-commit',
    '/../.git/hooks/pre-commit',
  ])('is found however it is written: %j', (path) => {
    expect(normalisePaths(path)).toContain('/.git/hooks/pre-commit');
  });

  it('is found by the way that it goes, too, because that way may be a link', () => {
    expect(normalisePaths('.git/hooks/../../src/a.ts')).toContain('/.git/hooks/');
    expect(normalisePaths('.git/hooks/../../src/a.ts')).toContain('/src/a.ts');
  });

  it.each(['src/x.git/hooks/a', '/repo/my.ssh/hooks/a', 'hooks/.gitignore', '...', ''])(
    'is not found where another is: %j',
    (path) => {
      expect(normalisePaths(path)).not.toContain('/.git/hooks/');
    },
  );
});

it.each([
  '*** Add File: .git/hooks/x',
  '*** Move to: a/../.git/hooks/x',
  '*** Update File: src/../../.git//hooks/x',
])('a path is found in a line of a text: %s', (line) => {
  expect(normalisePaths(`*** Begin Patch\n${line}\n+a // b/../..\n*** End Patch`)).toContain('/.git/hooks/x');
});

it('takes a long text in its stride', () => {
  const spaces = normalisePaths(`${' '.repeat(200_000)}x`);
  const dots = normalisePaths(`${'. '.repeat(100_000)}/${'../'.repeat(50_000)}.ssh/x`);
  expect([spaces.length > 200_000, dots.includes('/.ssh/x')]).toEqual([true, true]);
});
