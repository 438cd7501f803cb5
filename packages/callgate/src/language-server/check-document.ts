import type { ToolInput } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import type { PolicyProblem } from '@callgate/policy';
import { lintPolicy, loadPolicy } from '@callgate/policy';
import type { ReadFileKind } from '../catalogue/file-kind.ts';
import { TEXT_CHECKS } from '../check/check-text.ts';
import { now } from '../input/now.ts';
import { InvalidTests } from '../tests/read-test-file.ts';
import { runTestFiles } from '../tests/run-test-files.ts';
import { differenceLines } from '../tests/test-text.ts';

const startOf = (name: string): PolicyProblem['position'] => ({ file: name, line: 1, column: 1 });

const problemOf = (name: string, { code, message, help }: CallgateError): PolicyProblem => ({
  severity: 'error',
  code,
  message,
  position: startOf(name),
  ...(help === undefined ? {} : { help }),
});

const checkTests = async (name: string, text: string): Promise<readonly PolicyProblem[]> => {
  const { results, errors } = await runTestFiles([name], now(), new Map([[name, text]]));
  const failed = results.flatMap(({ result }): PolicyProblem[] => {
    const { passes, line, column } = result;
    if (passes) return [];
    const message = [result.name ?? result.call, ...differenceLines(result)].join('\n');
    return [{ severity: 'error', code: 'TEST_FAILED', message, position: { file: name, line, column } }];
  });
  return [
    ...errors.flatMap((error) => (error instanceof InvalidTests ? error.problems : [problemOf(name, error)])),
    ...failed,
  ];
};

const checkPolicy = (
  name: string,
  text: string,
  tools: readonly ToolInput[] | undefined,
): readonly PolicyProblem[] => {
  const loaded = loadPolicy([{ name, text }]);
  return loaded.ok ? lintPolicy(loaded.policy, tools) : loaded.problems;
};

/** What `callgate check` says of a text that an editor has open; never throws. */
export const checkDocument = async (
  kind: ReadFileKind,
  name: string,
  text: string,
  tools: readonly ToolInput[] | undefined,
): Promise<readonly PolicyProblem[]> => {
  try {
    if (kind === 'policy') return checkPolicy(name, text, tools);
    if (kind === 'tests') return await checkTests(name, text);
    const checked = await TEXT_CHECKS[kind]?.(name, text);
    return checked?.problems ?? [];
  } catch (error) {
    if (error instanceof CallgateError) return [problemOf(name, error)];
    throw error;
  }
};
