import type { JsonObject } from '@callgate/core';
import { CallgateError, display, isJsonObject } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { verifyMessages } from '@callgate/messages/cli/verify';
import { verifyErrors } from '@callgate/messages/errors/verify';
import { readText } from '@callgate/policy/yaml';

export type ToolArguments = ReadonlyMap<string, readonly JsonObject[]>;

const reasonOf = (error: unknown): string =>
  display(error instanceof Error ? error.message : String(error), { max: 200 });

const badExamples = (path: string, problem: string, cause?: unknown): CallgateError =>
  new CallgateError(verifyErrors.examples({ path: display(path), problem }), { cause });

/** Reads `{"tool": [{…}, …]}`. */
export const readExamples = (path: string): ToolArguments => {
  let content: unknown;
  try {
    content = parseStrict(readText(path));
  } catch (error) {
    throw badExamples(path, reasonOf(error), error);
  }
  if (!isJsonObject(content)) throw badExamples(path, verifyMessages.examplesShape.object);
  return new Map(
    Object.entries(content).map(([tool, calls]) => {
      if (!Array.isArray(calls) || !calls.every(isJsonObject))
        throw badExamples(path, verifyMessages.examplesShape.list({ tool: display(tool, { max: 80 }) }));
      return [tool, calls];
    }),
  );
};
