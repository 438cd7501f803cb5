import { CallgateError } from '@callgate/core';
import type { ArgsDef } from 'citty';
import { homePaths } from '../home.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  what: { type: 'positional', required: false, description: 'SERVER or SERVER/TOOL; everything if absent' },
  accept: {
    type: 'boolean',
    description: 'With SERVER/TOOL and --digest: accept it as suggested, and ask nobody',
  },
  'keep-out': { type: 'boolean', description: 'With SERVER/TOOL and --digest: keep it out, and ask nobody' },
  digest: { type: 'string', description: 'You have looked at what has this digest' },
  reason: { type: 'string', description: 'Why; it stands in the record' },
  'yes-tightening': {
    type: 'string',
    description: 'Accept for all tools of this server what is suggested and only asks for more care',
  },
  lock: { type: 'boolean', description: 'Write what was decided to the lock afterwards' },
  identity: {
    type: 'string',
    description: 'Which command or url, where the server has stood for several: the beginning of its digest',
  },
  config: { type: 'string', alias: 'c', description: 'The configuration' },
  json: { type: 'boolean', description: 'List what needs review, one tool a line as JSON; decide nothing' },
} as const satisfies ArgsDef;

/** `callgate review [SERVER[/TOOL]]` */
export const reviewCommand: CommandEntry = commandEntry(
  'review',
  'Walk through tools that are new, changed or doubtful, loosened ones first, with suggestions filled in',
  args,
  async ({ args: given }) => {
    const { runReview } = await import('../review/run-review.ts');
    if (given.accept === true && given['keep-out'] === true)
      throw new CallgateError('OPTION_TWICE', '--accept and --keep-out are opposites; give one');
    const say = given.accept === true ? 'accept' : given['keep-out'] === true ? 'keep-out' : undefined;
    await runReview({
      what: given._[0],
      say,
      digest: given.digest,
      reason: given.reason,
      tightening: given['yes-tightening'],
      lock: given.lock ?? false,
      identity: given.identity,
      config: given.config,
      json: given.json ?? false,
      home: homePaths(process.env),
    });
  },
);
