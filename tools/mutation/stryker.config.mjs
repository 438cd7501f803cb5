import { accessSync } from 'node:fs';

const mutate = [
  'outcome',
  'deep-freeze',
  'label/label',
  'label/session',
  'vocabulary/answer',
  'vocabulary/claim',
  'vocabulary/read-claims',
  'vocabulary/result-labels',
  'disclose/ground',
  'disclose/beliefs',
  'disclose/facts',
  'disclose/disclosure',
  'disclose/describe-tool',
  'disclose/digest-definition',
  'condition/evaluate',
  'condition/expression',
  'condition/fold-expression',
  'condition/glob',
  'decide/assemble-decision',
  'decide/auto-conditions',
  'decide/canary',
  'decide/compiled-rule',
  'decide/describe-obligations',
  'decide/engine',
  'decide/frame',
  'decide/obligations',
  'decide/open-decision',
  'decide/policy',
  'decide/required-arguments',
  'decide/situation-readings',
  'decide/tool-memory',
  'decide/tool-plan',
].map((name) => `packages/core/src/${name}.ts`);

// Stryker passes over a name that no file has
for (const file of mutate) accessSync(file);

/** Mutation testing of the path of a decision: claims, beliefs, facts, labels, policy, decision. */
export default {
  testRunner: 'vitest',
  plugins: [
    new URL(
      '../../material/mutation/node_modules/@stryker-mutator/vitest-runner/dist/src/index.js',
      import.meta.url,
    ).href,
  ],
  vitest: { configFile: 'tools/mutation/vitest.config.ts' },
  mutate,
  // TypeScript 7 has no compiler interface for Stryker to rewrite configurations with
  tsconfigFile: 'there-is-none.json',
  coverageAnalysis: 'perTest',
  // what runs once when a module is loaded cannot be switched test by test
  ignoreStatic: true,
  incremental: true,
  incrementalFile: 'reports/stryker-incremental.json',
  concurrency: 2,
  timeoutMS: 20_000,
  reporters: ['clear-text', 'progress', 'json'],
  jsonReporter: { fileName: 'reports/mutation.json' },
  clearTextReporter: { logTests: false, reportTests: false, reportScoreTable: true },
  thresholds: { high: 100, low: 95, break: 90 },
};
