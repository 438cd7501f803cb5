import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { dataFileErrors } from '@callgate/messages/errors/data-file';
import { policyTestErrors } from '@callgate/messages/errors/policy-test';

const ENDING = /\.test\.ya?ml$/;
const MOST_LEVELS = 20;

const filesIn = (folder: string, level = 0): readonly string[] => {
  if (level > MOST_LEVELS) return [];
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => name !== 'node_modules' && !name.startsWith('.'))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return filesIn(path, level + 1);
        return ENDING.test(entry.name) ? [path] : [];
      });
  } catch (cause) {
    throw new CallgateError(dataFileErrors.folderUnreadable({ path: display(folder) }), { cause });
  }
};

/** The files of tests in the folder of a file, and in none below it. */
export const findTestFilesBeside = (path: string): readonly string[] => {
  const folder = dirname(path);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder)
    .filter((name) => ENDING.test(name))
    .toSorted()
    .map((name) => join(folder, name));
};

/** The files of tests at some paths: the named ones, and `*.test.yaml` in folders and all below them. */
export const findTestFiles = (paths: readonly string[]): readonly string[] => {
  const found = paths.flatMap((path) =>
    statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? filesIn(path) : [path],
  );
  if (found.length > 0) return found;
  throw new CallgateError(policyTestErrors.none({ place: display(paths.join(', ')) }));
};
