import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CallgateError } from '@callgate/core';
import { watchConfig } from '@callgate/gateway/config';
import { policyTestMessages as texts } from '@callgate/messages/cli/policy-tests';
import { now } from '../input/now.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { openLineOutput } from '../show/line-output.ts';
import { dim, write } from '../show/style.ts';
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

/** Clocks of file systems tick slowly. */
const TICK_MS = 20;

const wasChangedSince = (at: number, files: readonly string[]): boolean =>
  files.some((path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > at - TICK_MS);

const HOUR = 3_600_000;

/** The same again whenever a file that was read changes, until the process is ended. */
export const watchTests = async (request: TestRequest): Promise<void> => {
  const seen = ({ files }: TestRun): readonly string[] => [
    ...new Set([...request.paths, ...findTestFiles(request.paths).flatMap(filesBeside), ...files]),
  ];
  const began = now().at;
  const first = await showTestRun(request);
  const again = async (run: TestRun): Promise<void> => {
    await show(run, request);
    write(dim(texts.watching));
  };
  watchConfig<TestRun>({
    files: seen(first),
    load: async () => {
      const value = await runFound(request.paths);
      return { ok: true, value, files: seen(value) };
    },
    onGood: again,
    onBad: (reason) => {
      if (!(reason instanceof CallgateError)) throw reason;
      process.stderr.write(`${errorLine(reason)}\n`);
    },
  });
  // what changed while it was read is no change for the watch
  if (wasChangedSince(began, seen(first))) await again(await runFound(request.paths));
  else write(dim(texts.watching));
  // the watch itself keeps no process alive
  await new Promise(() => setInterval(() => {}, HOUR));
};
