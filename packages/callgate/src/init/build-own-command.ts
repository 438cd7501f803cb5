import { CallgateError } from '@callgate/core';
import { optionErrors } from '@callgate/messages/errors/option';

/** How this process was started, as far as it says how to start Callgate again. */
export interface ProcessStart {
  readonly platform: string;
  readonly node: string;
  /** The script that Node runs, links followed. */
  readonly script: string;
  readonly version: string;
  readonly searchPath: readonly string[];
  /** The file that a path leads to in the end, if there is one. */
  real(path: string): string | undefined;
}

/** Folders that npm puts in front for as long as one command runs. */
const isTemporaryFolder = (folder: string): boolean => /[/\\]node_modules[/\\]\.bin[/\\]?$/.test(folder);

/**
 * The words that start Callgate in a client's configuration: `callgate` where it is installed for all commands; the
 * package by its version where npx fetched it, because what npx keeps may be gone tomorrow; otherwise this Node and
 * this script. On Windows always the latter, or npx: what npm installs there is a script for a shell.
 */
export const buildOwnCommand = ({
  platform,
  node,
  script,
  version,
  searchPath,
  real,
}: ProcessStart): string[] => {
  const isWindows = platform === 'win32';
  const isFound = searchPath.some(
    (folder) => folder !== '' && !isTemporaryFolder(folder) && real(`${folder}/callgate`) === script,
  );
  if (isFound && !isWindows) return ['callgate'];
  if (!/[/\\]_npx[/\\]/.test(script)) return [node, script];
  const npx = ['npx', '-y', `callgate@${version}`];
  return isWindows ? ['cmd', '/c', ...npx] : npx;
};

/** The words of one option; words with spaces are in quotes. */
export const splitCommand = (text: string): string[] => {
  const words = [...text.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
  if (words.length > 0 && words[0] !== '') return words;
  throw new CallgateError(optionErrors.ownCommand());
};
