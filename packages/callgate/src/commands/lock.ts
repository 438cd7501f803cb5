import { resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import type { ArgsDef } from 'citty';
import { homePaths } from '../home.ts';
import { counted } from '../show/columns.ts';
import { write } from '../show/style.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  config: {
    type: 'string',
    alias: 'c',
    description: 'Lock the servers of this configuration; everything that is pinned if there is none',
  },
  output: {
    type: 'string',
    alias: 'o',
    description: 'Where to write; callgate.lock.yaml beside the configuration',
  },
  check: { type: 'boolean', description: 'Write nothing; exit with 1 where the lock is not current' },
} as const satisfies ArgsDef;

/** `callgate lock [-c FILE]` */
export const lockCommand: CommandEntry = commandEntry(
  'lock',
  'Write what is pinned and reviewed to callgate.lock.yaml',
  args,
  async ({ args: { config, output, check } }) => {
    const { makeLockFile } = await import('../serve/make-lock.ts');
    const made = await makeLockFile({
      config,
      output: output === undefined ? undefined : resolve(output),
      here: process.cwd(),
      home: homePaths(process.env),
      check: check ?? false,
    });
    for (const server of made.unseen)
      process.stderr.write(`note: nothing of ${display(server)} is pinned yet; it is not in the lock\n`);
    for (const server of made.several)
      process.stderr.write(
        `note: ${display(server)} stands for several commands or urls; the one seen last is in the lock\n`,
      );
    if (check === true) {
      if (made.current) return;
      throw new CallgateError('LOCK_STALE', `${display(made.path)} is not what is pinned and reviewed now`, {
        help: 'callgate lock writes it anew',
      });
    }
    write(
      `${display(made.path)}: ${counted(made.servers, 'server')}, ${counted(made.entries, 'definition')}, accepted on this machine`,
    );
  },
);
