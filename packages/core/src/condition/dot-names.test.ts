import { expect, it } from 'vitest';
import { compileDotNameTest } from './file-patterns.ts';

const hasDotName = compileDotNameTest(['.gitignore', '.eslintrc*']);

it.each(['.p10k.zsh', '/repo/.tekton/push.yaml', 'a/.git-hooks/pre-commit', '.x\t2026', 'a/.gitignored'])(
  '%j has a name that begins with a dot',
  (path) => {
    expect(hasDotName(path)).toBe(true);
  },
);

it.each([
  'a.b',
  '/repo/src/x.ts',
  '.',
  '..',
  'a/.../b',
  'a/../b',
  '.gitignore',
  'a/.eslintrc.cjs',
  'see .x',
  '',
])('%j has none that counts', (path) => {
  expect(hasDotName(path)).toBe(false);
});
