import type { Markup } from './markup.ts';
import { NO_MARKUP, markup } from './markup.ts';

interface JunitProblem {
  readonly type: string;
  readonly message: string;
  readonly lines: readonly string[];
}

/** One test; JUnit knows one failure of it. */
export interface JunitTest {
  readonly classname: string;
  readonly name: string;
  readonly failure?: JunitProblem | undefined;
  /** It could not be run. */
  readonly error?: JunitProblem | undefined;
  /** What is told of it besides. */
  readonly out?: readonly string[];
}

export interface JunitSuite {
  readonly name: string;
  readonly tests: readonly JunitTest[];
}

const lineMarkup = (lines: readonly string[]): readonly Markup[] =>
  lines.map(
    (line) => markup`${line}
`,
  );

const testMarkup = ({ classname, name, failure, error, out = [] }: JunitTest): Markup =>
  markup`<testcase classname="${classname}" name="${name}" time="0">${
    failure === undefined
      ? NO_MARKUP
      : markup`<failure type="${failure.type}" message="${failure.message}">${lineMarkup(failure.lines)}</failure>`
  }${
    error === undefined
      ? NO_MARKUP
      : markup`<error type="${error.type}" message="${error.message}">${lineMarkup(error.lines)}</error>`
  }${out.length === 0 ? NO_MARKUP : markup`<system-out>${lineMarkup(out)}</system-out>`}</testcase>
`;

const failuresOf = (tests: readonly JunitTest[]): number =>
  tests.filter(({ failure }) => failure !== undefined).length;

const errorsOf = (tests: readonly JunitTest[]): number =>
  tests.filter(({ error }) => error !== undefined).length;

const suiteMarkup = ({ name, tests }: JunitSuite, at: number): Markup =>
  markup`<testsuite name="${name}" tests="${tests.length}" failures="${failuresOf(tests)}" errors="${errorsOf(tests)}" skipped="0" time="0" timestamp="${new Date(at).toISOString().slice(0, 19)}">
${tests.map(testMarkup)}</testsuite>
`;

/** For whatever shows test results. */
export const junitXml = (title: string, at: number, suites: readonly JunitSuite[]): string => {
  const tests = suites.flatMap((suite) => suite.tests);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${markup`<testsuites name="${title}" tests="${tests.length}" failures="${failuresOf(tests)}" errors="${errorsOf(tests)}">
${suites.map((suite) => suiteMarkup(suite, at))}</testsuites>`.toString()}`;
};
