import type { Question } from '@callgate/gate';
import type { ArgsDef } from 'citty';
import { castGroup, castVote, openQuestion } from '../desk/cast-vote.ts';
import { openAccess } from '../desk/open-access.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  call: { type: 'positional', required: true, description: 'The id of the call; several may follow' },
  reason: { type: 'string', description: 'Why; the requester is told, and it stands in the record' },
  json: { type: 'boolean', description: 'What became of the vote as JSON' },
} as const satisfies ArgsDef;

/** `callgate approvals refuse CALL…`, `callgate refuse CALL…` */
export const approvalsRefuseCommand: CommandEntry = commandEntry(
  'approvals refuse',
  'Say no to calls that wait; one no ends a call',
  args,
  async ({ args: given }) => {
    const access = await openAccess({ write: true, call: given.call });
    const word = {
      verdict: 'refuse',
      opened: false,
      ...(given.reason === undefined ? {} : { reason: given.reason }),
    } as const;
    try {
      const questions: Question[] = [];
      for (const id of new Set(given._)) {
        const question = await openQuestion(access, id);
        if (question !== undefined) questions.push(question);
      }
      const [only, ...others] = questions;
      if (only === undefined) return;
      if (others.length === 0) await castVote(access, only, word, given.json === true);
      else await castGroup(access, questions, word, given.json === true);
    } finally {
      await access.close();
    }
  },
);
