import { display } from '@callgate/core';
import type { CallRow, People, Vote } from '@callgate/gate';
import { canVote } from '@callgate/gate';
import type { Caller } from '../api/operation.ts';

/** Why a caller's vote on a call would not count; null where it would. */
export const voteRefusalReason = (
  people: People,
  row: CallRow,
  votes: readonly Vote[],
  { role, subject }: Caller,
): string | null => {
  if (row.state !== 'held') return `the call is ${row.state}`;
  if (row.waiting !== 'people') return `the call waits for ${row.waiting}, not for people`;
  if (role === 'viewer') return 'viewers look and do not decide';
  if (!canVote(people, row.principal, subject))
    return people.all.some((person) => person.subject === subject)
      ? 'you may not decide about this call: it is your own, or your account is disabled'
      : `${display(subject, { max: 80 })} is not one of the people who are asked here`;
  return votes.some((vote) => vote.subject === subject) ? 'you have decided already' : null;
};
