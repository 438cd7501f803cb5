import { CallgateError, display } from '@callgate/core';
import { nearest } from '@callgate/policy';
import type { CommandDef } from 'citty';
import type { CommandEntry } from './commands/command-entry.ts';
import { usageText } from './commands/command-entry.ts';
import { checkCommand } from './commands/check.ts';
import { demoCommand } from './commands/demo.ts';
import { explainCommand } from './commands/explain.ts';
import { write } from './show/style.ts';

const VERSION = '0.1.0';

const COMMANDS: readonly CommandEntry[] = [explainCommand, checkCommand, demoCommand];

const root: CommandDef = {
  meta: {
    name: 'callgate',
    version: VERSION,
    description: 'Decides auto, confirm or block for every tool call',
  },
  subCommands: Object.fromEntries(
    COMMANDS.map(({ name, description }) => [name, { meta: { name, description } }]),
  ),
};

const fail = (error: unknown): void => {
  process.exitCode = 1;
  if (error instanceof CallgateError) {
    const help = error.help === undefined ? '' : `\n  help: ${error.help}`;
    process.stderr.write(
      error.code === 'POLICY_INVALID'
        ? `${error.message}\n`
        : `error[${error.code}]: ${error.message}${help}\n`,
    );
  } else process.stderr.write(`error: ${display(error instanceof Error ? error.message : String(error))}\n`);
};

/** Runs the command line. Never throws: what goes wrong is told in words, with exit code 1. */
export const main = async (args: readonly string[]): Promise<void> => {
  // a reader that has seen enough closes the pipe; that is no error
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  const [name = ''] = args;
  const command = COMMANDS.find((entry) => entry.name === name);
  try {
    if (name === '--version' || name === '-v') process.stdout.write(`${VERSION}\n`);
    else if (command !== undefined && args.some((arg) => arg === '--help' || arg === '-h'))
      await command.usage();
    else if (command !== undefined) await command.run(args.slice(1));
    else {
      write(await usageText(root));
      if (name !== '' && name !== '--help' && name !== '-h') {
        const near = nearest(
          name,
          COMMANDS.map((entry) => entry.name),
        );
        fail(
          new CallgateError(
            'COMMAND_UNKNOWN',
            `there is no command \`${display(name)}\``,
            near === undefined ? {} : { help: `did you mean ${near}?` },
          ),
        );
      }
    }
  } catch (error) {
    fail(error);
  }
};
