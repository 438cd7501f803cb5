import { CallgateError, display } from '@callgate/core';
import type { ArgsDef } from 'citty';
import { bashCompletion } from '../completion/bash.ts';
import type { CompletedCommand } from '../completion/completed.ts';
import { completedCommand } from '../completion/completed.ts';
import { fishCompletion } from '../completion/fish.ts';
import { zshCompletion } from '../completion/zsh.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const SCRIPTS: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

const args = {
  shell: {
    type: 'positional',
    required: true,
    valueHint: 'bash|zsh|fish',
    description: 'bash, zsh or fish',
  },
} as const satisfies ArgsDef;

/** `callgate completion SHELL` */
export const completionCommand: CommandEntry = commandEntry(
  'completion',
  'A script that completes callgate in bash, zsh or fish',
  args,
  async ({ args: given }) => {
    const script = Object.hasOwn(SCRIPTS, given.shell) ? SCRIPTS[given.shell] : undefined;
    if (script === undefined)
      throw new CallgateError(
        'ARGUMENT_UNKNOWN',
        `there is no completion for \`${display(given.shell, { max: 40 })}\``,
        { help: 'write bash, zsh or fish' },
      );
    const { COMMANDS } = await import('../main.ts');
    const commands: CompletedCommand[] = [];
    for (const { name, description, load } of COMMANDS)
      commands.push(completedCommand(name, description, (await load()).args));
    process.stdout.write(script(commands));
  },
);
