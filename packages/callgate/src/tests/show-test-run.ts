import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CallgateError } from '@callgate/core';
import { now } from '../input/now.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { openLineOutput } from '../show/line-output.ts';
import type { WatchedView } from '../show/repeat-on-change.ts';
import { repeatOnChange } from '../show/repeat-on-change.ts';
import { write } from '../show/style.ts';
import { findTestFiles } from './find-test-files.ts';
import type { TestRun } from './run-test-files.ts';
import { runTestFiles } from './run-test-files.ts';
import { testExitCode, testRunJson, testRunJunit, testRunText } from './test-text.ts';

export interface TestRequest {
  readonly paths: readonly string[];
  readonly json: boolean;
  readonly junit?: string | undefined;
}

const runFound = (paths: readonly string[]): Promise<TestRun> => runTestFiles(findTestFiles(paths), now());

/** A file whose problems have positions says all of them in its message. */
const errorLine = ({ code, message, help }: CallgateError): string =>
  code === 'TESTS_INVALID'
    ? message
    : `error[${code}]: ${message}${help === undefined ? '' : `\n  help: ${help}`}`;

const show = async (run: TestRun, { json, junit }: TestRequest): Promise<void> => {
  for (const note of run.notes) process.stderr.write(`note: ${note}\n`);
  for (const error of run.errors) process.stderr.write(`${errorLine(error)}\n`);
  if (junit !== undefined) {
    const output = await openLineOutput(junit);
    await output.line(testRunJunit(run, now().at));
    await output.close();
  }
  if (json) write(asciiJson(testRunJson(run)));
  else if (run.results.length > 0 || run.errors.length === 0) write(testRunText(run));
};

/** Runs tests of policies, and sets the exit code. */
export const showTestRun = async (request: TestRequest): Promise<TestRun> => {
  const run = await runFound(request.paths);
  await show(run, request);
  process.exitCode = testExitCode(run);
  return run;
};

/** A file that cannot be used does not say what it reads: what lies beside it. */
const filesBeside = (path: string): readonly string[] => {
  const folder = dirname(path);
  return readdirSync(folder)
    .filter((name) => /\.(?:ya?ml|json)$/.test(name))
    .map((name) => join(folder, name));
};

/** The same again whenever a file that was read changes, until the process is ended. */
export const watchTests = async (request: TestRequest): Promise<void> => {
  const look = async (): Promise<WatchedView> => {
    const run = await runFound(request.paths);
    const beside = findTestFiles(request.paths).flatMap(filesBeside);
    return {
      files: [...new Set([...request.paths, ...beside, ...run.files])],
      show: async () => {
        await show(run, request);
        process.exitCode = testExitCode(run);
      },
    };
  };
  await repeatOnChange(look, (problem) => process.stderr.write(`${errorLine(problem)}\n`));
};
