import type { People } from '@callgate/gate';
import type { Vote } from '@callgate/gate/confirm';
import type { CallRow } from '@callgate/gate/record';
import { canVote } from '@callgate/gate/confirm';
import type { OperationCaller } from '../api/operation.ts';
import type { VoteIneligibility } from '../api/inbox.ts';

/** Why a caller's vote on a call would not count; null where it would. */
export const voteIneligibility = (
  people: People,
  row: CallRow,
  votes: readonly Vote[],
  { role, subject }: OperationCaller,
): VoteIneligibility | null => {
  if (row.state !== 'held') return 'CALL_OVER';
  if (row.waiting !== 'people') return 'NOT_ASKED';
  if (role === 'viewer') return 'VIEWER';
  if (!canVote(people, row.principal, subject))
    return people.all.some((person) => person.subject === subject) ? 'OWN_OR_DISABLED' : 'NOT_LISTED';
  return votes.some((vote) => vote.subject === subject) ? 'VOTED' : null;
};
