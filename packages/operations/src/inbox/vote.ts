import { CallgateError } from '@callgate/core';
import type { CallRow, CastVote, VoteResult } from '@callgate/gate';
import { openArguments, secretsOf } from '@callgate/gate';
import type { Caller } from '../api/operation.ts';
import { grantStory } from '../desk/desk-handlers.ts';
import type { GroupedOutcome, InboxApi, VoteOutcome, VoteParams } from '../api/inbox.ts';
import type { InboxParts } from './inbox-parts.ts';
import { unknownCall } from './question.ts';
import { wishFor } from './scopes.ts';
import { mayDecide } from './voters.ts';

const LOOK_AGAIN = 'look at it again before you decide';

const changed = (): CallgateError =>
  new CallgateError('QUESTION_CHANGED', 'what is asked now is not what you saw', { help: LOOK_AGAIN });

const over = (row: CallRow): CallgateError =>
  new CallgateError('CALL_CHANGED', `nothing is asked about this call any more: it is ${row.state}`, {
    help: 'look at what waits now',
  });

/** Which of the reasons a vote may not count for it was, so that a page can tell them apart. */
const whyUncounted = async (
  { gate, people }: InboxParts,
  { call, binding, verdict, opened }: VoteParams,
  subject: string,
  because: string,
): Promise<CallgateError> => {
  const row = await gate.desk.read.call(call);
  if (row === undefined) return unknownCall(call);
  const votes = await gate.desk.read.votes(call);
  if (votes.some((vote) => vote.subject === subject))
    return new CallgateError('VOTE_TWICE', 'you have decided about this call already');
  if (row.state !== 'held' && !(row.state === 'approved' && verdict === 'refuse')) return over(row);
  if (row.binding !== binding) return changed();
  if (!mayDecide(people(), row, subject))
    return new CallgateError('VOTE_FORBIDDEN', because, {
      help: 'somebody who is listed under `people`, and whose call it is not, has to decide',
    });
  if (row.decision.obligations.terms !== 'plain' && verdict === 'approve' && !opened)
    return new CallgateError('VOTE_UNOPENED', because, { help: 'open every value first' });
  return new CallgateError('VOTE_UNCOUNTED', `your word did not count: ${because}`, { help: LOOK_AGAIN });
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
  if (row.binding !== params.binding) throw row.state === 'held' ? changed() : over(row);
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
  if (result.refusedBecause !== undefined)
    throw await whyUncounted(parts, params, caller.subject, result.refusedBecause);
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
