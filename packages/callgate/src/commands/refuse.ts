import type { ArgsDef } from 'citty';
import { castVote, openQuestion } from '../desk/cast-vote.ts';
import { openAccess } from '../desk/open-access.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  call: { type: 'positional', required: true, description: 'The id of the call' },
  reason: { type: 'string', description: 'Why; the requester is told, and it stands in the record' },
  json: { type: 'boolean', description: 'What became of the vote as JSON' },
} as const satisfies ArgsDef;

/** `callgate refuse CALL` */
export const refuseCommand: CommandEntry = commandEntry(
  'refuse',
  'Say no to a call that waits; one no ends it',
  args,
  async ({ args: given }) => {
    const access = await openAccess({ write: true, call: given.call });
    try {
      const question = await openQuestion(access, given.call);
      if (question === undefined) return;
      await castVote(
        access,
        question,
        {
          verdict: 'refuse',
          opened: false,
          ...(given.reason === undefined ? {} : { reason: given.reason }),
        },
        given.json === true,
      );
    } finally {
      await access.close();
    }
  },
);
