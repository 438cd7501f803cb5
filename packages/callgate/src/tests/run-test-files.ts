import { CallgateError } from '@callgate/core';
import type { Policy } from '@callgate/core';
import type { Moment } from '@callgate/core/decide';
import { isPresetRule } from '@callgate/core/decide';
import type { Coverage, PolicyCoverage } from '@callgate/operations/api';
import type { TestFile, TestSubject } from './read-test-file.ts';
import { readTestFile } from './read-test-file.ts';
import type { TestedPolicy } from './run-cases.ts';
import { runCases } from './run-cases.ts';
import { runTestTraces } from './run-test-traces.ts';
import type { ExplainedResult } from './test-result.ts';

export interface TestRun {
  readonly results: readonly ExplainedResult[];
  readonly coverage: readonly PolicyCoverage[];
  /** Of files that could not be run. */
  readonly errors: readonly CallgateError[];
  readonly notes: readonly string[];
  /** All files that were read. */
  readonly files: readonly string[];
}

/** What a preset brought is tested where the preset is. */
const ownRules = ({ rules }: Policy): readonly string[] => {
  const own = rules.filter((rule) => !isPresetRule(rule));
  return (own.length === 0 ? rules : own).map(({ id }) => id);
};

const coverageOf = (names: readonly string[], reached: ReadonlySet<string>): Coverage => ({
  covered: names.filter((name) => reached.has(name)),
  missed: names.filter((name) => !reached.has(name)),
});

interface PolicyTally extends TestedPolicy {
  readonly file: TestFile;
  readonly tools: Set<string>;
}

/** Runs the tests of some files. Calls no tool. A file that cannot be run costs that file. `texts` are those that no file has yet, `subjects` what is tested in place of what files name. */
export const runTestFiles = async (
  paths: readonly string[],
  now: Moment,
  texts: ReadonlyMap<string, string> = new Map(),
  subjects: ReadonlyMap<string, TestSubject> = new Map(),
): Promise<TestRun> => {
  const results: ExplainedResult[] = [];
  const errors: CallgateError[] = [];
  const notes: string[] = [];
  const files = new Set<string>();
  const tallies = new Map<string, PolicyTally>();
  for (const path of paths)
    try {
      const file = await readTestFile(path, texts.get(path), subjects.get(path));
      for (const each of file.files) files.add(each);
      notes.push(...file.notes);
      const { revision } = file.policy;
      const tally = tallies.get(revision) ?? { file, fired: new Set(), called: new Set(), tools: new Set() };
      const cases = runCases(file, now, tally);
      const traces = runTestTraces(file, now, tally, cases.length);
      file.problems.throwIfAny();
      tallies.set(revision, tally);
      for (const name of file.tools.names) tally.tools.add(name);
      results.push(...cases, ...traces);
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      errors.push(error);
    }
  const coverage = [...tallies.values()].map(({ file, fired, called, tools }): PolicyCoverage => ({
    policy: file.policyName,
    rules: coverageOf(ownRules(file.policy), fired),
    tools: coverageOf([...tools], called),
  }));
  return { results, coverage, errors, notes, files: [...files] };
};
