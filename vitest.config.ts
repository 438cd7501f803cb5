import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { RunningFiles } from './tools/running-files.ts';

/** They look for rare moments: whoever tried again would hide what was found. */
const TRIED_ONCE = [
  'packages/{core,policy,gate,cluster}/{src,test}/**/*.test.ts',
  'packages/gateway/test/{attacks,soak}/**/*.test.ts',
  'packages/*/{src,test}/**/*{fuzz,law,race}*.test.ts',
];

export default defineConfig({
  resolve: { conditions: ['@callgate/source'] },
  ssr: { resolve: { conditions: ['@callgate/source'] } },
  test: {
    projects: [
      { extends: true, test: { name: 'once', include: TRIED_ONCE } },
      {
        extends: true,
        test: {
          name: 'rest',
          include: ['packages/*/{src,test}/**/*.test.ts', 'bench/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...TRIED_ONCE],
          // a machine that stalls is no defect; what needed a second try is printed
          retry: 1,
        },
      },
    ],
    // most tests wait for processes of their own
    maxWorkers: Math.ceil(1.5 * Math.max(2, availableParallelism())),
    setupFiles: ['./tools/end-leftovers.ts'],
    reporters: ['default', new RunningFiles()],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // one line a file
    slowTestThreshold: 600_000,
    // a second is not enough on a machine that stalls
    expect: { poll: { timeout: 30_000 } },
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
