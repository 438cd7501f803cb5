import { CallgateError } from '@callgate/core';
import { homePaths } from '../home/home-paths.ts';
import { flagOption, textOption } from '../options/option.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

export const commands: Commands = {
  console: command(
    {
      link: flagOption('Print a link to the console that runs, and serve none where none runs'),
      as: textOption('Whom the link signs in; local, which is you, if absent'),
      open: flagOption('Open it in a browser, or --no-open; on a terminal it is opened if nothing is said'),
      config: textOption(
        'Where none runs: the configuration to look by; that in the folder of Callgate if absent',
        { alias: 'c' },
      ),
    },
    async ({ link = false, as = 'local', open, config }) => {
      if (as === '') throw new CallgateError('OPTION_VALUE', '--as needs a name');
      const { showConsole } = await import('../console/show-console.ts');
      await showConsole({
        onlyLink: link,
        subject: as,
        open: open ?? (!link && process.stdout.isTTY),
        config,
        home: homePaths(process.env),
      });
    },
  ),
};
