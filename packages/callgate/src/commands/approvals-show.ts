import type { Question } from '@callgate/gate';
import type { CallView, CallVote } from '@callgate/operations/socket';
import { questionText } from '@callgate/gate';
import { CallgateError, display } from '@callgate/core';
import type { ArgsDef } from 'citty';
import { openAccess } from '../desk/open-access.ts';
import { momentText } from '../desk/time-words.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  call: { type: 'positional', required: true, description: 'The id of the call' },
  json: { type: 'boolean', description: 'The call, the question and the votes so far as JSON' },
} as const satisfies ArgsDef;

const voteText = ({ subject, verdict, via, at, reason }: CallVote): string =>
  `  ${momentText(at)}  ${display(subject, { max: 200 })} said ${verdict === 'approve' ? 'yes' : 'no'} (${via})${reason === null ? '' : `: ${display(reason, { max: 500 })}`}`;

const stateText = ({ state, waiting, fault }: CallView): string => {
  if (state === 'held')
    return waiting === 'people' ? 'It waits for people.' : `It waits for ${waiting ?? 'nothing'}.`;
  const why = fault === null ? '' : `: ${display(fault.message ?? fault.code, { max: 500 })}`;
  return `It is ${state}${why}.`;
};

const showText = (call: CallView, question: Question, votes: readonly CallVote[]): string =>
  [
    questionText(question, { open: true }),
    stateText(call),
    ...(votes.length === 0 ? ['Nobody has said anything yet.'] : ['Said so far:', ...votes.map(voteText)]),
  ].join('\n');

/** `callgate approvals show CALL` */
export const approvalsShowCommand: CommandEntry = commandEntry(
  'approvals show',
  'One call that people are or were asked about, whole, with the votes so far; decides nothing',
  args,
  async ({ args: given }) => {
    // sealed values are opened for whoever decides
    const access = await openAccess({ write: true, call: given.call });
    try {
      const found = await access.operations.ask('calls.show', { call: given.call });
      const question =
        found === null ? null : await access.operations.ask('calls.question', { call: given.call });
      if (found === null || question === null)
        throw new CallgateError(
          'CALL_UNKNOWN',
          `nobody is or was asked about a call ${display(given.call, { max: 128 })}`,
          { help: 'see what waits with callgate approvals list' },
        );
      write(
        given.json === true
          ? asciiJson({ call: found.call, question, votes: found.votes })
          : showText(found.call, question, found.votes),
      );
    } finally {
      await access.close();
    }
  },
);
