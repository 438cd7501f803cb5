import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tools/tests/durations.ts';
import { RunnerReporter } from './tools/tests/runner-reporter.ts';

export default defineConfig({
  resolve: { conditions: ['@callgate/source'] },
  ssr: { resolve: { conditions: ['@callgate/source'] } },
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts', 'bench/**/*.test.ts', 'tools/**/*.test.ts'],
    pool: 'forks',
    // starting a process a file costs minutes; modules are fresh for each all the same
    isolate: false,
    // most tests wait for processes of their own
    maxWorkers: Math.ceil(2.5 * Math.max(2, availableParallelism())),
    // thousands of processes are started from sources: what Node makes of these is kept
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'callgate-node-cache') },
    setupFiles: ['measure-processor-time', 'fresh-modules', 'end-leftovers', 'fix-seed'].map(
      (name) => `./tools/tests/${name}.ts`,
    ),
    sequence: { sequencer: LongestFirst, setupFiles: 'list' },
    reporters: ['default', new RunnerReporter()],
    silent: 'passed-only',
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // one line a file
    slowTestThreshold: 600_000,
    // a second is not enough on a machine that stalls
    expect: { poll: { timeout: 30_000 } },
    coverage: {
      provider: 'v8',
      reporter: ['text-summary', 'json-summary', 'html'],
      reportOnFailure: true,
      include: ['packages/core/src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/index.ts'],
      // every line of the path of a decision is run by some test
      thresholds: { lines: 100, functions: 100 },
    },
  },
});
