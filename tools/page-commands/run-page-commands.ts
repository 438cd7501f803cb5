import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { CommandBlock } from './command-blocks.ts';
import { isRun, readCommandBlocks } from './command-blocks.ts';
import type { CommandProcess } from './command-process.ts';
import type { PageHome } from './prepare-home.ts';
import { copyHome } from './prepare-home.ts';
import type { ShellResult } from './run-shell.ts';
import { runShell } from './run-shell.ts';
import { commandWords, fillUsage } from './usage-values.ts';
import { isUsage, shortestForm, usageLines } from './usage.ts';

export const oneLine = (text: string): string =>
  stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').trim();

/** One line as a pattern for itself. */
export const escapePattern = (text: string): string =>
  oneLine(text).replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** Expected output as a pattern: `…` is anything, a number any number, a key any key. */
const outputPattern = (expected: string): RegExp =>
  new RegExp(
    escapePattern(expected)
      .replaceAll(/\b[0-9a-f]{16}\b/g, '[0-9a-f]{16}')
      .replaceAll(/(?<![\w{[-])\d[\d,]*(?![\w}])/g, String.raw`[\d,]+`)
      .replaceAll(/ ?… ?/g, '.*'),
  );

export interface CommandOutput {
  readonly commands: string;
  /** With the colours of a terminal. */
  readonly output: string;
}

export interface PageRun {
  readonly problems: readonly string[];
  readonly outputs: readonly CommandOutput[];
}

/** The prepared home, and a process for commands that need no other. */
export interface PageRunner {
  readonly home: PageHome;
  readonly process?: CommandProcess;
}

/** What is not in the home, as the page shows it. */
const writeShownFiles = (folder: string, { files }: CommandBlock): void => {
  for (const [name, text] of Object.entries(files))
    if (!existsSync(join(folder, name))) writeFileSync(join(folder, name), text);
};

/** Runs lines one after the other without a shell; undefined where one of them needs a shell. */
const runWithoutShell = async (
  lines: readonly string[],
  home: PageHome,
  cwd: string,
  process: CommandProcess | undefined,
): Promise<ShellResult | undefined> => {
  const commands = lines.filter((line) => line.trim() !== '').map((line) => commandWords(line, home.env));
  if (process === undefined || commands.includes(undefined)) return undefined;
  let all: ShellResult = { output: '', errors: '', code: 0 };
  for (const words of commands) {
    if (words === undefined || all.code !== 0) break;
    const { output, errors, code } = await process.run(words, home, cwd);
    all = { output: all.output + output, errors: all.errors + errors, code };
  }
  return all;
};

const runBlock = async ({ process }: PageRunner, home: PageHome, block: CommandBlock): Promise<PageRun> => {
  const { expected } = block;
  const lines = block.commands.split('\n').filter((line) => isRun(block, line));
  const commands = lines.join('\n');
  const folder = commands.includes('callgate.yaml') ? home.work : home.plain;
  writeShownFiles(folder, block);
  const { output, errors, code } =
    (await runWithoutShell(lines, home, folder, process)) ?? (await runShell(commands, folder, home.env));
  const outputs = [{ commands, output }];
  if (code !== 0) return { problems: [`exit code ${code}: ${oneLine(errors + output)}`], outputs };
  if (expected !== undefined && !outputPattern(expected).test(oneLine(output)))
    return { problems: [`prints something else than the page shows: ${oneLine(output)}`], outputs };
  return { problems: [], outputs };
};

/** Only a person at a terminal completes it, or there is nothing to do: the command and its options were accepted. */
const ACCEPTED = /error\[(?:\w+_NOBODY|\w+_TERMINAL|\w+_NOTHING|POLICY_NOT_ACTIVATED)\]/;

/** Some commands tell what they found by their exit code. */
const isAccepted = ({ code, errors }: ShellResult): boolean =>
  code === 0 || ACCEPTED.test(errors) || (code > 1 && !/error[[:]/.test(errors));

/** Runs a line of usage in its shortest form, in a home of its own. */
const runUsage = async (
  { home: prepared, process }: PageRunner,
  block: CommandBlock,
  line: string,
): Promise<readonly string[]> => {
  const short = shortestForm(line);
  if (short === undefined) return [];
  const command = fillUsage(short);
  if (command === undefined) return [`\`${short}\` has words without a value; see usage-values.ts`];
  const home = copyHome(prepared);
  const words = commandWords(command, home.env);
  writeShownFiles(home.plain, block);
  try {
    const result =
      words === undefined || process === undefined
        ? await runShell(command, home.plain, home.env)
        : await process.run(words, home, home.plain);
    return isAccepted(result) ? [] : [`\`${command}\` fails: ${oneLine(result.errors + result.output)}`];
  } finally {
    home.remove();
  }
};

const runUsages = async (runner: PageRunner, block: CommandBlock): Promise<readonly string[]> => {
  const lines = usageLines(block.commands).filter((line) => isRun(block, line));
  return (await Promise.all(lines.map((line) => runUsage(runner, block, line)))).flat();
};

const at = (page: string, { line }: CommandBlock, problem: string): string => `${page}:${line}: ${problem}`;

/** Runs the commands of a page in order in a copy of a home, and compares each block with the `text` block after it. */
export const runPageCommands = async (page: string, text: string, runner: PageRunner): Promise<PageRun> => {
  const problems: string[] = [];
  const outputs: CommandOutput[] = [];
  const blocks = readCommandBlocks(text);
  if (blocks.length === 0) return { problems, outputs };
  const home = copyHome(runner.home);
  try {
    const usages = blocks.filter(({ commands }) => isUsage(commands));
    const found = Promise.all(
      usages.map(async (block) => ({ block, found: await runUsages(runner, block) })),
    );
    for (const block of blocks.filter(({ commands }) => !isUsage(commands))) {
      const run = await runBlock(runner, home, block);
      problems.push(...run.problems.map((problem) => at(page, block, problem)));
      outputs.push(...run.outputs);
    }
    for (const { block, found: each } of await found)
      problems.push(...each.map((problem) => at(page, block, problem)));
    return { problems, outputs };
  } finally {
    home.remove();
  }
};
