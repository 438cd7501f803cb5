import type { JunitSuite } from '@callgate/catalogue/report';
import { junitXml } from '@callgate/catalogue/report';
import { display } from '@callgate/core';
import { policyTestMessages as texts } from '@callgate/messages/cli/policy-tests';
import { bold } from '../show/style.ts';
import type { Coverage, PolicyCoverage, TestResult } from '@callgate/operations/api';
import type { TestRun } from './run-test-files.ts';
import type { ExplainedResult } from './test-result.ts';

/** More than a person reads at once. */
const MOST_EXPLAINED = 20;
const MOST_NAMES = 30;

const placeOf = ({ file, line, column }: TestResult): string => `${display(file)}:${line}:${column}`;

const indented = (text: string, by: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : `${by}${line}`))
    .join('\n');

export const differenceLines = ({ differences }: TestResult): readonly string[] =>
  differences.flatMap(({ what, expected, actual }) => [
    texts.expected({ what, value: display(expected, { max: 400 }) }),
    texts.actual({ what, value: display(actual, { max: 400 }) }),
  ]);

const headlineOf = (result: TestResult): string =>
  texts.headline({
    place: placeOf(result),
    call: display(result.call, { max: 200 }),
    name: result.name === null ? undefined : display(result.name, { max: 200 }),
  });

const failureText = ({ result, explain }: ExplainedResult, withExplanation: boolean): string =>
  [
    `${bold(texts.failed)} ${headlineOf(result)}`,
    ...differenceLines(result).map((line) => `  ${line}`),
    ...(withExplanation ? ['', indented(explain(), '    '), ''] : []),
  ].join('\n');

const some = (names: readonly string[]): readonly string[] => {
  const shown = names.slice(0, MOST_NAMES).map((name) => display(name, { max: 160 }));
  return names.length > MOST_NAMES ? [...shown, texts.more({ count: names.length - MOST_NAMES })] : shown;
};

const total = ({ covered, missed }: Coverage): number => covered.length + missed.length;

const coverageLines = ({ policy, rules, tools }: PolicyCoverage): readonly string[] => [
  texts.rulesCovered({
    policy: display(policy, { max: 200 }),
    fired: rules.covered.length,
    rules: total(rules),
  }),
  ...(rules.missed.length === 0 ? [] : [texts.rulesMissed({ rules: some(rules.missed) })]),
  ...(total(tools) === 0 ? [] : [texts.toolsCovered({ called: tools.covered.length, tools: total(tools) })]),
  ...(tools.missed.length === 0 ? [] : [texts.toolsMissed({ tools: some(tools.missed) })]),
];

const failedOf = ({ results }: TestRun): readonly ExplainedResult[] =>
  results.filter(({ result }) => !result.passes);

/** The results for people: failures with what was decided and why, then what is tested at all. */
export const testRunText = (run: TestRun): string => {
  const failed = failedOf(run);
  return [
    ...failed.map((each, at) => failureText(each, at < MOST_EXPLAINED)),
    ...(failed.length > MOST_EXPLAINED ? [texts.unexplained({ count: failed.length - MOST_EXPLAINED })] : []),
    ...run.coverage.flatMap(coverageLines),
    texts.summary({ cases: run.results.length, failed: failed.length }),
  ].join('\n');
};

export const testRunJson = ({ results, coverage }: TestRun): Record<string, unknown> => ({
  cases: results.map(({ result }) => result),
  coverage,
});

/** A test for every case, in a suite for every file; a file that could not be run is a test with an error. */
export const testRunJunit = (run: TestRun, at: number): string => {
  const byFile = Map.groupBy(run.results, ({ result }) => result.file);
  const suites = [...byFile].map(([name, cases]): JunitSuite => ({
    name,
    tests: cases.map(({ result, explain }) => ({
      classname: name,
      name: `${result.number} ${result.name === null ? result.call : `${result.name}: ${result.call}`}`,
      ...(result.passes
        ? {}
        : {
            failure: {
              type: 'policy/test',
              message: headlineOf(result),
              lines: [...differenceLines(result), ...explain().split('\n')],
            },
          }),
    })),
  }));
  const unread = run.errors.map((error) => ({
    classname: texts.title,
    name: error.code,
    error: { type: error.code, message: error.message, lines: [] },
  }));
  return junitXml(texts.title, at, [
    ...suites,
    ...(unread.length === 0 ? [] : [{ name: texts.title, tests: unread }]),
  ]);
};

/** 2 where a test failed, 1 where a file could not be run. */
export const testExitCode = (run: TestRun): number =>
  run.errors.length > 0 ? 1 : failedOf(run).length > 0 ? 2 : 0;
