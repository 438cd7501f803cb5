/** Mutation testing of the path of a decision: claims, beliefs, facts, labels, policy, decision. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts' },
  mutate: [
    'packages/core/src/{outcome,deep-freeze}.ts',
    'packages/core/src/label/{label,session}.ts',
    'packages/core/src/vocabulary/{answer,claim-reading,claims,result-labels}.ts',
    'packages/core/src/disclose/{ground,beliefs,facts,disclosure,describe-tool,definition-digest}.ts',
    'packages/core/src/condition/{evaluate,expression,fold,glob}.ts',
    'packages/core/src/decide/{assemble,auto-if,canary,compiled-rule,engine,frame,obligations,open-decision,policy,readings,refusal,required-arguments,tool-memory,tool-plan,words}.ts',
  ],
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
