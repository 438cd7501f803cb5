import { approvalMessages, voteReasonText } from '@callgate/messages/approval';
import type { InboxQuestion, VoteIneligibility, VoteOutcome } from './inbox.ts';

const text = approvalMessages.vote;

/** Why an account cannot vote, for people. `subject`: who asks. */
export const voteIneligibilityText = (
  bar: VoteIneligibility,
  { state, waiting }: Pick<InboxQuestion, 'state' | 'waiting'>,
  subject: string,
): string => {
  switch (bar) {
    case 'CALL_OVER':
      return voteReasonText({ code: 'over', state });
    case 'NOT_ASKED':
      return text.bar.waitsForOther({ waiting: waiting ?? '' });
    case 'VIEWER':
      return text.bar.viewer;
    case 'OWN_OR_DISABLED':
      return text.bar.ownOrDisabled;
    case 'NOT_LISTED':
      return text.bar.notListed({ subject });
    case 'VOTED':
      return voteReasonText({ code: 'twice' });
  }
};

/** Why a vote did not count and what to do, for people; null where it counted. */
export const voteRefusalText = ({
  refusal,
  state,
  refusedBecause,
}: Pick<VoteOutcome, 'refusal' | 'state' | 'refusedBecause'>): string | null => {
  const because = refusedBecause === null ? '' : voteReasonText(refusedBecause);
  switch (refusal) {
    case null:
      return null;
    case 'CALL_CHANGED':
      return text.help.over({ state });
    case 'QUESTION_CHANGED':
      return text.help.changed;
    case 'VOTE_TWICE':
      return voteReasonText({ code: 'twice' });
    case 'VOTE_FORBIDDEN':
      return text.help.forbidden({ because });
    case 'VOTE_UNOPENED':
      return because;
    case 'VOTE_UNCOUNTED':
      return text.help.uncounted({ because });
  }
};
