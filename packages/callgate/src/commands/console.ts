import { CallgateError } from '@callgate/core';
import type { ArgsDef } from 'citty';
import { homePaths } from '../home.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  link: {
    type: 'boolean',
    description: 'Print a link to the console that runs, and serve none where none runs',
  },
  as: { type: 'string', description: 'Whom the link signs in; local, which is you, if absent' },
  open: {
    type: 'boolean',
    description: 'Open it in a browser, or --no-open; on a terminal it is opened if nothing is said',
  },
  config: {
    type: 'string',
    alias: 'c',
    description: 'Where none runs: the configuration to look by; that in the folder of Callgate if absent',
  },
} as const satisfies ArgsDef;

/** `callgate console` */
export const consoleCommand: CommandEntry = commandEntry(
  'console',
  'Sign in to the console that runs, or serve one where none does',
  args,
  async ({ args: { link = false, as = 'local', open, config } }) => {
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
);
