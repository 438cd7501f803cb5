import { CallgateError, display } from '@callgate/core';
import { setUpMessages } from '@callgate/messages/cli/set-up';
import { commandErrors } from '@callgate/messages/errors/command';
import { bashCompletion } from '../completion/bash.ts';
import type { CompletionCommand } from '../completion/completion-command.ts';
import { describeCommand } from '../completion/completion-command.ts';
import { fishCompletion } from '../completion/fish.ts';
import { zshCompletion } from '../completion/zsh.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

const SCRIPTS: Readonly<Record<string, (commands: readonly CompletionCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

export const commands: Commands = {
  completion: command(
    {
      shell: {
        type: 'positional',
        required: true,
        valueHint: 'bash|zsh|fish',
        description: setUpMessages.completion.shell,
      },
    },
    async (given) => {
      const script = Object.hasOwn(SCRIPTS, given.shell) ? SCRIPTS[given.shell] : undefined;
      if (script === undefined)
        throw new CallgateError(commandErrors.shellUnknown({ shell: display(given.shell, { max: 40 }) }));
      const { COMMANDS } = await import('../main.ts');
      const all: CompletionCommand[] = [];
      for (const { name, description, load } of COMMANDS)
        all.push(describeCommand(name, description, (await load()).args));
      process.stdout.write(script(all));
    },
  ),
};
