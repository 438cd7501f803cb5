import type { InboxQuestion, VoteIneligibility, VoteOutcome } from './inbox.ts';

/** Why an account cannot vote, for people. `subject`: who asks. */
export const voteIneligibilityText = (
  bar: VoteIneligibility,
  { state, waiting }: Pick<InboxQuestion, 'state' | 'waiting'>,
  subject: string,
): string => {
  switch (bar) {
    case 'CALL_OVER':
      return `the call is ${state}`;
    case 'NOT_ASKED':
      return `the call waits for ${waiting}, not for people`;
    case 'VIEWER':
      return 'viewers look and do not decide';
    case 'OWN_OR_DISABLED':
      return 'you may not decide about this call: it is your own, or your account is disabled';
    case 'NOT_LISTED':
      return `${subject} is not one of the people who are asked here`;
    case 'VOTED':
      return 'you have decided already';
  }
};

const LOOK_AGAIN = 'look at it again before you decide';

/** Why a vote did not count and what to do, for people; null where it counted. */
export const voteRefusalText = ({
  refusal,
  state,
  refusedBecause,
}: Pick<VoteOutcome, 'refusal' | 'state' | 'refusedBecause'>): string | null => {
  switch (refusal) {
    case null:
      return null;
    case 'CALL_CHANGED':
      return `nothing is asked about this call any more: it is ${state}; look at what waits now`;
    case 'QUESTION_CHANGED':
      return `what is asked now is not what you saw; ${LOOK_AGAIN}`;
    case 'VOTE_TWICE':
      return 'you have decided about this call already';
    case 'VOTE_FORBIDDEN':
      return `${refusedBecause}; somebody who is listed under \`people\`, and whose call it is not, has to decide`;
    case 'VOTE_UNOPENED':
      return `${refusedBecause}; open every value first`;
    case 'VOTE_UNCOUNTED':
      return `your word did not count: ${refusedBecause}; ${LOOK_AGAIN}`;
  }
};
