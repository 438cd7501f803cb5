import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const sourceAlias = (name: string): { find: RegExp; replacement: string } => ({
  find: new RegExp(`^@callgate/${name}(/[a-z-]+)?$`),
  replacement: `${join(import.meta.dirname, '../../packages', name, 'src')}$1/index.ts`,
});

// the laws are left out: the tests that stand beside the code have to catch a mutant, and quickly.
// mutants live in a copy of the tree, so packages are found by place and not by link
export default defineConfig({
  resolve: { alias: [sourceAlias('core'), sourceAlias('policy')] },
  test: {
    include: [
      'packages/core/src/{decide,label,vocabulary}/**/*.test.ts',
      'packages/core/src/disclose/{disclosure,describe-tool}.test.ts',
    ],
    testTimeout: 60_000,
  },
});
