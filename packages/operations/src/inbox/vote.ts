import { CallgateError } from '@callgate/core';
import type { CastVote, VoteRefusal, VoteResult } from '@callgate/gate';
import { openArguments, secretsOf } from '@callgate/gate';
import type { Caller } from '../api/operation.ts';
import { grantStory } from '../desk/desk-operations.ts';
import type { GroupedOutcome, InboxApi, VoteOutcome, VoteParams } from '../api/inbox.ts';
import type { InboxParts } from './inbox-parts.ts';
import { unknownCall } from './question.ts';
import { wishFor } from './scopes.ts';

const LOOK_AGAIN = 'look at it again before you decide';

const HELP: Readonly<Record<VoteRefusal, string | undefined>> = {
  CALL_CHANGED: 'look at what waits now',
  QUESTION_CHANGED: LOOK_AGAIN,
  VOTE_FORBIDDEN: 'somebody who is listed under `people`, and whose call it is not, has to decide',
  VOTE_UNOPENED: 'open every value first',
  VOTE_TWICE: undefined,
  VOTE_UNCOUNTED: LOOK_AGAIN,
};

const refusalText = (refusal: VoteRefusal, { state, refusedBecause = '' }: VoteResult): string => {
  if (refusal === 'CALL_CHANGED') return `nothing is asked about this call any more: it is ${state}`;
  if (refusal === 'QUESTION_CHANGED') return 'what is asked now is not what you saw';
  if (refusal === 'VOTE_TWICE') return 'you have decided about this call already';
  return refusal === 'VOTE_UNCOUNTED' ? `your word did not count: ${refusedBecause}` : refusedBecause;
};

const refusalError = (refusal: VoteRefusal, result: VoteResult): CallgateError => {
  const help = HELP[refusal];
  return new CallgateError(refusal, refusalText(refusal, result), help === undefined ? {} : { help });
};

const outcomeOf = ({ state, missing, grant, noGrantBecause }: VoteResult, now: number): VoteOutcome => ({
  state,
  missing,
  grant: grant === undefined ? null : grantStory(grant, now),
  noGrantBecause: noGrantBecause ?? null,
});

/** One person's word on what they saw. */
export const castVote = async (
  parts: InboxParts,
  params: VoteParams,
  caller: Caller,
): Promise<VoteOutcome> => {
  const { gate, keys, clock } = parts;
  const row = await gate.desk.read.call(params.call);
  if (row === undefined || row.binding === null) throw unknownCall(params.call);
  const { call, binding, verdict, opened, reason, grant } = params;
  const cast: CastVote = {
    call,
    binding,
    verdict,
    opened,
    subject: caller.subject,
    via: 'console',
    ...(reason === undefined ? {} : { reason }),
    ...(grant === undefined || verdict === 'refuse'
      ? {}
      : { grant: wishFor(grant, openArguments(keys, row.sealedArguments, secretsOf(row.id))) }),
  };
  const result = await gate.desk.vote(cast);
  if (result.refusal !== undefined) {
    const votes = await gate.desk.read.votes(call);
    const hasVoted = votes.some(({ subject }) => subject === caller.subject);
    throw refusalError(hasVoted ? 'VOTE_TWICE' : result.refusal, result);
  }
  return outcomeOf(result, clock.now());
};

type GroupParams = InboxApi['inbox.voteGroup']['params'];

/** One word on several calls. What changed since is told for each; an approval that is not allowed for all is none. */
export const castGroup = async (
  { gate }: InboxParts,
  { calls, verdict, reason }: GroupParams,
  { subject }: Caller,
): Promise<readonly GroupedOutcome[]> => {
  const results = await gate.desk.voteGroup(
    calls.map(({ call, binding }): CastVote => ({
      call,
      binding,
      verdict,
      subject,
      via: 'console',
      opened: false,
      ...(reason === undefined ? {} : { reason }),
    })),
  );
  return results.map(({ state, refusedBecause, missing }, at) => ({
    call: calls[at]?.call ?? '',
    state,
    refusedBecause: refusedBecause ?? null,
    missing,
  }));
};
