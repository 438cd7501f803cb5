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

const runBlock = async (home: PageHome, commands: string, expected: string | undefined): Promise<PageRun> => {
  const { output, errors, code } = await runShell(commands, home.work, home.env);
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

/** The prepared home, and a process for commands that need no other. */
export interface PageRunner {
  readonly home: PageHome;
  readonly process?: CommandProcess;
}

/** Runs a line of usage in its shortest form, in a home of its own. */
const runUsage = async (
  { home: prepared, process }: PageRunner,
  line: string,
): Promise<readonly string[]> => {
  const short = shortestForm(line);
  if (short === undefined) return [];
  const command = fillUsage(short);
  if (command === undefined) return [`\`${short}\` has words without a value; see usage-values.ts`];
  const home = copyHome(prepared);
  const words = commandWords(command, home.env);
  try {
    const result =
      words === undefined || process === undefined
        ? await runShell(command, home.plain, home.env)
        : await process.run(words, home, home.plain);
    return isAccepted(result) ? [] : [`\`${command}\` fails: ${oneLine(result.errors)}`];
  } finally {
    home.remove();
  }
};

const runUsages = async (runner: PageRunner, block: CommandBlock): Promise<readonly string[]> => {
  const lines = usageLines(block.commands).filter((line) => isRun(block, line));
  return (await Promise.all(lines.map((line) => runUsage(runner, line)))).flat();
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
      const commands = block.commands
        .split('\n')
        .filter((line) => isRun(block, line))
        .join('\n');
      const run = await runBlock(home, commands, block.expected);
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
