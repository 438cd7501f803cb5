import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['@callgate/source'] },
  ssr: { resolve: { conditions: ['@callgate/source'] } },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'packages/*/test/**/*.test.ts',
      'bench/**/*.test.ts',
      'tools/**/*.test.ts',
    ],
    // many tests wait for processes of their own: as many workers as there are processors are not too many
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 600_000,
    hookTimeout: 600_000,
    coverage: {
      provider: 'v8',
      reporter: ['text-summary', 'html'],
      include: ['packages/core/src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/index.ts'],
      // every line of the path of a decision is run by some test
      thresholds: { lines: 100, functions: 100 },
    },
  },
});
