import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const source = (name: string): string => join(import.meta.dirname, 'packages', name, 'src/index.ts');

// mutants live in a copy of the tree, so packages are found by place and not by link
export default defineConfig({
  resolve: { alias: { '@callgate/core': source('core'), '@callgate/policy': source('policy') } },
  test: {
    include: [
      'packages/core/src/{decide,label,vocabulary}/**/*.test.ts',
      'packages/core/src/disclose/{disclosure,describe-tool}.test.ts',
      'packages/core/test/laws/*.test.ts',
    ],
    env: { CALLGATE_CASES: '300' },
    testTimeout: 60_000,
  },
});
