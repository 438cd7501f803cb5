import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const source = (name: string): string => join(import.meta.dirname, 'packages', name, 'src/index.ts');

// the laws are left out: the tests that stand beside the code have to catch a mutant, and quickly.
// mutants live in a copy of the tree, so packages are found by place and not by link
export default defineConfig({
  resolve: { alias: { '@callgate/core': source('core'), '@callgate/policy': source('policy') } },
  test: {
    include: [
      'packages/core/src/{decide,label,vocabulary}/**/*.test.ts',
      'packages/core/src/disclose/{disclosure,describe-tool}.test.ts',
    ],
    testTimeout: 60_000,
  },
});
